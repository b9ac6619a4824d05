//! Server processes: children of this program that end with it.

use std::io::{BufRead, BufReader, Read};
use std::process::{Child, Command, Stdio};

/// A child process that serves.
pub(crate) struct Process {
    child: Child,
    /// Its URL: `http://127.0.0.1:34567`.
    pub(crate) address: String,
}

impl Process {
    /// Starts this program with these arguments. The first line of its output is its URL.
    pub(crate) fn start(arguments: &[&str]) -> Self {
        Self::spawn(&mut this_program(), arguments)
    }

    /// The same, with one thread for connections: several nodes share the cores.
    pub(crate) fn start_with_one_thread(arguments: &[&str]) -> Self {
        Self::spawn(this_program().env("TOKIO_WORKER_THREADS", "1"), arguments)
    }

    fn spawn(command: &mut Command, arguments: &[&str]) -> Self {
        // The child ends when its standard input closes, even if this program is killed.
        let mut child = command
            .args(arguments)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .expect("a process of this program");
        let mut address = String::new();
        let output = child.stdout.take().expect("its output");
        BufReader::new(output).read_line(&mut address).expect("its address");
        assert!(!address.is_empty(), "a server did not start: {arguments:?}");
        Self { child, address: address.trim_end().to_owned() }
    }

    /// Its process id.
    pub(crate) fn id(&self) -> u32 {
        self.child.id()
    }

    /// Its resident memory in bytes.
    pub(crate) fn resident(&self) -> u64 {
        let status = self.read("status");
        let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"));
        let kilobytes: u64 = line.and_then(|line| line.trim().trim_end_matches(" kB").parse().ok()).unwrap_or(0);
        kilobytes * 1024
    }

    fn read(&self, file: &str) -> String {
        std::fs::read_to_string(format!("/proc/{}/{file}", self.id())).unwrap_or_default()
    }
}

fn this_program() -> Command {
    Command::new(std::env::current_exe().expect("this program's path"))
}

impl Drop for Process {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// In the child: prints the URL, and waits until the parent closes standard input.
pub(crate) async fn serve_at(address: std::net::SocketAddr) {
    let (ended, end) = tokio::sync::oneshot::channel();
    println!("http://{address}");
    std::thread::spawn(move || {
        let _ = std::io::stdin().read_to_end(&mut Vec::new());
        let _ = ended.send(());
    });
    let _ = end.await;
}
