//! The programs under test as processes: started with a clock of their own, signalled, and watched for their end.

use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::time::{Duration, Instant};

use tokio::time::sleep;
use xtask::command::succeeds;
use xtask::services::as_nobody;

/// A shell that ignores SIGXFSZ, so that a file size limit is a write error for the program and does not kill it.
const SHELL: &str = "trap '' XFSZ; exec \"$0\" \"$@\"";
/// The limit of a graceful shutdown.
const SHUTDOWN: Duration = Duration::from_secs(30);

/// A process that is killed when this value is dropped, if not before.
pub(crate) struct Process {
    pub(crate) name: String,
    arguments: Vec<String>,
    child: Option<Child>,
    started: Instant,
    /// Whether it ran when the cluster was found healthy: from then on it must not end by itself.
    pub(crate) settled: bool,
}

/// What all processes of a run have in common.
pub(crate) struct Launcher {
    /// The program that is started.
    pub(crate) program: PathBuf,
    /// The folder of logs and clocks.
    pub(crate) folder: PathBuf,
    /// The library that shifts clocks.
    pub(crate) faketime: Option<PathBuf>,
}

impl Launcher {
    /// Starts a new process.
    pub(crate) fn start(&self, name: String, arguments: Vec<String>) -> Result<Process, String> {
        let mut process = Process { name, arguments, child: None, started: Instant::now(), settled: false };
        self.spawn(&mut process)?;
        Ok(process)
    }

    /// Starts a process again; kills it first if it still runs.
    pub(crate) fn spawn(&self, process: &mut Process) -> Result<(), String> {
        process.kill();
        let wrong = |error: std::io::Error| format!("{}: {error}", process.name);
        let log = File::options().create(true).append(true).open(self.log_of(&process.name)).map_err(wrong)?;
        let mut command = Command::new("sh");
        command.args(["-c", SHELL]).arg(&self.program).args(&process.arguments).current_dir("/");
        command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(log);
        // The user `nobody` has no home: without HOME, the database driver would read the password file of the user who
        // started this.
        command.env("HOME", &self.folder);
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
        process.started = Instant::now();
        Ok(())
    }

    /// The log file of a process.
    pub(crate) fn log_of(&self, name: &str) -> PathBuf {
        self.folder.join(format!("{name}.log"))
    }

    /// The file with the clock's shift of a process.
    pub(crate) fn clock_of(&self, name: &str) -> PathBuf {
        self.folder.join(format!("{name}.clock"))
    }
}

impl Process {
    /// Kills the process with SIGKILL.
    pub(crate) fn kill(&mut self) {
        self.settled = false;
        if let Some(mut child) = self.child.take() {
            let _ = child.kill();
            let _ = child.wait();
        }
    }

    /// The time since its start.
    pub(crate) fn age(&self) -> Duration {
        self.started.elapsed()
    }

    /// The process id, while it runs.
    pub(crate) fn id(&self) -> Option<u32> {
        self.child.as_ref().map(Child::id)
    }

    /// The status of a process that has ended by itself.
    pub(crate) fn end(&mut self) -> Option<ExitStatus> {
        self.child.as_mut().and_then(|child| child.try_wait().ok().flatten())
    }

    /// Sends a signal by its name.
    pub(crate) fn signal(&self, signal: &str) -> Result<(), String> {
        let id = self.id().ok_or_else(|| format!("{} does not run", self.name))?;
        let sent = succeeds(Command::new("kill").arg(format!("-{signal}")).arg(id.to_string()));
        if sent { Ok(()) } else { Err(format!("cannot send {signal} to {}", self.name)) }
    }

    /// Shuts the process down gracefully with SIGTERM.
    pub(crate) async fn shut_down(&mut self) -> Result<(), String> {
        self.settled = false;
        self.signal("TERM")?;
        let begin = Instant::now();
        while begin.elapsed() < SHUTDOWN {
            match self.end() {
                Some(status) if status.success() => {
                    self.child = None;
                    return Ok(());
                }
                Some(status) => return Err(format!("{} ended its shutdown with {status}", self.name)),
                None => sleep(Duration::from_millis(20)).await,
            }
        }
        Err(format!("{} is still there {} s after SIGTERM", self.name, SHUTDOWN.as_secs()))
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        self.kill();
    }
}

/// A copy of a program that the user `nobody` can execute.
pub(crate) fn reachable(program: &Path, folder: &Path, name: &str) -> Result<PathBuf, String> {
    let link = folder.join(name);
    let linked = fs::hard_link(program, &link).or_else(|_| fs::copy(program, &link).map(|_| ()));
    linked.map_err(|error| format!("{}: {error}", program.display()))?;
    Ok(link)
}
