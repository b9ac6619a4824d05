//! A server on a free port, and clients for it.

use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use axum::body::Body;
use axum::http::{HeaderMap, Request};
use axum::response::Response;
use futures_util::{SinkExt, StreamExt};
use menagerie_server::{App, Config, Deps, Limits, app, serve};
use menagerie_store::Store;
use menagerie_table::secret::{Digest, Entropy};
use serde_json::{Value, json};
use tokio::net::{TcpListener, TcpSocket, TcpStream};
use tokio::sync::oneshot;
use tokio::task::JoinHandle;
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::tungstenite::client::IntoClientRequest;
use tokio_tungstenite::{MaybeTlsStream, WebSocketStream, client_async, connect_async};
use tower::ServiceExt;

/// A generous timeout.
const PATIENCE: Duration = Duration::from_secs(20);

pub(crate) struct Server {
    pub(crate) app: Arc<App>,
    pub(crate) address: SocketAddr,
    stop: oneshot::Sender<()>,
    running: JoinHandle<()>,
}

impl Server {
    pub(crate) async fn start() -> Self {
        Self::with(Deps::new(Store::memory().await.unwrap())).await
    }

    /// A server whose tables leave memory as soon as all clients are gone.
    pub(crate) async fn forgetful() -> Self {
        let config = Config { idle: Duration::ZERO, ..Config::default() };
        Self::with(Deps { config, ..Deps::new(Store::memory().await.unwrap()) }).await
    }

    /// A server without rate limits.
    pub(crate) async fn without_limits() -> Self {
        let config = Config { limits: Limits::unlimited(), ..Config::default() };
        Self::with(Deps { config, ..Deps::new(Store::memory().await.unwrap()) }).await
    }

    /// A server with this operator token.
    pub(crate) async fn with_operator(token: &str) -> Self {
        let config = Config { operator: Some(Digest::of(token)), ..Config::default() };
        Self::with(Deps { config, ..Deps::new(Store::memory().await.unwrap()) }).await
    }

    pub(crate) async fn with(deps: Deps) -> Self {
        let app = App::new(deps);
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = listener.local_addr().unwrap();
        let shared = Arc::clone(&app);
        let (stop, stopped) = oneshot::channel();
        let running = tokio::spawn(async move {
            let stop = async move {
                if stopped.await.is_err() {
                    std::future::pending::<()>().await;
                }
            };
            serve(listener, shared, stop).await.unwrap();
        });
        Self { app, address, stop, running }
    }

    /// Graceful shutdown, as after a signal.
    pub(crate) async fn stop(self) {
        self.stop.send(()).unwrap();
        self.running.await.unwrap();
    }

    /// Any request; headers are pairs of name and value.
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

    /// As the operator with the token `tok`.
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

    /// Creates a table whose seats have a token each, from this position or the usual start; returns its id and the
    /// tokens in order of play.
    pub(crate) async fn seated_table<const SEATS: usize>(
        &self,
        game: &str,
        position: &str,
    ) -> (String, [String; SEATS]) {
        let open = vec![json!({"kind": "open"}); SEATS];
        let position = Some(position).filter(|text| !text.is_empty());
        let body = json!({"game": game, "position": position, "seats": open});
        let id = self.post("/api/tables", body).await["table"]["id"].as_str().unwrap().to_owned();
        let mut tokens = Vec::new();
        for number in 0..SEATS {
            let join = json!({"name": format!("Player {number}"), "nonce": format!("n{number}")});
            let joined = self.post(&format!("/api/tables/{id}/join"), join).await;
            tokens.push(joined["tokens"][0][1].as_str().unwrap().to_owned());
        }
        (id, tokens.try_into().unwrap())
    }

    /// Creates a table of two people with a token each; returns its id and the tokens in order of play.
    pub(crate) async fn table_for_two(&self, game: &str) -> (String, String, String) {
        let made = self.post("/api/tables", json!({"game": game, "seats": [here("Ann"), {"kind": "open"}]})).await;
        let id = made["table"]["id"].as_str().unwrap().to_owned();
        let joined = self.post(&format!("/api/tables/{id}/join"), json!({"name": "Bob"})).await;
        let token = |value: &Value| value["tokens"][0][1].as_str().unwrap().to_owned();
        (id, token(&made), token(&joined))
    }
}

/// A position of Heaven and Hell in which both players have money and the whole shop is open.
pub(crate) const RICH: &str = "w1 Ra1,Nb1,Bc1,Qd1,Ke1,Bf1,Ng1,Rh1,Pa2,Pb2,Pc2,Pd2,Pe2,Pf2,Pg2,Ph2,pa7,pb7,pc7,pd7,\
     pe7,pf7,pg7,ph7,ra8,nb8,bc8,qd8,ke8,bf8,ng8,rh8 c3^o,g3^$2,b6^$2,f6^o,b3_f,f3_o,c6_o,g6_f - 300/300 \
     6+,12+,8+,6+,5+,20+,4+,8+,6+,12+,12+,6+,6+,2+,8+,10+ KQkq - - - a1h8/a1h8 -";

