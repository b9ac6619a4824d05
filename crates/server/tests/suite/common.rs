//! A server on a free port, and clients for it.

use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use axum::body::Body;
use axum::http::{HeaderMap, Request};
use axum::response::Response;
use futures_util::{SinkExt, StreamExt};
use menagerie_server::secret::Digest;
use menagerie_server::{App, Config, Deps, Limits, app, serve};
use menagerie_store::Store;
use serde_json::{Value, json};
use tokio::net::{TcpListener, TcpStream};
use tokio::task::JoinHandle;
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::{MaybeTlsStream, WebSocketStream, connect_async};
use tower::ServiceExt;

/// Nothing here takes this long.
const PATIENCE: Duration = Duration::from_secs(20);

pub(crate) struct Server {
    pub(crate) app: Arc<App>,
    pub(crate) address: SocketAddr,
    pub(crate) running: JoinHandle<()>,
}

impl Server {
    pub(crate) async fn start() -> Self {
        Self::with(Deps::new(Store::memory().await.unwrap())).await
    }

    /// A server that forgets deserted tables at once.
    pub(crate) async fn forgetful() -> Self {
        let config = Config { idle: Duration::ZERO, ..Config::default() };
        Self::with(Deps { config, ..Deps::new(Store::memory().await.unwrap()) }).await
    }

    /// A server that does not mind being asked very often.
    pub(crate) async fn with_generous_limits() -> Self {
        let config = Config { limits: Limits::generous(), ..Config::default() };
        Self::with(Deps { config, ..Deps::new(Store::memory().await.unwrap()) }).await
    }

    /// A server whose operator shows this token.
    pub(crate) async fn with_operator(token: &str) -> Self {
        let config = Config { operator: Some(Digest::of(token)), ..Config::default() };
        Self::with(Deps { config, ..Deps::new(Store::memory().await.unwrap()) }).await
    }

    pub(crate) async fn with(deps: Deps) -> Self {
        let app = App::new(deps);
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = listener.local_addr().unwrap();
        let shared = Arc::clone(&app);
        let running = tokio::spawn(async move {
            let mut closing = shared.closing();
            let stop = async move {
                let _ = closing.wait_for(|closing| *closing).await;
            };
            serve(listener, shared, stop).await.unwrap();
        });
        Self { app, address, running }
    }

    /// Ends it in order, as a signal would.
    pub(crate) async fn stop(self) {
        self.app.close();
        self.running.await.unwrap();
    }

    /// Any request; its headers are `name: value`.
    pub(crate) async fn request(&self, method: &str, path: &str, headers: &[(&str, &str)], body: Body) -> Response {
        let mut request = Request::builder().method(method).uri(path);
        for (name, value) in headers {
            request = request.header(*name, *value);
        }
        app(Arc::clone(&self.app)).oneshot(request.body(body).unwrap()).await.unwrap()
    }

    async fn answer(&self, method: &str, path: &str, headers: &[(&str, &str)], body: Body) -> (u16, Value) {
        let response = self.request(method, path, headers, body).await;
        let status = response.status().as_u16();
        let bytes = axum::body::to_bytes(response.into_body(), 10_000_000).await.unwrap();
        let value = serde_json::from_slice(&bytes).unwrap_or_else(|_| json!(String::from_utf8_lossy(&bytes)));
        (status, value)
    }

    pub(crate) async fn call(&self, method: &str, path: &str, body: Value) -> (u16, Value) {
        self.call_with(method, path, &[], body).await
    }

    pub(crate) async fn call_with(
        &self,
        method: &str,
        path: &str,
        headers: &[(&str, &str)],
        body: Value,
    ) -> (u16, Value) {
        let body = if body.is_null() { Body::empty() } else { Body::from(body.to_string()) };
        self.answer(method, path, headers, body).await
    }

    pub(crate) async fn call_text(&self, path: &str, body: &str) -> (u16, Value) {
        self.answer("POST", path, &[], Body::from(body.to_owned())).await
    }

    pub(crate) async fn post_text(&self, path: &str, body: &str) -> Value {
        let (status, value) = self.call_text(path, body).await;
        assert_eq!(status, 200, "{path}: {value}");
        value
    }

    pub(crate) async fn get_json(&self, path: &str) -> Value {
        self.call_with("GET", path, &[("accept", "application/json")], Value::Null).await.1
    }

    /// As the operator whose token is `tok`.
    pub(crate) async fn operate(&self, method: &str, path: &str, body: Value) -> (u16, Value) {
        self.call_with(method, path, &[("authorization", "Bearer tok")], body).await
    }

