//! `cargo xtask load --nodes N`: the load on several nodes with `PostgreSQL` and NATS beside one node on `SQLite`, and the
//! CPU time of each part.

use std::path::PathBuf;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use crate::command::{cargo, step, target};
use crate::services::{Nats, Postgres, Services, free_port};

/// The startup timeout of a node.
const PATIENCE: Duration = Duration::from_mins(1);
/// Statements printed with `--profile`.
const STATEMENTS: usize = 8;

/// What to run.
struct Options<'a> {
    nodes: usize,
    /// Another program to measure first, for comparison.
    before: Option<PathBuf>,
    profile: bool,
    /// Options of the load generator.
    load: Vec<&'a str>,
}

/// Runs a load on one node with `SQLite`, then on this number of nodes: the players of each table at different nodes,
/// at the same node, and while one node is frozen.
pub(crate) fn run(number: &str, words: &[&str]) -> Result<(), String> {
    let options = Options::read(number, words)?;
    step("program", &mut cargo(&["build", "--release", "--package", "menagerie-cli"]))?;
    crate::load::once(&[&options.load[..], &["--half", "--name", "one node, SQLite"]].concat())?;
    if let Some(program) = &options.before {
        options.measure(program, "before")?;
    }
    options.measure(&target().join("release/menagerie"), "nodes")
}

impl<'a> Options<'a> {
    fn read(number: &str, words: &[&'a str]) -> Result<Self, String> {
        let nodes = number.parse().map_err(|_| format!("--nodes {number}: not a number"))?;
        let mut options = Self { nodes, before: None, profile: false, load: Vec::new() };
        let mut words = words.iter();
        while let Some(&word) = words.next() {
            match word {
                "--before" => {
                    let program = words.next().filter(|program| !program.starts_with("--"));
                    options.before = Some(program.ok_or("--before needs the path of a program")?.into());
                }
                "--profile" => {
                    options.profile = true;
                    options.load.push(word);
                }
                _ => options.load.push(word),
            }
        }
        Ok(options)
    }

    /// Starts services and nodes of a program, and loads them.
    fn measure(&self, program: &PathBuf, name: &str) -> Result<(), String> {
        let services = Services::start()?;
        let (nats, postgres) = (services.nats(), services.postgres().ok_or("there is no PostgreSQL")?);
        postgres.enable_fsync()?;
        postgres.use_default_wal_size()?;
        if self.profile {
            postgres.count_statements()?;
        }
        let nodes: Vec<Node> =
            (0..self.nodes).map(|_| Node::start(program, postgres, nats)).collect::<Result<_, _>>()?;
        let parts = parts(&nodes, postgres, nats);
        let urls: Vec<String> = nodes.iter().map(Node::url).collect();
        let servers = urls.iter().flat_map(|url| ["--server", url.as_str()]);
        let processes = parts.iter().flat_map(|part| ["--processes", part.as_str()]);
        let load: Vec<&str> = self.load.iter().copied().chain(servers).chain(processes).collect();
        let (apart, together) = (format!("{} {name}, apart", self.nodes), format!("{} {name}, together", self.nodes));
        crate::load::once(&[&load[..], &["--half", "--name", &apart]].concat())?;
        if self.profile {
            println!("{}", postgres.statements(STATEMENTS)?);
        }
        crate::load::once(&[&load[..], &["--together", "--name", &together]].concat())?;
        self.measure_frozen(&nodes, &parts)
    }

    /// Loads all nodes but the last, which is idle first and frozen then: it must not slow the tables of the others.
    fn measure_frozen(&self, nodes: &[Node], parts: &[String]) -> Result<(), String> {
        let Some((last, others @ [_, ..])) = nodes.split_last() else { return Ok(()) };
        let urls: Vec<String> = others.iter().map(Node::url).collect();
        let servers = urls.iter().flat_map(|url| ["--server", url.as_str()]);
        let parts = parts.iter().flat_map(|part| ["--processes", part.as_str()]);
        let load: Vec<&str> = self.load.iter().copied().filter(|word| *word != "--profile").chain(servers).collect();
        let load: Vec<&str> = load.into_iter().chain(parts).chain(["--together", "--half", "--name"]).collect();
        crate::load::once(&[&load[..], &["one node idle"]].concat())?;
        last.freeze()?;
        crate::load::once(&[&load[..], &["one node frozen"]].concat())
    }
}

/// The processes of each part, as the load generator reads them.
fn parts(nodes: &[Node], postgres: &Postgres, nats: &Nats) -> Vec<String> {
    let nodes: Vec<String> = nodes.iter().map(|node| node.child.id().to_string()).collect();
    let postgres = postgres.id().map(|id| format!("PostgreSQL={id}"));
    [format!("nodes={}", nodes.join(",")), format!("NATS={}", nats.id())].into_iter().chain(postgres).collect()
}

/// A node process that ends with this value.
struct Node {
    child: Child,
    port: u16,
}

impl Node {
    fn start(program: &PathBuf, postgres: &Postgres, nats: &Nats) -> Result<Self, String> {
        let port = free_port()?;
        let mut command = Command::new(program);
        command.args(["serve", "--listen", &format!("127.0.0.1:{port}")]).stdout(Stdio::null());
        command.args(["--database", &postgres.url(), "--bus", &nats.url()]);
        // The nodes share the cores with each other, the database, the bus and the clients.
        command.env("MENAGERIE_LIMITS", "none").env("TOKIO_WORKER_THREADS", "1");
        let child = command.spawn().map_err(|error| format!("menagerie: {error}"))?;
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

    fn url(&self) -> String {
        format!("http://127.0.0.1:{}", self.port)
    }

    /// Stops the process without ending it: its connections stay open.
    fn freeze(&self) -> Result<(), String> {
        let frozen = Command::new("kill").args(["-STOP", &self.child.id().to_string()]).status();
        frozen.is_ok_and(|status| status.success()).then_some(()).ok_or_else(|| "a node cannot be frozen".to_owned())
    }
}

impl Drop for Node {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn another_program_needs_a_path() {
        let read = |words: &[&'static str]| Options::read("3", words);
        assert_eq!(read(&["--before", "old/menagerie", "--half"]).unwrap().before, Some("old/menagerie".into()));
        assert!(read(&["--before"]).is_err() && read(&["--before", "--profile"]).is_err());
        assert!(read(&["--tables", "50"]).unwrap().before.is_none());
    }
}