/// Deterministic entropy: ids, tokens and dice are equal in every game.
pub(crate) fn repeatable() -> Entropy {
    let state = std::sync::Mutex::new(0x9E37_79B9_7F4A_7C15_u64);
    Arc::new(move |bytes: &mut [u8]| {
        let mut state = state.lock().unwrap();
        for byte in bytes {
            *state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            *byte = (*state >> 56) as u8;
        }
    })
}

/// A message without its times.
pub(crate) fn public(message: &Value) -> Value {
    fn without_times(value: &mut Value) {
        match value {
            Value::Object(fields) => {
                for time in ["at", "created", "createdAt", "lastMoveAt"] {
                    if fields.get(time).is_some_and(Value::is_number) {
                        fields.insert(time.to_owned(), json!(0));
                    }
                }
                fields.values_mut().for_each(without_times);
            }
            Value::Array(items) => items.iter_mut().for_each(without_times),
            Value::String(text) => {
                // Times inside the text of a record.
                while let Some(begin) = text.find("{[%at ") {
                    let end = text[begin..].find('}').unwrap();
                    text.replace_range(begin..=begin + end, "");
                }
            }
            _ => {}
        }
    }
    let mut message = message.clone();
    without_times(&mut message);
    message
}

/// Waits until everything that was sent to a client has arrived.
pub(crate) async fn arrive(client: &mut Client) {
    client.send(json!({"t": "ping", "n": 9})).await;
    client.until("pong").await;
}

pub(crate) fn here(name: &str) -> Value {
    json!({"kind": "here", "name": name})
}

pub(crate) struct Client {
    socket: WebSocketStream<MaybeTlsStream<TcpStream>>,
    acks: u32,
    /// The last version received.
    pub(crate) version: u64,
}

impl Client {
    /// Connects without a hello.
    pub(crate) async fn silent(server: &Server, table: &str) -> Self {
        Self::silent_at(server.address, table).await
    }

    /// The same with a cookie.
    pub(crate) async fn with_cookie(server: &Server, table: &str, cookie: &str) -> Self {
        let url = format!("ws://{}/api/tables/{table}/socket", server.address);
        let mut request = url.into_client_request().unwrap();
        request.headers_mut().insert("cookie", cookie.parse().unwrap());
        let (socket, _) = connect_async(request).await.unwrap();
        Self { socket, acks: 0, version: 0 }
    }

    /// The same with a small receive buffer.
    pub(crate) async fn narrow(server: &Server, table: &str) -> Self {
        let narrow = TcpSocket::new_v4().unwrap();
        narrow.set_recv_buffer_size(4096).unwrap();
        let stream = MaybeTlsStream::Plain(narrow.connect(server.address).await.unwrap());
        let url = format!("ws://{}/api/tables/{table}/socket", server.address);
        let (socket, _) = client_async(url, stream).await.unwrap();
        Self { socket, acks: 0, version: 0 }
    }

    async fn silent_at(address: SocketAddr, table: &str) -> Self {
        let url = format!("ws://{address}/api/tables/{table}/socket");
        let (socket, _) = connect_async(url).await.unwrap();
        Self { socket, acks: 0, version: 0 }
    }

    /// Connects, says hello and reads the full state.
    pub(crate) async fn join(server: &Server, table: &str, tokens: &[&str]) -> Self {
        Self::greet_at(server.address, table, tokens).await
    }

    /// The same at any address.
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

    /// Sends any frame; returns whether the connection still accepts one.
    pub(crate) async fn send_frame(&mut self, frame: Message) -> bool {
        self.socket.send(frame).await.is_ok()
    }

    /// The next message; `None` if the connection is closed.
    pub(crate) async fn next(&mut self) -> Option<Value> {
        // Pings are skipped and must not extend the timeout.
        let late = tokio::time::Instant::now() + PATIENCE;
        loop {
            let frame = tokio::time::timeout_at(late, self.socket.next()).await.expect("a message in time");
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

    /// The close code of the server; `None` without a close frame.
    pub(crate) async fn close_code(&mut self) -> Option<u16> {
        let late = tokio::time::Instant::now() + PATIENCE;
        loop {
            let frame = tokio::time::timeout_at(late, self.socket.next()).await.expect("the server closes in time");
            if let Message::Close(frame) = frame?.ok()? {
                return frame.map(|frame| frame.code.into());
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

    /// Sends a message with an `ack` number; returns its answer, `done` or `refused`.
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

    /// Makes a move at the version this client knows.
    pub(crate) async fn act(&mut self, seat: &str, action: &str) -> Value {
        let at = self.version;
        self.ask(json!({"t": "act", "at": at, "seat": seat, "action": action})).await
    }

    /// The next event of the match.
    pub(crate) async fn event(&mut self) -> Value {
        self.until("event").await
    }
}
