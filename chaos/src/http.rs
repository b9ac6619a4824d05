//! The few plain requests that are made: one connection each, and no patience.

use std::io;
use std::net::SocketAddr;
use std::time::Duration;

use serde_json::Value;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio::time::timeout;

/// Asks and waits no longer than this.
const PATIENCE: Duration = Duration::from_secs(10);

/// The status and the body of an answer; a body that is no JSON is nothing.
pub(crate) async fn call(to: SocketAddr, method: &str, path: &str, body: &str) -> io::Result<(u16, Value)> {
    let asked = timeout(PATIENCE, ask(to, method, path, body)).await;
    let bytes = asked.map_err(|_| io::Error::from(io::ErrorKind::TimedOut))??;
    read(&bytes).ok_or_else(|| io::Error::from(io::ErrorKind::UnexpectedEof))
}

async fn ask(to: SocketAddr, method: &str, path: &str, body: &str) -> io::Result<Vec<u8>> {
    let mut stream = TcpStream::connect(to).await?;
    let length = body.len();
    let request = format!(
        "{method} {path} HTTP/1.1\r\nHost: {to}\r\nContent-Type: application/json\r\nContent-Length: {length}\r\n\
         Connection: close\r\n\r\n{body}"
    );
    stream.write_all(request.as_bytes()).await?;
    let mut answer = Vec::new();
    stream.read_to_end(&mut answer).await?;
    Ok(answer)
}

fn read(answer: &[u8]) -> Option<(u16, Value)> {
    let text = std::str::from_utf8(answer).ok()?;
    let (head, body) = text.split_once("\r\n\r\n")?;
    let status = head.split(' ').nth(1)?.parse().ok()?;
    Some((status, serde_json::from_str(body).unwrap_or_default()))
}
