//! A running server, ended with the value.

use std::io::{BufRead, BufReader};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use super::http::Client;

/// A server that has printed its address.
pub(super) struct Server {
    child: Child,
    /// Host and port.
    pub(super) address: String,
    /// From the start of the process until the page was there.
    pub(super) start: Duration,
}

impl Server {
    /// Starts a server and fetches its page.
    pub(super) fn start(command: &mut Command) -> Result<Self, String> {
        let begin = Instant::now();
        let spawned = command.stdin(Stdio::null()).stdout(Stdio::piped()).spawn();
        let mut child = spawned.map_err(|error| format!("the server cannot be started: {error}"))?;
        let out = child.stdout.take().ok_or("the server has no output")?;
        let mut server = Self { child, address: String::new(), start: Duration::ZERO };
        let mut line = String::new();
        BufReader::new(out).read_line(&mut line).map_err(|error| error.to_string())?;
        let address = line.trim().strip_prefix("Menagerie: http://").map(|rest| rest.trim_end_matches('/'));
        address.ok_or_else(|| format!("the server said: {line}"))?.clone_into(&mut server.address);
        server.fetch_page()?;
        server.start = begin.elapsed();
        Ok(server)
    }

    /// The page, its first script, and the health check.
    pub(super) fn fetch_page(&self) -> Result<(), String> {
        let client = Client::new(&self.address);
        let page = client.request("GET", "/", None)?;
        let script = page.body.split("src=\"").nth(1).and_then(|rest| rest.split('"').next());
        let script = script.filter(|_| page.status == 200).ok_or("the page is not served")?;
        let script = format!("/{}", script.trim_start_matches(['.', '/']));
        for path in [script.as_str(), "/healthz"] {
            let answer = client.request("GET", path, None)?;
            if answer.status != 200 || answer.body.is_empty() {
                return Err(format!("{path}: {} {}", answer.status, answer.body));
            }
        }
        Ok(())
    }

    /// Asks the server to end, as a service manager does, and waits for it.
    pub(super) fn stop(mut self) -> Result<(), String> {
        let asked = Command::new("kill").arg(self.child.id().to_string()).status();
        asked.map_err(|error| format!("kill: {error}"))?;
        let status = self.child.wait().map_err(|error| error.to_string())?;
        // A shell or `runuser` in front of the server reports the signal instead of its status.
        if status.success() || status.code().is_none_or(|code| code == 143) {
            return Ok(());
        }
        Err(format!("the server ended with {status}"))
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
