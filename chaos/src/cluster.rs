//! The processes under test: nodes, workers, and the services they need.

mod backups;
mod process;
pub(crate) mod services;
mod versions;

use std::fs;
use std::path::Path;
use std::time::{Duration, Instant};

use menagerie_store::{Store, StoreError};
use tempfile::TempDir;
use tokio::time::sleep;
use xtask::services::{Nats, Postgres, free_port};
use xtask::tools::library;

use crate::args::{Args, Backend};
use crate::database_probe::DatabaseProbe;
use crate::disk::Disk;
use crate::faults::Fault;
use crate::http;
use crate::program_logs::{LogReader, SuspiciousLine};
use crate::tcp_proxy::TcpProxy;
use backups::Backup;
pub(crate) use process::Process;
use process::{Launcher, reachable};
use versions::Versions;

/// The recovery timeout of a node.
const PATIENCE: Duration = Duration::from_mins(1);
/// After this time a worker, which has no health check, must have started.
const STARTUP: Duration = Duration::from_secs(10);
/// The nodes and workers of a cluster.
const NODES: usize = 3;
const WORKERS: usize = 2;

/// A node: its process, its port, its proxy, and the proxies between it and its services.
pub(crate) struct Node {
    pub(crate) process: Process,
    port: u16,
    pub(crate) proxy: TcpProxy,
    pub(crate) to_database: Option<TcpProxy>,
    pub(crate) to_bus: Option<TcpProxy>,
}

/// A process that ended although nothing had stopped it.
#[derive(Clone, Debug)]
pub(crate) struct Death {
    pub(crate) process: String,
    pub(crate) status: String,
    /// Whether it had run in a healthy cluster. If not, it ended at its start.
    pub(crate) settled: bool,
    /// The fault in force.
    pub(crate) during: Option<Fault>,
}

/// All processes of a run.
pub(crate) struct Cluster {
    launcher: Launcher,
    /// The programs of rolling upgrades, if an older one was started first.
    versions: Option<Versions>,
    pub(crate) nodes: Vec<Node>,
    pub(crate) workers: Vec<Process>,
    pub(crate) postgres: Option<Postgres>,
    pub(crate) nats: Option<Nats>,
    pub(crate) disk: Disk,
    logs: LogReader,
    /// The fault in force.
    pub(crate) fault: Option<Fault>,
    pub(crate) deaths: Vec<Death>,
    /// The backups that were taken.
    pub(crate) backups: Vec<Backup>,
    folder: TempDir,
}

impl Cluster {
    /// Starts everything and waits until all nodes are healthy.
    pub(crate) async fn start(args: &Args) -> Result<Self, String> {
        let folder =
            tempfile::Builder::new().prefix("menagerie-chaos-").tempdir().map_err(|error| error.to_string())?;
        open_to_all(folder.path())?;
        let disk = Disk::new(folder.path().join("database"))?;
        let several = args.backend == Backend::Postgres;
        let (postgres, nats) = if several {
            (Some(services::durable_postgres(disk.folder()).await?), Some(Nats::start()?))
        } else {
            (None, None)
        };
        let newest = reachable(&args.program, folder.path(), "menagerie")?;
        let oldest = args.upgrade_from.as_deref().map(|older| reachable(older, folder.path(), "menagerie-before"));
        let (program, versions) = match oldest.transpose()? {
            Some(oldest) => (oldest.clone(), Some(Versions::new(oldest, newest))),
            None => (newest, None),
        };
        let launcher =
            Launcher { program, folder: folder.path().to_owned(), faketime: library("faketime/libfaketimeMT.so.1") };
        let (nodes, workers, deaths, logs) = (Vec::new(), Vec::new(), Vec::new(), LogReader::default());
        let mut cluster = Self {
            launcher,
            versions,
            nodes,
            workers,
            postgres,
            nats,
            disk,
            logs,
            fault: None,
            deaths,
            backups: Vec::new(),
            folder,
        };
        for number in 0..if several { NODES } else { 1 } {
            cluster.add_node(number).await?;
        }
        for number in 0..if several { WORKERS } else { 0 } {
            cluster.add_worker(number)?;
        }
        cluster.recovered().await?;
        Ok(cluster)
    }

