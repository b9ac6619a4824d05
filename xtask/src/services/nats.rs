//! A temporary NATS server.

use std::io::Read;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use super::free_port;
use crate::command::succeeds;
use crate::tools::Tool;

/// The startup timeout.
const PATIENCE: Duration = Duration::from_mins(1);

const SERVER: Tool = Tool {
    name: "nats-server",
    package: "nats-server",
    elsewhere: "On macOS: brew install nats-server. Elsewhere: https://nats.io/download, then put it into a folder of PATH.",
};

/// A NATS server; dropping the value stops it.
pub struct Nats {
    port: u16,
    child: Child,
}

impl Nats {
    /// Whether it is there, or can be installed.
    pub fn available() -> Result<(), String> {
        SERVER.provide(|| succeeds(Command::new("nats-server").arg("--version")))
    }

    /// Installs it if necessary, starts it on a free port, and waits until it answers.
    pub fn start() -> Result<Self, String> {
        Self::available()?;
        let port = free_port()?;
        let nats = Self { port, child: spawn(port)? };
        nats.wait()?;
        Ok(nats)
    }

    /// Its URL.
    pub fn url(&self) -> String {
        format!("nats://127.0.0.1:{}", self.port)
    }

    /// Its port.
    pub const fn port(&self) -> u16 {
        self.port
    }

    /// Its process id.
    pub fn id(&self) -> u32 {
        self.child.id()
    }

    /// Kills it.
    pub fn kill(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }

    /// Restarts it on its port.
    pub fn restart(&mut self) -> Result<(), String> {
        self.child = spawn(self.port)?;
        self.wait()
    }

    /// A NATS server greets every client that connects.
    fn wait(&self) -> Result<(), String> {
        let begin = Instant::now();
        while begin.elapsed() < PATIENCE {
            let greeted =
                std::net::TcpStream::connect(("127.0.0.1", self.port)).and_then(|mut stream| stream.read(&mut [0; 4]));
            if greeted.is_ok_and(|bytes| bytes > 0) {
                return Ok(());
            }
            std::thread::sleep(Duration::from_millis(20));
        }
        Err("nats-server does not answer".to_owned())
    }
}

impl Drop for Nats {
    fn drop(&mut self) {
        self.kill();
    }
}

fn spawn(port: u16) -> Result<Child, String> {
    let mut command = Command::new("nats-server");
    command.args(["--addr", "127.0.0.1", "--port", &port.to_string()]).stdout(Stdio::null()).stderr(Stdio::null());
    command.spawn().map_err(|error| format!("nats-server: {error}"))
}
