//! Server processes: children of this program that end with it.

use std::io::{BufRead, BufReader, Read};
use std::process::{Child, Command, Stdio};
use std::time::Duration;

/// A child process that serves.
pub(crate) struct Process {
    child: Child,
    /// Its URL: `http://127.0.0.1:34567`.
    pub(crate) address: String,
}

/// The unit of CPU times in `/proc` on Linux.
const TICK: Duration = Duration::from_millis(10);

impl Process {
    /// Starts this program with these arguments. The first line of its output is its URL.
    pub(crate) fn start(arguments: &[&str]) -> Self {
        let program = std::env::current_exe().expect("this program's path");
        let mut command = Command::new(program);
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

    /// Its CPU time so far.
    pub(crate) fn spent(&self) -> Duration {
        Times::of(self.child.id()).own
    }

    /// Its resident memory in bytes.
    pub(crate) fn resident(&self) -> u64 {
        let status = self.read("status");
        let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"));
        let kilobytes: u64 = line.and_then(|line| line.trim().trim_end_matches(" kB").parse().ok()).unwrap_or(0);
        kilobytes * 1024
    }

    fn read(&self, file: &str) -> String {
        std::fs::read_to_string(format!("/proc/{}/{file}", self.child.id())).unwrap_or_default()
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// The CPU time of a process and of its children, including those that have ended.
pub(crate) fn family_spent(id: u32) -> Duration {
    let processes = std::fs::read_dir("/proc").into_iter().flatten().flatten();
    let ids = processes.filter_map(|entry| entry.file_name().to_str()?.parse::<u32>().ok());
    let children = ids.map(Times::of).filter(|times| times.parent == id).map(|times| times.own);
    let root = Times::of(id);
    root.own + root.ended_children + children.sum::<Duration>()
}

/// What `/proc/PID/stat` says of a process.
struct Times {
    parent: u32,
    own: Duration,
    ended_children: Duration,
}

impl Times {
    /// The fields are counted after the program's name, which may contain spaces.
    fn of(id: u32) -> Self {
        let stat = std::fs::read_to_string(format!("/proc/{id}/stat")).unwrap_or_default();
        let fields: Vec<&str> = stat.rsplit(')').next().unwrap_or_default().split_whitespace().collect();
        let number = |place: usize| fields.get(place).and_then(|field| field.parse::<u32>().ok()).unwrap_or(0);
        Self {
            parent: number(1),
            own: TICK * (number(11) + number(12)),
            ended_children: TICK * (number(13) + number(14)),
        }
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