    async fn add_node(&mut self, number: usize) -> Result<(), String> {
        let wrong = |error: std::io::Error| error.to_string();
        let port = free_port()?;
        let mut arguments = vec!["serve".to_owned(), "--listen".to_owned(), format!("127.0.0.1:{port}")];
        let (mut to_database, mut to_bus) = (None, None);
        if let (Some(postgres), Some(nats)) = (&self.postgres, &self.nats) {
            let database = TcpProxy::to(postgres.port()).await.map_err(wrong)?;
            let bus = TcpProxy::to(nats.port()).await.map_err(wrong)?;
            let through = |url: String, port: u16, proxy: &TcpProxy| {
                url.replace(&format!(":{port}"), &format!(":{}", proxy.address().port()))
            };
            arguments.extend(["--workers".to_owned(), "none".to_owned()]);
            arguments.extend(["--database".to_owned(), through(postgres.url(), postgres.port(), &database)]);
            arguments.extend(["--bus".to_owned(), through(nats.url(), nats.port(), &bus)]);
            (to_database, to_bus) = (Some(database), Some(bus));
        } else {
            arguments.extend(["--data".to_owned(), self.disk.folder().display().to_string()]);
        }
        let proxy = TcpProxy::to(port).await.map_err(wrong)?;
        let process = self.launcher.start(format!("node-{number}"), arguments)?;
        self.nodes.push(Node { process, port, proxy, to_database, to_bus });
        self.wait(number).await
    }

    fn add_worker(&mut self, number: usize) -> Result<(), String> {
        let mut arguments = ["worker", "--threads", "1"].map(str::to_owned).to_vec();
        arguments.extend(self.postgres.iter().flat_map(|it| ["--database".to_owned(), it.url()]));
        arguments.extend(self.nats.iter().flat_map(|it| ["--bus".to_owned(), it.url()]));
        self.workers.push(self.launcher.start(format!("worker-{number}"), arguments)?);
        Ok(())
    }

    /// The folder of the run's files.
    pub(crate) fn folder(&self) -> &Path {
        self.folder.path()
    }

    /// The program that runs now.
    pub(crate) fn program(&self) -> &Path {
        &self.launcher.program
    }

    /// From now on processes start the other program, if there are two. Returns whether the program has changed.
    pub(crate) async fn change_version(&mut self) -> Result<bool, String> {
        let url = self.database_url();
        let Some(versions) = &mut self.versions else { return Ok(false) };
        let wrong = |error: sqlx::Error| format!("the schema version: {error}");
        let mut probe = DatabaseProbe::open(&url).await.map_err(wrong)?;
        let next = versions.next(probe.schema_version().await.map_err(wrong)?);
        let changes = self.launcher.program != next;
        next.clone_into(&mut self.launcher.program);
        Ok(changes)
    }

    /// Whether clocks can be shifted (libfaketime is installed).
    pub(crate) const fn has_clocks(&self) -> bool {
        self.launcher.faketime.is_some()
    }

    /// Shifts a node's clock by this number of seconds.
    pub(crate) fn set_clock(&self, node: usize, seconds: i64) -> Result<(), String> {
        let clock = self.launcher.clock_of(&self.nodes[node].process.name);
        fs::write(clock, format!("{seconds:+}")).map_err(|error| error.to_string())
    }

    /// Restarts a killed node.
    pub(crate) async fn restart_node(&mut self, number: usize) -> Result<(), String> {
        self.start_node(number)?;
        self.wait(number).await
    }

    /// Starts a node without waiting for it.
    pub(crate) fn start_node(&mut self, number: usize) -> Result<(), String> {
        self.launcher.spawn(&mut self.nodes[number].process)
    }

    /// Restarts a killed worker.
    pub(crate) fn restart_worker(&mut self, number: usize) -> Result<(), String> {
        self.launcher.spawn(&mut self.workers[number])
    }

