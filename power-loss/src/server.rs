//! The server under test: the unmodified program, under strace.

use std::fs::{self, File};
use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use serde_json::Value;
use tokio::time::sleep;
use xtask::services::free_port;

use crate::error::RunError;
use crate::http;
use crate::recording::CALLS;

/// How long a server may take to start or to stop under strace.
const PATIENCE: Duration = Duration::from_mins(1);
/// A shell that writes its process id into a file and becomes the server.
const SHELL: &str = "echo $$ > \"$0\"; exec \"$@\"";

/// How a server is stopped.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Stop {
    /// `SIGTERM`: a graceful shutdown.
    Gracefully,
    /// `SIGKILL`.
    Kill,
}

/// A running server.
pub(crate) struct Server {
    strace: Child,
    pid_file: PathBuf,
    log: PathBuf,
    pub(crate) address: SocketAddr,
}

impl Server {
    /// Starts the program on the data folder and waits until it is healthy. The files of strace begin with `traces`.
    pub(crate) async fn start(program: &Path, data: &Path, traces: &Path) -> Result<Self, RunError> {
        let port = free_port().map_err(RunError::Other)?;
        let address: SocketAddr = ([127, 0, 0, 1], port).into();
        let (pid_file, log) = (traces.with_extension("pid"), traces.with_extension("log"));
        let output = File::create(&log).map_err(RunError::io("the server's log"))?;
        let mut command = Command::new("strace");
        command.args(["-ff", "--seccomp-bpf", "-y", "-xx", "-s", "1000000", "--syscall-times=ns"]);
        command.arg("--absolute-timestamps=format:unix,precision:ns");
        command.arg("-o").arg(traces).args(["-e", &format!("trace={CALLS}"), "sh", "-c", SHELL]).arg(&pid_file);
        command.arg(program).args(["serve", "--listen", &address.to_string(), "--data"]).arg(data);
        command.env("MENAGERIE_LIMITS", "none").env_remove("MENAGERIE_DATABASE").env_remove("MENAGERIE_BUS");
        command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(output);
        let strace = command.spawn().map_err(RunError::io("strace"))?;
        let mut server = Self { strace, pid_file, log, address };
        server.wait_until_healthy().await?;
        Ok(server)
    }

    async fn wait_until_healthy(&mut self) -> Result<(), RunError> {
        let begin = Instant::now();
        while begin.elapsed() < PATIENCE && !matches!(self.strace.try_wait(), Ok(Some(_))) {
            let health = http::call(self.address, "GET", "/healthz", None, &Value::Null).await;
            if health.is_ok_and(|response| response.status == 200) {
                return Ok(());
            }
            sleep(Duration::from_millis(50)).await;
        }
        let log = fs::read_to_string(&self.log).unwrap_or_default();
        Err(RunError::NotHealthy(begin.elapsed().as_secs(), log))
    }

    /// Stops the server and waits until strace has written everything.
    pub(crate) async fn stop(mut self, how: Stop) -> Result<(), RunError> {
        self.signal(how)?;
        let begin = Instant::now();
        while begin.elapsed() < PATIENCE {
            if let Ok(Some(_)) = self.strace.try_wait() {
                return Ok(());
            }
            sleep(Duration::from_millis(20)).await;
        }
        Err(RunError::Other("the server does not stop".to_owned()))
    }

    fn signal(&self, how: Stop) -> Result<(), RunError> {
        let pid = fs::read_to_string(&self.pid_file).map_err(RunError::io("the server's process id"))?;
        let signal = match how {
            Stop::Gracefully => "-TERM",
            Stop::Kill => "-KILL",
        };
        Command::new("kill").args([signal, pid.trim()]).status().map_err(RunError::io("kill"))?;
        Ok(())
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        if let Ok(None) = self.strace.try_wait() {
            let _ = self.signal(Stop::Kill);
            let _ = self.strace.wait();
        }
    }
}
