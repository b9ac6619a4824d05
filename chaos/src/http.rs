//! A minimal HTTP client: one connection per request, with a timeout.

use std::io;
use std::net::SocketAddr;
use std::time::Duration;

use serde_json::Value;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio::time::timeout;

/// The timeout of a request.
const PATIENCE: Duration = Duration::from_secs(10);

/// A request.
#[derive(Clone, Debug, Default)]
pub(crate) struct Request<'a> {
    pub(crate) method: &'a str,
    pub(crate) path: &'a str,
    pub(crate) body: &'a str,
    /// An API token.
    pub(crate) bearer: Option<&'a str>,
    /// The cookie of a session.
    pub(crate) cookie: Option<&'a str>,
}

/// A response.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Response {
    pub(crate) status: u16,
    /// The cookie that it sets.
    pub(crate) cookie: Option<String>,
    pub(crate) body: String,
}

impl Response {
    /// The body as JSON; `null` if it is none.
    pub(crate) fn json(&self) -> Value {
        serde_json::from_str(&self.body).unwrap_or_default()
    }

    /// Whether the request was carried out.
    pub(crate) const fn is_ok(&self) -> bool {
        self.status < 300
    }
}

/// The status and the JSON body of a response; a body that is not JSON is `null`.
pub(crate) async fn call(to: SocketAddr, method: &str, path: &str, body: &str) -> io::Result<(u16, Value)> {
    let response = send(to, &Request { method, path, body, ..Request::default() }).await?;
    Ok((response.status, response.json()))
}

/// The whole response. One that was cut off is an error.
pub(crate) async fn send(to: SocketAddr, request: &Request<'_>) -> io::Result<Response> {
    let asked = timeout(PATIENCE, exchange(to, request)).await;
    let bytes = asked.map_err(|_| io::Error::from(io::ErrorKind::TimedOut))??;
    read(&bytes).ok_or_else(|| io::Error::from(io::ErrorKind::UnexpectedEof))
}

async fn exchange(to: SocketAddr, request: &Request<'_>) -> io::Result<Vec<u8>> {
    let mut stream = open(to, request).await?;
    let mut answer = Vec::new();
    stream.read_to_end(&mut answer).await?;
    Ok(answer)
}

/// Sends a request; the response is still to be read.
pub(crate) async fn open(to: SocketAddr, request: &Request<'_>) -> io::Result<TcpStream> {
    let mut stream = TcpStream::connect(to).await?;
    let Request { method, path, body, bearer, cookie } = request;
    let mut head = format!(
        "{method} {path} HTTP/1.1\r\nHost: {to}\r\nContent-Type: application/json\r\nContent-Length: {}\r\n\
         Connection: close\r\n",
        body.len()
    );
    head.extend(bearer.map(|token| format!("Authorization: Bearer {token}\r\n")));
    head.extend(cookie.map(|cookie| format!("Cookie: {cookie}\r\n")));
    stream.write_all(format!("{head}\r\n{body}").as_bytes()).await?;
    Ok(stream)
}

/// The response in these bytes, if all of it is there.
fn read(answer: &[u8]) -> Option<Response> {
    let text = std::str::from_utf8(answer).ok()?;
    let (head, body) = text.split_once("\r\n\r\n")?;
    let status = head.split(' ').nth(1)?.parse().ok()?;
    let header = |name: &str| {
        let named = head.lines().filter_map(|line| line.split_once(':'));
        named.into_iter().find(|(key, _)| key.eq_ignore_ascii_case(name)).map(|(_, value)| value.trim())
    };
    let length = header("content-length").and_then(|length| length.parse::<usize>().ok());
    if length.is_some_and(|length| body.len() < length) {
        return None;
    }
    let body = if header("transfer-encoding").is_some() { unchunked(body)? } else { body.to_owned() };
    let cookie = header("set-cookie").and_then(|cookie| cookie.split(';').next()).map(str::to_owned);
    Some(Response { status, cookie, body })
}

/// The content of a body in chunks, if its last chunk is there.
fn unchunked(mut body: &str) -> Option<String> {
    let mut content = String::new();
    loop {
        let (length, rest) = body.split_once("\r\n")?;
        let length = usize::from_str_radix(length, 16).ok()?;
        if length == 0 {
            return Some(content);
        }
        content += rest.get(..length)?;
        body = rest.get(length..)?.strip_prefix("\r\n")?;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_response_that_was_cut_off_is_none() {
        let whole = "HTTP/1.1 200 OK\r\ncontent-length: 7\r\nset-cookie: a=b; Path=/\r\n\r\n{\"n\":1}";
        let response = read(whole.as_bytes()).unwrap();
        assert_eq!((response.status, response.cookie.as_deref(), &response.json()["n"]), (200, Some("a=b"), &1.into()));
        assert_eq!(read(&whole.as_bytes()[..whole.len() - 1]), None);
        let chunks = "HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n3\r\n{\"n\r\n4\r\n\":1}\r\n0\r\n\r\n";
        assert_eq!(read(chunks.as_bytes()).map(|it| it.body), Some("{\"n\":1}".to_owned()));
        assert_eq!(read(&chunks.as_bytes()[..chunks.len() - 6]), None);
    }
}
