//! A minimal HTTP client for creating tables.

use serde_json::Value;
use tokio::io::{AsyncBufReadExt, AsyncReadExt, AsyncWriteExt, BufReader};
use tokio::net::TcpStream;

/// A connection to a server.
pub(crate) struct Client {
    host: String,
    stream: BufReader<TcpStream>,
}

impl Client {
    /// Connects to `http://HOST:PORT`.
    pub(crate) async fn connect(address: &str) -> Self {
        let host = address.strip_prefix("http://").expect("an address like http://127.0.0.1:7777").to_owned();
        let stream = TcpStream::connect(&host).await.expect("a server that listens");
        stream.set_nodelay(true).expect("a socket");
        Self { host, stream: BufReader::new(stream) }
    }

    pub(crate) async fn post(&mut self, path: &str, body: &Value) -> Value {
        let answer = self.ask("POST", path, &body.to_string()).await;
        serde_json::from_slice(&answer).expect("an answer in JSON")
    }

    pub(crate) async fn get(&mut self, path: &str) -> String {
        String::from_utf8(self.ask("GET", path, "").await).expect("text")
    }

    async fn ask(&mut self, method: &str, path: &str, body: &str) -> Vec<u8> {
        let length = body.len();
        let host = &self.host;
        let request = format!(
            "{method} {path} HTTP/1.1\r\nHost: {host}\r\nContent-Type: application/json\r\nContent-Length: {length}\r\n\r\n{body}"
        );
        self.stream.write_all(request.as_bytes()).await.expect("sent");
        let (status, length) = self.head().await;
        let mut answer = vec![0; length];
        self.stream.read_exact(&mut answer).await.expect("a body");
        let text = String::from_utf8_lossy(&answer);
        assert!(status.contains(" 20"), "{path}: {text} (does the server run with MENAGERIE_LIMITS=none?)");
        answer
    }

    /// The status line, and the length of the body.
    async fn head(&mut self) -> (String, usize) {
        let (mut status, mut length) = (String::new(), 0);
        self.stream.read_line(&mut status).await.expect("a status");
        loop {
            let mut line = String::new();
            self.stream.read_line(&mut line).await.expect("a header");
            let line = line.trim_end().to_ascii_lowercase();
            if line.is_empty() {
                return (status, length);
            }
            if let Some(number) = line.strip_prefix("content-length:") {
                length = number.trim().parse().expect("a length");
            }
        }
    }
}