    /// Waits until all nodes are healthy.
    pub(crate) async fn recovered(&mut self) -> Result<(), String> {
        for number in 0..self.nodes.len() {
            self.wait(number).await?;
            self.nodes[number].process.settled = true;
        }
        for worker in 0..self.workers.len() {
            // A worker exits if it cannot reach the database at start; a service manager would restart it.
            if note_death(&mut self.workers[worker], self.fault, &mut self.deaths) {
                self.restart_worker(worker)?;
            } else if self.workers[worker].age() > STARTUP {
                self.workers[worker].settled = true;
            }
        }
        Ok(())
    }

    /// Waits until a node is healthy. A node may exit if its database is down while it starts; it is restarted, as by a
    /// service manager.
    async fn wait(&mut self, number: usize) -> Result<(), String> {
        let begin = Instant::now();
        while begin.elapsed() < PATIENCE {
            if self.is_healthy(number).await {
                return Ok(());
            }
            if note_death(&mut self.nodes[number].process, self.fault, &mut self.deaths) {
                self.start_node(number)?;
            }
            sleep(Duration::from_millis(50)).await;
        }
        Err(format!("{} is not healthy after {} s", self.nodes[number].process.name, PATIENCE.as_secs()))
    }

    async fn is_healthy(&self, number: usize) -> bool {
        let address = ([127, 0, 0, 1], self.nodes[number].port).into();
        http::call(address, "GET", "/healthz", "").await.is_ok_and(|(status, _)| status == 200)
    }

    /// Notes processes that have ended by themselves.
    pub(crate) fn note_deaths(&mut self) {
        for process in self.nodes.iter_mut().map(|node| &mut node.process).chain(&mut self.workers) {
            note_death(process, self.fault, &mut self.deaths);
        }
    }

    /// The suspicious log lines since the last call.
    pub(crate) fn new_log_lines(&mut self) -> Vec<SuspiciousLine> {
        let processes = self.nodes.iter().map(|node| &node.process).chain(&self.workers);
        let mut files: Vec<_> = processes.map(|it| (it.name.clone(), self.launcher.log_of(&it.name))).collect();
        if self.postgres.is_some() {
            files.push(("postgresql".to_owned(), self.disk.folder().join("log")));
        }
        self.logs.read(&files)
    }

    /// Stops all writers and opens the store for reading.
    pub(crate) async fn store(&mut self) -> Result<Store, StoreError> {
        self.nodes.iter_mut().for_each(|node| node.process.kill());
        self.workers.iter_mut().for_each(Process::kill);
        match &self.postgres {
            Some(postgres) => Store::postgres(&postgres.url()).await,
            None => Store::open(&self.disk.folder().join("menagerie.db")).await,
        }
    }

    /// The last log lines of each process.
    pub(crate) fn log_tails(&self, lines: usize) -> String {
        let processes = self.nodes.iter().map(|node| &node.process).chain(&self.workers);
        let tail = |process: &Process| {
            let text = fs::read_to_string(self.launcher.log_of(&process.name)).unwrap_or_default();
            let skipped = text.lines().count().saturating_sub(lines);
            let last: Vec<&str> = text.lines().skip(skipped).collect();
            format!("--- {}\n{}\n", process.name, last.join("\n"))
        };
        let postgres = fs::read_to_string(self.disk.folder().join("log")).unwrap_or_default();
        let skipped = postgres.lines().count().saturating_sub(lines);
        let postgres: Vec<&str> = postgres.lines().skip(skipped).collect();
        processes.map(tail).chain([format!("--- postgresql\n{}\n", postgres.join("\n"))]).collect()
    }
}

/// Notes that a process has ended by itself. Returns whether it has.
fn note_death(process: &mut Process, during: Option<Fault>, deaths: &mut Vec<Death>) -> bool {
    let Some(status) = process.end() else { return false };
    let (name, settled) = (process.name.clone(), process.settled || process.age() > STARTUP);
    deaths.push(Death { process: name, status: status.to_string(), settled, during });
    process.kill();
    true
}

/// The user `nobody` must be able to enter the folder.
fn open_to_all(folder: &Path) -> Result<(), String> {
    use std::os::unix::fs::PermissionsExt;
    fs::set_permissions(folder, fs::Permissions::from_mode(0o755)).map_err(|error| error.to_string())
}
