//! `cargo xtask load --nodes N`: the load on several nodes with `PostgreSQL` and NATS, and the CPU time of each part.

use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use crate::command::{cargo, step, target};
use crate::services::{Nats, Postgres, Services, free_port};

/// The startup timeout of a node.
const PATIENCE: Duration = Duration::from_mins(1);
/// The unit of CPU times in `/proc` on Linux.
const TICK: Duration = Duration::from_millis(10);

/// A node process that ends with this value.
struct Node {
    child: Child,
    port: u16,
}

/// Runs a load on this number of nodes.
pub(crate) fn run(number: &str, words: &[&str]) -> Result<(), String> {
    let number: usize = number.parse().map_err(|_| format!("--nodes {number}: not a number"))?;
    step("program", &mut cargo(&["build", "--release", "--package", "menagerie-cli"]))?;
    let services = Services::start()?;
    let (nats, postgres) = (services.nats(), services.postgres().ok_or("there is no PostgreSQL")?);
    postgres.enable_fsync()?;
    let nodes = (0..number).map(|_| Node::start(postgres, nats)).collect::<Result<Vec<_>, _>>()?;
    let servers: Vec<String> = nodes.iter().map(|node| format!("http://127.0.0.1:{}", node.port)).collect();
    let servers = servers.iter().flat_map(|url| ["--server", url.as_str()]);
    let words: Vec<&str> = words.iter().copied().chain(servers).collect();
    let before = CpuTime::now(postgres, nats, &nodes);
    crate::load::once(&words)?;
    let after = CpuTime::now(postgres, nats, &nodes);
    let events = postgres.execute(&["SELECT count(*) FROM events"])?;
    after.print_since(&before, events.parse().unwrap_or(0));
    Ok(())
}

impl Node {
    fn start(postgres: &Postgres, nats: &Nats) -> Result<Self, String> {
        let port = free_port()?;
        let mut command = Command::new(target().join("release/menagerie"));
        command.args(["serve", "--listen", &format!("127.0.0.1:{port}")]).stdout(Stdio::null());
        command.args(["--database", &postgres.url(), "--bus", &nats.url()]);
        let child = command.env("MENAGERIE_LIMITS", "none").spawn().map_err(|error| format!("menagerie: {error}"))?;
        let node = Self { child, port };
        let begin = Instant::now();
        while std::net::TcpStream::connect(("127.0.0.1", port)).is_err() {
            if begin.elapsed() > PATIENCE {
                return Err("a node does not listen".to_owned());
            }
            std::thread::sleep(Duration::from_millis(20));
        }
        Ok(node)
    }
}

impl Drop for Node {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// The CPU time of each part.
struct CpuTime {
    nodes: Duration,
    postgres: Duration,
    nats: Duration,
}

impl CpuTime {
    fn now(postgres: &Postgres, nats: &Nats, nodes: &[Node]) -> Self {
        Self {
            nodes: nodes.iter().map(|node| of_process(node.child.id())).sum(),
            postgres: postgres.id().map_or(Duration::ZERO, of_family),
            nats: of_process(nats.id()),
        }
    }

    /// Prints the CPU time per event. It includes creating the tables and the warm-up.
    fn print_since(&self, before: &Self, events: u64) {
        let each = |now: Duration, then: Duration| now.saturating_sub(then).as_secs_f64() * 1e6 / events.max(1) as f64;
        println!(
            "{events} events; processor time for each: nodes {:.0} µs, PostgreSQL {:.0} µs, NATS {:.0} µs",
            each(self.nodes, before.nodes),
            each(self.postgres, before.postgres),
            each(self.nats, before.nats)
        );
    }
}

/// The CPU time of a process: fields 14 and 15 of `/proc/PID/stat`, counted after the name, which may contain spaces.
fn of_process(id: u32) -> Duration {
    times(id).map_or(Duration::ZERO, |times| times[..2].iter().sum())
}

/// The CPU time of a process and its children, including those that have ended.
fn of_family(id: u32) -> Duration {
    let own = times(id).map_or(Duration::ZERO, |times| times.iter().sum());
    let processes = std::fs::read_dir("/proc").into_iter().flatten().flatten();
    let ids = processes.filter_map(|entry| entry.file_name().to_str()?.parse::<u32>().ok());
    own + ids.filter(|&child| parent(child) == Some(id)).map(of_process).sum::<Duration>()
}

fn fields(id: u32) -> Option<Vec<u64>> {
    let line = std::fs::read_to_string(format!("/proc/{id}/stat")).ok()?;
    let behind = line.rsplit_once(") ")?.1;
    Some(behind.split(' ').map(|field| field.trim().parse().unwrap_or(0)).collect())
}

fn parent(id: u32) -> Option<u32> {
    fields(id)?.get(1).map(|&parent| parent as u32)
}

/// User and system time of a process, and of its ended children.
fn times(id: u32) -> Option<[Duration; 4]> {
    let fields = fields(id)?;
    let time = |place: usize| fields.get(place).map(|&ticks| TICK * ticks as u32);
    Some([time(11)?, time(12)?, time(13)?, time(14)?])
}
