//! A server on a free port, and clients for it.

use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use axum::body::Body;
use axum::http::Request;
use futures_util::{SinkExt, StreamExt};
use menagerie_server::{App, Config, Deps, app, serve};
use menagerie_store::Store;
use serde_json::{Value, json};
use tokio::net::{TcpListener, TcpStream};
use tokio::task::JoinHandle;
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::{MaybeTlsStream, WebSocketStream, connect_async};
use tower::ServiceExt;

/// Nothing here takes this long.
const PATIENCE: Duration = Duration::from_secs(20);

pub struct Server {
    pub app: Arc<App>,
    pub address: SocketAddr,
    pub running: JoinHandle<()>,
}

impl Server {
    pub async fn start() -> Self {
        Self::with(Deps::new(Store::memory().await.unwrap())).await
    }

    /// A server that forgets deserted tables at once.
    pub async fn forgetful() -> Self {
        let config = Config { idle: Duration::ZERO, ..Config::default() };
        Self::with(Deps { config, ..Deps::new(Store::memory().await.unwrap()) }).await
    }

    pub async fn with(deps: Deps) -> Self {
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
    pub async fn stop(self) {
        self.app.close();
        self.running.await.unwrap();
    }

    pub async fn call(&self, method: &str, path: &str, body: Value) -> (u16, Value) {
        let request = Request::builder().method(method).uri(path).header("content-type", "application/json");
        let body = if body.is_null() { Body::empty() } else { Body::from(body.to_string()) };
        let response = app(Arc::clone(&self.app)).oneshot(request.body(body).unwrap()).await.unwrap();
        let status = response.status().as_u16();
        let bytes = axum::body::to_bytes(response.into_body(), 10_000_000).await.unwrap();
        let value = serde_json::from_slice(&bytes).unwrap_or_else(|_| json!(String::from_utf8_lossy(&bytes)));
        (status, value)
    }

    pub async fn get(&self, path: &str) -> Value {
        let (status, value) = self.call("GET", path, Value::Null).await;
        assert_eq!(status, 200, "{path}: {value}");
        value
    }

    pub async fn post(&self, path: &str, body: Value) -> Value {
        let (status, value) = self.call("POST", path, body).await;
        assert!(status < 300, "{path}: {status} {value}");
        value
    }

    /// Makes a table of two people, each with a token of their own; ids, then tokens in order of play.
    pub async fn table_for_two(&self, game: &str) -> (String, String, String) {
        let made = self.post("/api/tables", json!({"game": game, "seats": [here("Ann"), {"kind": "open"}]})).await;
        let id = made["table"]["id"].as_str().unwrap().to_owned();
        let joined = self.post(&format!("/api/tables/{id}/join"), json!({"name": "Bob"})).await;
        let token = |value: &Value| value["tokens"][0][1].as_str().unwrap().to_owned();
        (id, token(&made), token(&joined))
    }
}

pub fn here(name: &str) -> Value {
    json!({"kind": "here", "name": name})
}

pub struct Client {
    socket: WebSocketStream<MaybeTlsStream<TcpStream>>,
    acks: u32,
    /// The last version heard of.
    pub version: u64,
}

impl Client {
    /// Connects without a word.
    pub async fn silent(server: &Server, table: &str) -> Self {
        let url = format!("ws://{}/api/tables/{table}/socket", server.address);
        let (socket, _) = connect_async(url).await.unwrap();
        Self { socket, acks: 0, version: 0 }
    }

    /// Connects, says hello and hears everything.
    pub async fn join(server: &Server, table: &str, tokens: &[&str]) -> Self {
        let mut client = Self::silent(server, table).await;
        client.send(json!({"t": "hello", "tokens": tokens, "form": "text"})).await;
        client.until("full").await;
        client
    }

    pub async fn send(&mut self, message: Value) {
        self.send_text(message.to_string()).await;
    }

    pub async fn send_text(&mut self, text: String) {
        self.socket.send(Message::text(text)).await.unwrap();
    }

    /// The next message; nothing if the connection is closed.
    pub async fn next(&mut self) -> Option<Value> {
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
    pub async fn until(&mut self, kind: &str) -> Value {
        loop {
            let message = self.next().await.unwrap_or_else(|| panic!("closed before {kind}"));
            if message["t"] == kind {
                return message;
            }
        }
    }

    /// The answer to a message that carries a number: done or refused.
    pub async fn ask(&mut self, mut message: Value) -> Value {
        self.acks += 1;
        message["ack"] = json!(self.acks);
        self.send(message).await;
        self.answer(self.acks).await
    }

    pub async fn answer(&mut self, ack: u32) -> Value {
        loop {
            let message = self.next().await.expect("an answer");
            if (message["t"] == "done" || message["t"] == "refused") && message["ack"] == ack {
                return message;
            }
        }
    }

    /// Does an action at the version this client knows.
    pub async fn act(&mut self, seat: &str, action: &str) -> Value {
        let at = self.version;
        self.ask(json!({"t": "act", "at": at, "seat": seat, "action": action})).await
    }

    /// The next event of the match.
    pub async fn event(&mut self) -> Value {
        self.until("event").await
    }
}
