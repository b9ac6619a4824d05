//! The services of a cluster in a fault run: `PostgreSQL` with durable commits, and NATS.

use std::fs;
use std::path::Path;
use std::process::Command;
use std::time::{Duration, Instant};

use tokio::time::sleep;
use xtask::command::succeeds;
use xtask::services::Postgres;

/// The limit of a change of a setting, and of the search for a commit.
const PATIENCE: Duration = Duration::from_secs(10);

/// What a session does when `PostgreSQL` is killed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Committing {
    /// One statement that commits by itself. Its session shows the statement and never `COMMIT`.
    Append,
    /// The `COMMIT` of a transaction.
    Transaction,
}

impl Committing {
    /// Counts such sessions. The session that asks is left out: its query contains the texts that it looks for.
    /// `PostgreSQL` shows the first 1,024 bytes of a statement, so appends that begin or end a match are not seen.
    fn query(self) -> String {
        let text = match self {
            Self::Append => "%INSERT INTO events%",
            Self::Transaction => "COMMIT%",
        };
        format!(
            "SELECT count(*) FROM pg_stat_activity \
             WHERE state = 'active' AND pid <> pg_backend_pid() AND query ILIKE '{text}'"
        )
    }
}

/// Starts `PostgreSQL` with the disk sync on: these tests are about what a crash leaves behind.
pub(crate) async fn durable_postgres(folder: &Path) -> Result<Postgres, String> {
    let postgres = Postgres::start(folder)?;
    postgres.enable_fsync()?;
    let begin = Instant::now();
    while check_durability(&postgres).is_err() && begin.elapsed() < PATIENCE {
        sleep(Duration::from_millis(20)).await;
    }
    check_durability(&postgres)?;
    Ok(postgres)
}

/// Whether a commit reaches the disk before it is acknowledged.
pub(crate) fn check_durability(postgres: &Postgres) -> Result<(), String> {
    for setting in ["fsync", "synchronous_commit", "full_page_writes"] {
        let value = postgres.execute(&[&format!("SHOW {setting}")])?;
        if value != "on" {
            return Err(format!("PostgreSQL runs with {setting} = {value}: commits are not durable"));
        }
    }
    Ok(())
}

/// Kills all processes of `PostgreSQL` while a session commits in this way. Returns whether one did.
///
/// Every commit waits a tenth of a second before its disk sync, so that the kill hits one.
pub(crate) async fn kill_during_commit(postgres: &Postgres, folder: &Path, what: Committing) -> Result<bool, String> {
    let reload = "SELECT pg_reload_conf()";
    postgres.execute(&["ALTER SYSTEM SET commit_delay = 100000", "ALTER SYSTEM SET commit_siblings = 0", reload])?;
    let (begin, mut caught) = (Instant::now(), false);
    while !caught && begin.elapsed() < PATIENCE {
        caught = postgres.execute(&[&what.query()])? != "0";
        sleep(Duration::from_millis(5)).await;
    }
    kill_all(postgres, folder)?;
    Ok(caught)
}

/// Starts `PostgreSQL` after its death. What its processes held, the kernel frees a moment later.
pub(crate) async fn start_again(postgres: &Postgres) -> Result<(), String> {
    let begin = Instant::now();
    loop {
        match postgres.restart() {
            Err(error) if begin.elapsed() > PATIENCE => return Err(error),
            Err(_) => sleep(Duration::from_millis(200)).await,
            Ok(()) => return Ok(()),
        }
    }
}

/// Ends the slow commits.
pub(crate) fn reset_commits(postgres: &Postgres) -> Result<(), String> {
    let reset = ["ALTER SYSTEM RESET commit_delay", "ALTER SYSTEM RESET commit_siblings", "SELECT pg_reload_conf()"];
    postgres.execute(&reset).map(drop)
}

/// Kills the main process and its children with SIGKILL, and waits until they are gone.
fn kill_all(postgres: &Postgres, folder: &Path) -> Result<(), String> {
    let main = postgres.id().ok_or("PostgreSQL does not run")?;
    // A stopped process makes no more children, and does not react to their death.
    succeeds(Command::new("kill").arg("-STOP").arg(main.to_string()));
    let family: Vec<u32> = [main].into_iter().chain(children(main)).collect();
    let words = family.iter().map(ToString::to_string);
    // A child may have ended meanwhile.
    succeeds(Command::new("kill").arg("-KILL").args(words));
    let begin = Instant::now();
    while family.iter().any(|id| is_alive(*id)) {
        if begin.elapsed() > PATIENCE {
            return Err("PostgreSQL's processes do not end".to_owned());
        }
        std::thread::sleep(Duration::from_millis(5));
    }
    // As long as the killed process is a zombie, its id exists, and a new server would not start.
    let _ = fs::remove_file(folder.join("data/postmaster.pid"));
    Ok(())
}

/// The fields of a process after its name: its state, its parent, and more.
fn status_of(id: u32) -> Option<Vec<String>> {
    let text = fs::read_to_string(format!("/proc/{id}/stat")).ok()?;
    let (_, rest) = text.rsplit_once(") ")?;
    Some(rest.split(' ').map(str::to_owned).collect())
}

/// Whether a process exists and is no zombie.
fn is_alive(id: u32) -> bool {
    status_of(id).is_some_and(|fields| fields.first().is_some_and(|state| state != "Z"))
}

fn children(of: u32) -> Vec<u32> {
    let entries = fs::read_dir("/proc").into_iter().flatten().flatten();
    let ids = entries.filter_map(|entry| entry.file_name().to_str()?.parse().ok());
    ids.filter(|id| status_of(*id).is_some_and(|fields| fields.get(1) == Some(&of.to_string()))).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn children_of_this_process_are_found_while_they_live() {
        let mut child = Command::new("sleep").arg("60").spawn().unwrap();
        assert!(children(std::process::id()).contains(&child.id()) && is_alive(child.id()));
        child.kill().unwrap();
        child.wait().unwrap();
        assert!(!is_alive(child.id()));
    }
}
