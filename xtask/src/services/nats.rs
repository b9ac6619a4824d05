//! A NATS server.

use std::io::Read;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use super::free_port;
use crate::debian::install;
use crate::steps::works;

/// A server that does not start in this time never will.
const PATIENCE: Duration = Duration::from_mins(1);

/// A NATS server that lives as long as this value.
pub struct Nats {
    port: u16,
    child: Child,
}

impl Nats {
    /// Installs it if need be, starts it on a free port, and waits until it answers.
    pub fn start() -> Result<Self, String> {
        install("nats-server", || works(Command::new("nats-server").arg("--version")))?;
        let port = free_port()?;
        let nats = Self { port, child: spawn(port)? };
        nats.wait()?;
        Ok(nats)
    }

    /// Its address.
    pub fn url(&self) -> String {
        format!("nats://127.0.0.1:{}", self.port)
    }

    /// The number of its process.
    pub fn id(&self) -> u32 {
        self.child.id()
    }

    /// Kills it.
    pub fn kill(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }

    /// Starts it again on its port after it was killed.
    pub fn start_again(&mut self) -> Result<(), String> {
        self.child = spawn(self.port)?;
        self.wait()
    }

    /// A NATS server greets whoever connects.
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
