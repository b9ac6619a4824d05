//! Where the time goes: samples each part with `perf` while it is measured, and prints the shares by subject.

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::process::{Child, Command, Output, Stdio};
use std::time::Duration;

use crate::cpu_time::Part;

/// Functions printed for each part.
const FUNCTIONS: usize = 12;
/// Samples per second of CPU time.
const FREQUENCY: &str = "997";

/// What a function's time is spent on, by a part of its name. The first row that fits counts.
const SUBJECTS: &[(&str, &[&str])] = &[
    ("network", &["tcp", "inet", "sock", "skb", "ip_", "__ip", "net_rx", "loopback", "dev_", "nf_", "eth_", "fib_"]),
    ("waking and switching", &["futex", "sched", "switch", "epoll", "ep_", "wake", "idle", "_raw_spin", "swapgs"]),
    ("disk", &["ext4", "blk", "jbd2", "virtio", "xlog", "sync", "vfs_", "page_", "pwrite", "iomap"]),
    ("JSON", &["serde", "ryu", "itoa", "json"]),
    ("game and views", &["menagerie_game", "menagerie_jungle", "menagerie_match", "menagerie_wire"]),
    ("table", &["menagerie_table", "table_task", "menagerie_server::tables"]),
    ("database client", &["sqlx", "menagerie_store", "rusqlite"]),
    ("SQLite", &["sqlite3"]),
    ("bus", &["menagerie_bus", "async_nats", "menagerie_server::cluster"]),
    ("WebSocket", &["tungstenite", "websocket", "axum", "hyper"]),
    ("tasks", &["tokio", "mio"]),
    ("memory", &["mi_", "malloc", "free", "memcpy", "memmove", "memset", "AllocSet", "palloc"]),
];

/// Running samplers, one for each part.
pub(crate) struct Sampling(Vec<(String, PathBuf, Child)>);

impl Sampling {
    /// Samples the parts for this time.
    pub(crate) fn start(parts: &[Part], time: Duration) -> Self {
        Self(parts.iter().filter_map(|part| sample(part, time)).collect())
    }

    /// Waits for the samplers and prints what they found.
    pub(crate) fn print(self) {
        for (name, file, child) in self.0 {
            match child.wait_with_output() {
                Ok(output) if output.status.success() => {
                    println!("\n{name}: shares of its processor time");
                    print_shares(&functions(&file));
                }
                Ok(output) => print_failure(&name, &output),
                Err(error) => eprintln!("load: no profile of {name}: perf: {error}"),
            }
            let _ = std::fs::remove_file(file);
        }
        println!();
    }
}

fn sample(part: &Part, time: Duration) -> Option<(String, PathBuf, Child)> {
    let file = std::env::temp_dir().join(format!("menagerie-{}-{}.perf", part.name, std::process::id()));
    let processes = part.family().iter().map(u32::to_string).collect::<Vec<_>>().join(",");
    let mut command = Command::new("perf");
    command.args(["record", "--event", "cpu-clock", "--freq", FREQUENCY, "--pid", &processes, "--output"]);
    command.arg(&file).args(["--", "sleep", &time.as_secs_f64().to_string()]);
    match command.stdout(Stdio::null()).stderr(Stdio::piped()).spawn() {
        Ok(child) => Some((part.name.clone(), file, child)),
        Err(error) => {
            eprintln!("load: no profile: perf: {error} (Debian's package is linux-perf)");
            None
        }
    }
}

/// Says why perf failed. The usual cause is that it may not attach to processes of another user.
fn print_failure(what: &str, output: &Output) {
    eprintln!("load: no profile of {what}: perf ended with {}", output.status);
    for line in String::from_utf8_lossy(&output.stderr).lines().filter(|line| !line.trim().is_empty()) {
        eprintln!("  {line}");
    }
    eprintln!("  run it as root, or set kernel.perf_event_paranoid to 1");
}

/// The functions with their shares in percent, largest first.
fn functions(file: &PathBuf) -> Vec<(f64, String)> {
    let mut command = Command::new("perf");
    command.args(["report", "--stdio", "--no-children", "--sort", "symbol", "--percent-limit", "0.05", "--input"]);
    let output = match command.arg(file).output() {
        Ok(output) if output.status.success() => output,
        Ok(output) => {
            print_failure("the samples", &output);
            return Vec::new();
        }
        Err(error) => {
            eprintln!("load: no profile: perf: {error}");
            return Vec::new();
        }
    };
    String::from_utf8_lossy(&output.stdout).lines().filter_map(function).collect()
}

/// Reads `12.34%  [k] name`.
fn function(line: &str) -> Option<(f64, String)> {
    let (share, name) = line.trim().split_once('%')?;
    Some((share.parse().ok()?, name.trim().get(4..)?.trim().to_owned()))
}

fn print_shares(functions: &[(f64, String)]) {
    let mut shares: BTreeMap<&str, f64> = BTreeMap::new();
    for (share, name) in functions {
        *shares.entry(subject(name)).or_default() += share;
    }
    let mut shares: Vec<_> = shares.into_iter().collect();
    shares.sort_by(|one, other| other.1.total_cmp(&one.1));
    for (subject, share) in shares {
        println!("  {share:>5.1} % {subject}");
    }
    println!("  the largest functions:");
    for (share, name) in functions.iter().take(FUNCTIONS) {
        println!("  {share:>5.1} % {}", name.chars().take(100).collect::<String>());
    }
}

fn subject(name: &str) -> &'static str {
    let fits = |words: &[&str]| words.iter().any(|word| name.contains(word));
    SUBJECTS.iter().find(|(_, words)| fits(words)).map_or("other", |(subject, _)| subject)
}
