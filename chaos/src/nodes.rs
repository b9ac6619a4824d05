//! The real programs: nodes and workers, and the servers they need.

use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use menagerie_store::{Store, StoreError};
use tempfile::TempDir;
use tokio::time::sleep;
use xtask::debian::library;
use xtask::services::{Nats, Postgres, as_nobody, free_port};

use crate::args::{Args, Base};
use crate::disk::Disk;
use crate::http;
use crate::wire::Wire;

/// Whatever was done to it, a node is well again within this time.
const PATIENCE: Duration = Duration::from_mins(1);
/// With several nodes, so many; and so many workers.
const NODES: usize = 3;
const WORKERS: usize = 2;
/// A shell that lets the program see a file that may not grow as an error, and not as its death.
const SHELL: &str = "trap '' XFSZ; exec \"$0\" \"$@\"";

/// A process that is killed at the latest when this value is dropped.
pub(crate) struct Process {
    name: String,
    arguments: Vec<String>,
    child: Option<Child>,
}

/// A node: a process with a port, and a wire to it.
pub(crate) struct Node {
    pub(crate) process: Process,
    port: u16,
    pub(crate) wire: Wire,
}

/// Everything that runs.
pub(crate) struct Cluster {
    program: PathBuf,
    pub(crate) nodes: Vec<Node>,
    pub(crate) workers: Vec<Process>,
    pub(crate) postgres: Option<Postgres>,
    pub(crate) nats: Option<Nats>,
    pub(crate) disk: Disk,
    faketime: Option<PathBuf>,
    folder: TempDir,
}

impl Cluster {
    /// Starts everything and waits until all is well.
    pub(crate) async fn start(args: &Args) -> Result<Self, String> {
        let folder =
            tempfile::Builder::new().prefix("menagerie-chaos-").tempdir().map_err(|error| error.to_string())?;
        open_to_all(folder.path())?;
        let disk = Disk::new(folder.path().join("database"))?;
        let several = args.base == Base::Postgres;
        let (postgres, nats) =
            if several { (Some(Postgres::start(disk.folder())?), Some(Nats::start()?)) } else { (None, None) };
        let program = reachable(&args.program, folder.path())?;
        let faketime = library("faketime/libfaketimeMT.so.1");
        let (nodes, workers) = (Vec::new(), Vec::new());
        let mut cluster = Self { program, nodes, workers, postgres, nats, disk, faketime, folder };
        for number in 0..if several { NODES } else { 1 } {
            cluster.add_node(number).await?;
        }
        for number in 0..if several { WORKERS } else { 0 } {
            let arguments = [&["worker", "--threads", "1"].map(str::to_owned)[..], &cluster.shared()].concat();
            let process = cluster.spawned(format!("worker-{number}"), arguments)?;
            cluster.workers.push(process);
        }
        Ok(cluster)
    }

    async fn add_node(&mut self, number: usize) -> Result<(), String> {
        let port = free_port()?;
        let mut arguments = vec!["serve".to_owned(), "--listen".to_owned(), format!("127.0.0.1:{port}")];
        if self.postgres.is_some() {
            arguments.extend(["--workers".to_owned(), "none".to_owned()]);
            arguments.extend(self.shared());
        } else {
            arguments.extend(["--data".to_owned(), self.disk.folder().display().to_string()]);
        }
        let wire = Wire::to(port).await.map_err(|error| error.to_string())?;
        let process = self.spawned(format!("node-{number}"), arguments)?;
        self.nodes.push(Node { process, port, wire });
        self.wait(number).await
    }

    /// How nodes and workers find what they share.
    fn shared(&self) -> Vec<String> {
        let postgres = self.postgres.iter().flat_map(|it| ["--database".to_owned(), it.url()]);
        let nats = self.nats.iter().flat_map(|it| ["--bus".to_owned(), it.url()]);
        postgres.chain(nats).collect()
    }

    fn spawned(&self, name: String, arguments: Vec<String>) -> Result<Process, String> {
        let mut process = Process { name, arguments, child: None };
        self.spawn(&mut process)?;
        Ok(process)
    }

    /// Starts a process that does not run.
    pub(crate) fn spawn(&self, process: &mut Process) -> Result<(), String> {
        let wrong = |error: std::io::Error| format!("{}: {error}", process.name);
        let log = self.folder.path().join(format!("{}.log", process.name));
        let log = File::options().create(true).append(true).open(log).map_err(wrong)?;
        let mut command = Command::new("sh");
        command.args(["-c", SHELL]).arg(&self.program).args(&process.arguments).current_dir("/");
        command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(log);
        // Nobody has no home, and looks for passwords in that of whoever started this.
        command.env("HOME", self.folder.path());
        for name in ["MENAGERIE_DATABASE", "MENAGERIE_BUS"] {
            command.env_remove(name);
        }
        if let Some(faketime) = &self.faketime {
            let clock = self.clock_of(&process.name);
            fs::write(&clock, "+0").map_err(wrong)?;
            command.env("LD_PRELOAD", faketime).env("FAKETIME_TIMESTAMP_FILE", clock);
            command.env("FAKETIME_NO_CACHE", "1").env("FAKETIME_DONT_FAKE_MONOTONIC", "1");
        }
        process.child = Some(as_nobody(&mut command).spawn().map_err(wrong)?);
        Ok(())
    }

