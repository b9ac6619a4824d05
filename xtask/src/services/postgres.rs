//! A `PostgreSQL` server.

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use super::{as_nobody, free_port};
use crate::debian::install;

/// Nobody here pulls the plug: what the system has taken is safe, and tests need not wait for the disk.
const HASTE: &str = "fsync = off\n";

/// A `PostgreSQL` server that lives as long as this value.
pub struct Postgres {
    folder: PathBuf,
    programs: PathBuf,
    port: u16,
}

impl Postgres {
    /// Installs it if need be, starts it on a free port with its data in this folder, and waits until it answers. The folder
    /// must be one that [`as_nobody`] may write to.
    pub fn start(folder: &Path) -> Result<Self, String> {
        install("postgresql", || programs().is_some())?;
        let programs = programs().ok_or("PostgreSQL's programs are not in /usr/lib/postgresql")?;
        let postgres = Self { folder: folder.to_owned(), programs, port: free_port()? };
        postgres.call("initdb", &["--auth=trust", "--username=menagerie", "--encoding=UTF8", "--no-sync"])?;
        let settings = folder.join("data/postgresql.auto.conf");
        std::fs::write(&settings, HASTE).map_err(|error| format!("{}: {error}", settings.display()))?;
        postgres.start_again()?;
        Ok(postgres)
    }

    /// From now on what it has acknowledged is on the disk.
    pub fn wait_for_the_disk(&self) -> Result<(), String> {
        self.tell(&["ALTER SYSTEM SET fsync = on", "SELECT pg_reload_conf()"]).map(drop)
    }

    /// The address of a database that is there.
    pub fn url(&self) -> String {
        format!("postgres://menagerie@127.0.0.1:{}/postgres", self.port)
    }

    /// The number of its first process, whose children the others are.
    pub fn id(&self) -> Option<u32> {
        let text = std::fs::read_to_string(self.folder.join("data/postmaster.pid")).ok()?;
        text.lines().next()?.trim().parse().ok()
    }

    /// Starts it again after it was stopped or has died, and waits until it answers.
    pub fn start_again(&self) -> Result<(), String> {
        let folder = self.folder.display();
        let options = format!(
            "-k {folder} -p {} -c listen_addresses=127.0.0.1 -c max_connections=300 -c max_wal_size=64MB -c min_wal_size=32MB",
            self.port
        );
        let log = self.folder.join("log").display().to_string();
        self.call("pg_ctl", &["start", "--wait", "--options", &options, "--log", &log])
    }

    /// Stops it at once: its processes are killed, and it recovers when it starts again.
    pub fn stop_at_once(&self) -> Result<(), String> {
        self.call("pg_ctl", &["stop", "--mode", "immediate"])
    }

    /// Whether it runs.
    pub fn is_running(&self) -> bool {
        self.call("pg_ctl", &["status"]).is_ok()
    }

    /// Tells it something, one statement each, whatever its own settings forbid. What it answers, bare.
    pub fn tell(&self, statements: &[&str]) -> Result<String, String> {
        let mut command = Command::new(self.programs.join("psql"));
        command.arg(self.url()).args(["--quiet", "--no-psqlrc", "--no-align", "--tuples-only"]).current_dir("/");
        command.env("PGOPTIONS", "-c default_transaction_read_only=off");
        for statement in statements {
            command.args(["--command", statement]);
        }
        let output = command.output().map_err(|error| format!("psql: {error}"))?;
        let said = |bytes: &[u8]| String::from_utf8_lossy(bytes).trim().to_owned();
        if output.status.success() { Ok(said(&output.stdout)) } else { Err(said(&output.stderr)) }
    }

    fn call(&self, program: &str, arguments: &[&str]) -> Result<(), String> {
        let mut command = Command::new(self.programs.join(program));
        command.args(arguments).arg("--pgdata").arg(self.folder.join("data")).current_dir("/").stdout(Stdio::null());
        let status = as_nobody(&mut command).status().map_err(|error| format!("{program}: {error}"))?;
        if status.success() { Ok(()) } else { Err(format!("{program} failed in {}", self.folder.display())) }
    }
}

impl Drop for Postgres {
    fn drop(&mut self) {
        if let Err(message) = self.stop_at_once() {
            eprintln!("xtask: {message}");
        }
    }
}

fn programs() -> Option<PathBuf> {
    let versions = std::fs::read_dir("/usr/lib/postgresql").ok()?.flatten();
    versions.map(|version| version.path().join("bin")).filter(|bin| bin.join("initdb").exists()).max()
}
