//! A temporary `PostgreSQL` server.

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use super::{as_nobody, free_port};
use crate::tools::Tool;

/// Tests need no durability against power loss, so they skip the disk sync. Their disk may be small.
const SETTINGS: &str = "fsync = off\nmax_wal_size = '64MB'\nmin_wal_size = '32MB'\n";

const SERVER: Tool = Tool {
    name: "PostgreSQL",
    package: "postgresql",
    elsewhere: "On Fedora: sudo dnf install postgresql-server. On macOS: brew install postgresql. \
                Elsewhere: install it so that initdb is in a folder of PATH.",
};

/// Folders with one folder for each version, as Debian, Fedora and Homebrew have them.
const VERSIONS: [&str; 5] = ["/usr/lib/postgresql", "/usr", "/usr/local/opt", "/opt/homebrew/opt", "/opt/postgresql"];

/// The programs that are called.
const PROGRAMS: [&str; 3] = ["initdb", "pg_ctl", "psql"];

/// A `PostgreSQL` server; dropping the value stops it.
pub struct Postgres {
    folder: PathBuf,
    binaries: PathBuf,
    port: u16,
}

impl Postgres {
    /// Whether it is there, or can be installed.
    pub fn available() -> Result<(), String> {
        SERVER.provide(|| binaries().is_some())
    }

    /// Installs it if necessary, starts it on a free port with its data in this folder, and waits until it answers.
    /// [`as_nobody`] must be able to write to the folder.
    pub fn start(folder: &Path) -> Result<Self, String> {
        Self::available()?;
        let binaries = binaries().ok_or("PostgreSQL's programs have gone")?;
        let postgres = Self { folder: folder.to_owned(), binaries, port: free_port()? };
        postgres.call("initdb", &["--auth=trust", "--username=menagerie", "--encoding=UTF8", "--no-sync"])?;
        let settings = folder.join("data/postgresql.auto.conf");
        std::fs::write(&settings, SETTINGS).map_err(|error| format!("{}: {error}", settings.display()))?;
        postgres.restart()?;
        Ok(postgres)
    }

    /// Turns durability on.
    pub fn enable_fsync(&self) -> Result<(), String> {
        self.execute(&["ALTER SYSTEM SET fsync = on", "SELECT pg_reload_conf()"]).map(drop)
    }

    /// Gives it the default size of its write-ahead log. With a small one it writes a checkpoint every few seconds under load.
    pub fn use_default_wal_size(&self) -> Result<(), String> {
        let statements =
            ["ALTER SYSTEM RESET max_wal_size", "ALTER SYSTEM RESET min_wal_size", "SELECT pg_reload_conf()"];
        self.execute(&statements).map(drop)
    }

    /// Restarts it with `pg_stat_statements`, which counts statements and their times.
    pub fn count_statements(&self) -> Result<(), String> {
        self.execute(&["ALTER SYSTEM SET shared_preload_libraries = 'pg_stat_statements'"])?;
        self.call("pg_ctl", &["stop", "--mode", "fast"])?;
        self.restart()?;
        self.execute(&["CREATE EXTENSION pg_stat_statements"]).map(drop)
    }

    /// The statements that took the most time since [`Self::count_statements`].
    pub fn statements(&self, most: usize) -> Result<String, String> {
        let query = format!(
            "SELECT round(total_exec_time) || ' ms in ' || calls || ' calls, ' || rows || ' rows: '
                 || left(regexp_replace(query, '\\s+', ' ', 'g'), 90)
             FROM pg_stat_statements ORDER BY total_exec_time DESC LIMIT {most}"
        );
        self.execute(&[&query])
    }

    /// The URL of an existing database.
    pub fn url(&self) -> String {
        format!("postgres://menagerie@127.0.0.1:{}/postgres", self.port)
    }

    /// Its port.
    pub const fn port(&self) -> u16 {
        self.port
    }

    /// The process id of its main process.
    pub fn id(&self) -> Option<u32> {
        let text = std::fs::read_to_string(self.folder.join("data/postmaster.pid")).ok()?;
        text.lines().next()?.trim().parse().ok()
    }

    /// Starts it after it was stopped or crashed, and waits until it answers.
    pub fn restart(&self) -> Result<(), String> {
        let folder = self.folder.display();
        let options = format!("-k {folder} -p {} -c listen_addresses=127.0.0.1 -c max_connections=300", self.port);
        let log = self.folder.join("log").display().to_string();
        self.call("pg_ctl", &["start", "--wait", "--options", &options, "--log", &log])
    }

    /// Stops it immediately: its processes are killed, and it recovers at the next start.
    pub fn stop_immediately(&self) -> Result<(), String> {
        self.call("pg_ctl", &["stop", "--mode", "immediate"])
    }

    /// Whether it runs.
    pub fn is_running(&self) -> bool {
        self.call("pg_ctl", &["status"]).is_ok()
    }

    /// Runs SQL statements with transactions set to writable; returns the output without headers.
    pub fn execute(&self, statements: &[&str]) -> Result<String, String> {
        let mut command = Command::new(self.binaries.join("psql"));
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
        let mut command = Command::new(self.binaries.join(program));
        command.args(arguments).arg("--pgdata").arg(self.folder.join("data")).current_dir("/").stdout(Stdio::null());
        let status = as_nobody(&mut command).status().map_err(|error| format!("{program}: {error}"))?;
        if status.success() { Ok(()) } else { Err(format!("{program} failed in {}", self.folder.display())) }
    }
}

impl Drop for Postgres {
    fn drop(&mut self) {
        if let Err(message) = self.stop_immediately() {
            eprintln!("xtask: {message}");
        }
    }
}

/// The folder with all its programs: one of `PATH`, or that of the newest version. A folder with some of them, such as links
/// to the server's programs only, does not do.
fn binaries() -> Option<PathBuf> {
    let complete = |folder: &PathBuf| PROGRAMS.iter().all(|program| folder.join(program).is_file());
    let path = std::env::var_os("PATH").unwrap_or_default();
    let versions = VERSIONS.iter().flat_map(|folder| std::fs::read_dir(folder).into_iter().flatten().flatten());
    let newest = || versions.map(|version| version.path().join("bin")).filter(complete).max();
    std::env::split_paths(&path).find(complete).or_else(newest)
}
