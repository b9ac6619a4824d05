//! `cargo xtask services COMMAND`: a `PostgreSQL` and a NATS server of our own, on free ports of this machine, while something
//! runs that needs them. What it runs finds them through the environment.

use std::io::Read;
use std::net::TcpListener;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use crate::debian::install;
use crate::steps::{step, works};

/// Where tests look for a `PostgreSQL` server: an address whose database they do not use, but make their own beside it.
const POSTGRES: &str = "MENAGERIE_TEST_POSTGRES";
/// Where tests look for a NATS server.
const NATS: &str = "MENAGERIE_TEST_NATS";
/// Servers that do not start in this time never will.
const PATIENCE: Duration = Duration::from_mins(1);
/// `PostgreSQL` refuses to run as root: then it runs as nobody.
const NOBODY: u32 = 65534;

/// Runs a command while both servers run.
pub(crate) fn run(words: &[String]) -> Result<(), String> {
    let [program, arguments @ ..] = words else {
        return Err("say what to run: cargo xtask services cargo test -p menagerie-server".to_owned());
    };
    let services = Services::start()?;
    step("with PostgreSQL and NATS", services.tell(Command::new(program).args(arguments)))
}

/// Two servers that live as long as this value.
pub(crate) struct Services {
    folder: PathBuf,
    programs: PathBuf,
    port: u16,
    nats: Child,
    nats_port: u16,
}

impl Services {
    /// Installs both if need be, starts them, and waits until they answer.
    pub(crate) fn start() -> Result<Self, String> {
        install("postgresql", || postgres_programs().is_some())?;
        install("nats-server", || works(Command::new("nats-server").arg("--version")))?;
        let programs = postgres_programs().ok_or("PostgreSQL's programs are not in /usr/lib/postgresql")?;
        let folder = std::env::temp_dir().join(format!("menagerie-services-{}", std::process::id()));
        std::fs::create_dir_all(&folder).map_err(|error| format!("{}: {error}", folder.display()))?;
        give_away(&folder)?;
        let (port, nats_port) = (free_port()?, free_port()?);
        let nats = start_nats(nats_port)?;
        let services = Self { folder, programs, port, nats, nats_port };
        services.start_postgres()?;
        wait_for(nats_port)?;
        println!("==> PostgreSQL on port {port}, NATS on port {nats_port}");
        Ok(services)
    }

    /// Tells a command where the servers are.
    pub(crate) fn tell<'a>(&self, command: &'a mut Command) -> &'a mut Command {
        let postgres = format!("postgres://menagerie@127.0.0.1:{}/postgres", self.port);
        command.env(POSTGRES, postgres).env(NATS, format!("nats://127.0.0.1:{}", self.nats_port))
    }

    fn start_postgres(&self) -> Result<(), String> {
        self.postgres("initdb", &["--auth=trust", "--username=menagerie", "--encoding=UTF8", "--no-sync"])?;
        let folder = self.folder.display();
        let options =
            format!("-k {folder} -p {} -c listen_addresses=127.0.0.1 -c fsync=off -c max_connections=300", self.port);
        let log = self.folder.join("log").display().to_string();
        self.postgres("pg_ctl", &["start", "--wait", "--options", &options, "--log", &log])
    }

    fn postgres(&self, program: &str, arguments: &[&str]) -> Result<(), String> {
        let mut command = Command::new(self.programs.join(program));
        command.args(arguments).arg("--pgdata").arg(self.folder.join("data")).current_dir("/").stdout(Stdio::null());
        as_nobody(&mut command);
        let status = command.status().map_err(|error| format!("{program}: {error}"))?;
        if status.success() { Ok(()) } else { Err(format!("{program} failed in {}", self.folder.display())) }
    }
}

impl Drop for Services {
    fn drop(&mut self) {
        let stopped = self.postgres("pg_ctl", &["stop", "--mode", "immediate"]);
        let _ = self.nats.kill();
        let _ = self.nats.wait();
        match stopped {
            Ok(()) => drop(std::fs::remove_dir_all(&self.folder)),
            Err(message) => eprintln!("xtask: {message}"),
        }
    }
}

fn postgres_programs() -> Option<PathBuf> {
    let versions = std::fs::read_dir("/usr/lib/postgresql").ok()?.flatten();
    versions.map(|version| version.path().join("bin")).filter(|bin| bin.join("initdb").exists()).max()
}

fn start_nats(port: u16) -> Result<Child, String> {
    let mut command = Command::new("nats-server");
    command.args(["--addr", "127.0.0.1", "--port", &port.to_string()]).stdout(Stdio::null()).stderr(Stdio::null());
    command.spawn().map_err(|error| format!("nats-server: {error}"))
}

/// A NATS server greets whoever connects.
fn wait_for(port: u16) -> Result<(), String> {
    let begin = Instant::now();
    while begin.elapsed() < PATIENCE {
        let greeted = std::net::TcpStream::connect(("127.0.0.1", port)).and_then(|mut stream| stream.read(&mut [0; 4]));
        if greeted.is_ok_and(|bytes| bytes > 0) {
            return Ok(());
        }
        std::thread::sleep(Duration::from_millis(20));
    }
    Err("nats-server does not answer".to_owned())
}

/// A port that nobody uses at this moment.
fn free_port() -> Result<u16, String> {
    let listener = TcpListener::bind(("127.0.0.1", 0)).map_err(|error| format!("no free port: {error}"))?;
    listener.local_addr().map(|address| address.port()).map_err(|error| format!("no free port: {error}"))
}

#[cfg(unix)]
fn is_root() -> bool {
    use std::os::unix::fs::MetadataExt;
    std::fs::metadata("/proc/self").is_ok_and(|process| process.uid() == 0)
}

#[cfg(unix)]
fn give_away(folder: &Path) -> Result<(), String> {
    if is_root() {
        let given = std::os::unix::fs::chown(folder, Some(NOBODY), Some(NOBODY));
        given.map_err(|error| format!("{}: {error}", folder.display()))?;
    }
    Ok(())
}

#[cfg(unix)]
fn as_nobody(command: &mut Command) {
    use std::os::unix::process::CommandExt;
    if is_root() {
        command.uid(NOBODY).gid(NOBODY);
    }
}

#[cfg(not(unix))]
fn give_away(_: &Path) -> Result<(), String> {
    Err("the servers are started on Unix only".to_owned())
}

#[cfg(not(unix))]
fn as_nobody(_: &mut Command) {}
