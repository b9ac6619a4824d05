//! A small HTTP client. It speaks HTTP 1.0, so that an answer ends with its connection.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::time::Duration;

use serde_json::Value;

/// Longer than any answer takes, also from a program that qemu runs.
const TIMEOUT: Duration = Duration::from_mins(1);

/// A client of one server.
pub(super) struct Client {
    /// Host and port.
    pub(super) address: String,
    /// Additional headers, each with its line end.
    pub(super) headers: String,
}

/// An answer.
pub(super) struct Answer {
    pub(super) status: u16,
    pub(super) headers: String,
    pub(super) body: String,
}

impl Client {
    pub(super) fn new(address: &str) -> Self {
        Self { address: address.to_owned(), headers: String::new() }
    }

    /// Sends a request and reads the whole answer.
    pub(super) fn request(&self, method: &str, path: &str, body: Option<&Value>) -> Result<Answer, String> {
        let (status, headers, mut reader) = self.send(method, path, body)?;
        let mut content = Vec::new();
        reader.read_to_end(&mut content).map_err(|error| format!("{path}: {error}"))?;
        Ok(Answer { status, headers, body: String::from_utf8_lossy(&content).into_owned() })
    }

    /// The JSON of a successful answer.
    pub(super) fn json(&self, method: &str, path: &str, body: Option<&Value>) -> Result<Value, String> {
        let answer = self.request(method, path, body)?;
        if !(200..300).contains(&answer.status) {
            return Err(format!("{method} {path}: {} {}", answer.status, answer.body));
        }
        serde_json::from_str(&answer.body).map_err(|error| format!("{path}: {error}: {}", answer.body))
    }

    /// The lines of a stream, as they come.
    pub(super) fn lines(&self, path: &str) -> Result<impl Iterator<Item = String>, String> {
        let (status, _, reader) = self.send("GET", path, None)?;
        if status != 200 {
            return Err(format!("{path}: {status}"));
        }
        Ok(reader.lines().map_while(Result::ok))
    }

    fn send(
        &self,
        method: &str,
        path: &str,
        body: Option<&Value>,
    ) -> Result<(u16, String, BufReader<TcpStream>), String> {
        let wrong = |error: std::io::Error| format!("{method} {path}: {error}");
        let mut stream = TcpStream::connect(&self.address).map_err(wrong)?;
        stream.set_read_timeout(Some(TIMEOUT)).map_err(wrong)?;
        let body = body.map(Value::to_string).unwrap_or_default();
        let request = format!(
            "{method} {path} HTTP/1.0\r\nHost: {}\r\nContent-Type: application/json\r\nContent-Length: {}\r\n{}\r\n{body}",
            self.address,
            body.len(),
            self.headers
        );
        stream.write_all(request.as_bytes()).map_err(wrong)?;
        let mut reader = BufReader::new(stream);
        let mut headers = String::new();
        while !headers.ends_with("\r\n\r\n") {
            if reader.read_line(&mut headers).map_err(wrong)? == 0 {
                return Err(format!("{method} {path}: the answer ends in its headers"));
            }
        }
        let status = headers.split(' ').nth(1).and_then(|status| status.parse().ok());
        Ok((status.ok_or_else(|| format!("{path}: no status: {headers}"))?, headers, reader))
    }
}