    fn clock_of(&self, name: &str) -> PathBuf {
        self.folder.path().join(format!("{name}.clock"))
    }

    /// Whether clocks can be set at all.
    pub(crate) const fn has_clocks(&self) -> bool {
        self.faketime.is_some()
    }

    /// Sets a node's clock so many seconds forward or back.
    pub(crate) fn set_clock(&self, node: usize, seconds: i64) -> Result<(), String> {
        let clock = self.clock_of(&self.nodes[node].process.name);
        fs::write(clock, format!("{seconds:+}")).map_err(|error| error.to_string())
    }

    /// Starts a node again that was killed.
    pub(crate) async fn revive(&mut self, number: usize) -> Result<(), String> {
        self.start_node(number)?;
        self.wait(number).await
    }

    /// Starts a node without waiting for it.
    pub(crate) fn start_node(&mut self, number: usize) -> Result<(), String> {
        let mut process = self.nodes[number].process.taken();
        let spawned = self.spawn(&mut process);
        self.nodes[number].process = process;
        spawned
    }

    /// Starts a worker again that was killed.
    pub(crate) fn revive_worker(&mut self, number: usize) -> Result<(), String> {
        let mut process = self.workers[number].taken();
        let spawned = self.spawn(&mut process);
        self.workers[number] = process;
        spawned
    }

    /// Waits until all nodes are well.
    pub(crate) async fn recovered(&mut self) -> Result<(), String> {
        for number in 0..self.nodes.len() {
            self.wait(number).await?;
        }
        for worker in 0..self.workers.len() {
            // A worker that cannot reach the database when it starts ends; whoever runs it starts it again.
            if self.workers[worker].has_ended() {
                self.revive_worker(worker)?;
            }
        }
        Ok(())
    }

    /// Waits until a node is well. One that has ended by itself, as it may when its database is away while it starts, is
    /// started again, as a service manager would.
    async fn wait(&mut self, number: usize) -> Result<(), String> {
        let begin = Instant::now();
        while begin.elapsed() < PATIENCE {
            if self.is_well(number).await {
                return Ok(());
            }
            if self.nodes[number].process.has_ended() {
                self.start_node(number)?;
            }
            sleep(Duration::from_millis(50)).await;
        }
        Err(format!("{} is not well after {} s", self.nodes[number].process.name, PATIENCE.as_secs()))
    }

    async fn is_well(&self, number: usize) -> bool {
        let address = ([127, 0, 0, 1], self.nodes[number].port).into();
        http::call(address, "GET", "/healthz", "").await.is_ok_and(|(status, _)| status == 200)
    }

    /// Stops everything that writes, and opens the store to read it.
    pub(crate) async fn store(&mut self) -> Result<Store, StoreError> {
        self.nodes.iter_mut().for_each(|node| node.process.kill());
        self.workers.iter_mut().for_each(Process::kill);
        match &self.postgres {
            Some(postgres) => Store::postgres(&postgres.url()).await,
            None => Store::open(&self.disk.folder().join("menagerie.db")).await,
        }
    }

    /// What the processes wrote to standard error, the last lines of each.
    pub(crate) fn logs(&self, lines: usize) -> String {
        let processes = self.nodes.iter().map(|node| &node.process).chain(&self.workers);
        let tail = |process: &Process| {
            let text = fs::read_to_string(self.folder.path().join(format!("{}.log", process.name))).unwrap_or_default();
            let skipped = text.lines().count().saturating_sub(lines);
            let last: Vec<&str> = text.lines().skip(skipped).collect();
            format!("--- {}\n{}\n", process.name, last.join("\n"))
        };
        processes.map(tail).collect()
    }
}

impl Process {
    /// At once, without a chance to say anything (`SIGKILL`).
    pub(crate) fn kill(&mut self) {
        if let Some(mut child) = self.child.take() {
            let _ = child.kill();
            let _ = child.wait();
        }
    }

    /// Its number, while it runs.
    pub(crate) fn id(&self) -> Option<u32> {
        self.child.as_ref().map(Child::id)
    }

    fn has_ended(&mut self) -> bool {
        self.child.as_mut().is_none_or(|child| child.try_wait().is_ok_and(|status| status.is_some()))
    }

    /// The same, to be started anew.
    fn taken(&mut self) -> Self {
        self.kill();
        Self { name: std::mem::take(&mut self.name), arguments: std::mem::take(&mut self.arguments), child: None }
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        self.kill();
    }
}

/// Nobody must be able to enter it.
fn open_to_all(folder: &Path) -> Result<(), String> {
    use std::os::unix::fs::PermissionsExt;
    fs::set_permissions(folder, fs::Permissions::from_mode(0o755)).map_err(|error| error.to_string())
}

/// The program where nobody can reach it, too.
fn reachable(program: &Path, folder: &Path) -> Result<PathBuf, String> {
    let link = folder.join("menagerie");
    let linked = fs::hard_link(program, &link).or_else(|_| fs::copy(program, &link).map(|_| ()));
    linked.map_err(|error| format!("{}: {error}", program.display()))?;
    Ok(link)
}