    pub(crate) async fn headers(&self, path: &str) -> HeaderMap {
        self.request("GET", path, &[], Body::empty()).await.headers().clone()
    }

    pub(crate) async fn get(&self, path: &str) -> Value {
        let (status, value) = self.call("GET", path, Value::Null).await;
        assert_eq!(status, 200, "{path}: {value}");
        value
    }

    pub(crate) async fn post(&self, path: &str, body: Value) -> Value {
        let (status, value) = self.call("POST", path, body).await;
        assert!(status < 300, "{path}: {status} {value}");
        value
    }

    /// Makes a table of two people, each with a token of their own; ids, then tokens in order of play.
    pub(crate) async fn table_for_two(&self, game: &str) -> (String, String, String) {
        let made = self.post("/api/tables", json!({"game": game, "seats": [here("Ann"), {"kind": "open"}]})).await;
        let id = made["table"]["id"].as_str().unwrap().to_owned();
        let joined = self.post(&format!("/api/tables/{id}/join"), json!({"name": "Bob"})).await;
        let token = |value: &Value| value["tokens"][0][1].as_str().unwrap().to_owned();
        (id, token(&made), token(&joined))
    }
}

pub(crate) fn here(name: &str) -> Value {
    json!({"kind": "here", "name": name})
}

pub(crate) struct Client {
    socket: WebSocketStream<MaybeTlsStream<TcpStream>>,
    acks: u32,
    /// The last version heard of.
    pub(crate) version: u64,
}

impl Client {
    /// Connects without a word.
    pub(crate) async fn silent(server: &Server, table: &str) -> Self {
        Self::silent_at(server.address, table).await
    }

    async fn silent_at(address: SocketAddr, table: &str) -> Self {
        let url = format!("ws://{address}/api/tables/{table}/socket");
        let (socket, _) = connect_async(url).await.unwrap();
        Self { socket, acks: 0, version: 0 }
    }

    /// Connects, says hello and hears everything.
    pub(crate) async fn join(server: &Server, table: &str, tokens: &[&str]) -> Self {
        Self::greet_at(server.address, table, tokens).await
    }

    /// The same, wherever the server is.
    pub(crate) async fn greet_at(address: SocketAddr, table: &str, tokens: &[&str]) -> Self {
        let mut client = Self::silent_at(address, table).await;
        client.send(json!({"t": "hello", "tokens": tokens, "form": "text"})).await;
        client.until("full").await;
        client
    }

    pub(crate) async fn send(&mut self, message: Value) {
        self.send_text(message.to_string()).await;
    }

    pub(crate) async fn send_text(&mut self, text: String) {
        self.socket.send(Message::text(text)).await.unwrap();
    }

    /// The next message; nothing if the connection is closed.
    pub(crate) async fn next(&mut self) -> Option<Value> {
        loop {
            let frame = tokio::time::timeout(PATIENCE, self.socket.next()).await.expect("a message in time");
            match frame? {
                Ok(Message::Text(text)) => {
                    let value: Value = serde_json::from_str(&text).unwrap();
                    if let Some(version) = value["version"].as_u64() {
                        self.version = self.version.max(version);
                    }
                    return Some(value);
                }
                Ok(Message::Close(_)) | Err(_) => return None,
                Ok(_) => {}
            }
        }
    }

    /// The next message of this kind; others are skipped.
    pub(crate) async fn until(&mut self, kind: &str) -> Value {
        loop {
            let message = self.next().await.unwrap_or_else(|| panic!("closed before {kind}"));
            if message["t"] == kind {
                return message;
            }
        }
    }

    /// The answer to a message that carries a number: done or refused.
    pub(crate) async fn ask(&mut self, mut message: Value) -> Value {
        self.acks += 1;
        message["ack"] = json!(self.acks);
        self.send(message).await;
        self.answer(self.acks).await
    }

    pub(crate) async fn answer(&mut self, ack: u32) -> Value {
        loop {
            let message = self.next().await.expect("an answer");
            if (message["t"] == "done" || message["t"] == "refused") && message["ack"] == ack {
                return message;
            }
        }
    }

    /// Does an action at the version this client knows.
    pub(crate) async fn act(&mut self, seat: &str, action: &str) -> Value {
        let at = self.version;
        self.ask(json!({"t": "act", "at": at, "seat": seat, "action": action})).await
    }

    /// The next event of the match.
    pub(crate) async fn event(&mut self) -> Value {
        self.until("event").await
    }
}
