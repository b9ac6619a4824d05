//! A minimal HTTP client: one connection per request, with a timeout, a cookie and JSON.

use std::io;
use std::net::SocketAddr;
use std::time::Duration;

use serde_json::Value;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio::time::timeout;

/// The timeout of a request. The server is slow under strace.
const PATIENCE: Duration = Duration::from_secs(20);

/// A response.
pub(crate) struct Response {
    pub(crate) status: u16,
    /// The value of the cookie that the server set.
    pub(crate) cookie: Option<String>,
    /// `null` if the body is not JSON.
    pub(crate) body: Value,
}

/// Sends a request, with this `name=value` cookie if there is one.
pub(crate) async fn call(
    to: SocketAddr,
    method: &str,
    path: &str,
    cookie: Option<&str>,
    body: &Value,
) -> io::Result<Response> {
    let body = if body.is_null() { String::new() } else { body.to_string() };
    let cookie = cookie.map(|cookie| format!("Cookie: {cookie}\r\n")).unwrap_or_default();
    let request = format!(
        "{method} {path} HTTP/1.1\r\nHost: {to}\r\nContent-Type: application/json\r\nContent-Length: {}\r\n{cookie}\
         Connection: close\r\n\r\n{body}",
        body.len()
    );
    let bytes = timeout(PATIENCE, exchange(to, &request)).await;
    let bytes = bytes.map_err(|_| io::Error::from(io::ErrorKind::TimedOut))??;
    read(&bytes).ok_or_else(|| io::Error::from(io::ErrorKind::UnexpectedEof))
}

async fn exchange(to: SocketAddr, request: &str) -> io::Result<Vec<u8>> {
    let mut stream = TcpStream::connect(to).await?;
    stream.write_all(request.as_bytes()).await?;
    let mut answer = Vec::new();
    stream.read_to_end(&mut answer).await?;
    Ok(answer)
}

fn read(answer: &[u8]) -> Option<Response> {
    let text = std::str::from_utf8(answer).ok()?;
    let (head, body) = text.split_once("\r\n\r\n")?;
    let status = head.split(' ').nth(1)?.parse().ok()?;
    let header = head.lines().find_map(|line| line.strip_prefix("set-cookie: "));
    let cookie = header.and_then(|value| value.split(';').next()).map(str::to_owned);
    Some(Response { status, cookie, body: serde_json::from_str(body).unwrap_or_default() })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_response_has_its_status_its_cookie_and_its_body() {
        let answer = b"HTTP/1.1 201 Created\r\nset-cookie: s=abc; Path=/\r\ncontent-length: 7\r\n\r\n{\"a\":1}";
        let Response { status, cookie, body } = read(answer).unwrap();
        assert_eq!((status, cookie.as_deref(), &body["a"]), (201, Some("s=abc"), &Value::from(1)));
        assert!(read(b"HTTP/1.1 200 OK\r\n").is_none());
    }
}
