//! Backups under load, and what must be done before the store is read.

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use tokio::time::sleep;
use xtask::services::{as_nobody, chown_to_nobody, free_port};

use super::Cluster;
use crate::database_probe::DatabaseProbe;
use crate::http;

/// The limit for the ratings of all finished matches, and for the start of a restored server.
const PATIENCE: Duration = Duration::from_secs(30);
/// Backups of a run. More would only fill the disk.
const MOST: usize = 12;

/// A copy of the database.
#[derive(Clone, Debug)]
pub(crate) struct Backup {
    /// When the program that copies was started.
    pub(crate) began: Instant,
    pub(crate) file: PathBuf,
}

impl Cluster {
    /// Copies the database while clients play. `PostgreSQL` has its own program for that.
    pub(crate) fn take_backup(&mut self) -> Result<(), String> {
        if self.postgres.is_some() || self.backups.len() >= MOST {
            return Ok(());
        }
        let folder = self.folder().join("backups");
        std::fs::create_dir_all(&folder).map_err(|error| error.to_string())?;
        chown_to_nobody(&folder)?;
        let file = folder.join(format!("backup-{}.db", self.backups.len()));
        let mut command = Command::new(self.program());
        command.arg("backup").arg("--data").arg(self.disk.folder()).arg(&file).current_dir("/");
        command.env("HOME", self.folder()).stdin(Stdio::null()).stdout(Stdio::null());
        let began = Instant::now();
        let status = as_nobody(&mut command).status().map_err(|error| error.to_string())?;
        if !status.success() {
            return Err(format!("menagerie backup ended with {status}"));
        }
        self.backups.push(Backup { began, file });
        Ok(())
    }

    /// The URL of the database, for reading.
    pub(crate) fn database_url(&self) -> String {
        match &self.postgres {
            Some(postgres) => postgres.url(),
            None => format!("sqlite://{}", self.disk.folder().join("menagerie.db").display()),
        }
    }

    /// Restarts a node, which rates all matches that were not rated because their node died, and waits for that.
    pub(crate) async fn rate_leftovers(&mut self) -> Result<(), String> {
        let wrong = |error: sqlx::Error| format!("cannot read the database: {error}");
        self.nodes[0].process.shut_down().await?;
        self.restart_node(0).await?;
        let mut probe = DatabaseProbe::open(&self.database_url()).await.map_err(wrong)?;
        let begin = Instant::now();
        // A match that is not rated after this time is a finding of the checker.
        while probe.rating_queue().await.map_err(wrong)? > 0 && begin.elapsed() < PATIENCE {
            sleep(Duration::from_millis(100)).await;
        }
        Ok(())
    }

    /// Whether a server runs on a restored database. It gets a copy of its own, because it plays on: flags fall, and
    /// computer players move.
    pub(crate) async fn serves(&self, backup: &Path) -> Result<bool, String> {
        let port = free_port()?;
        let file = backup.with_extension("served.db");
        std::fs::copy(backup, &file).map_err(|error| format!("{}: {error}", file.display()))?;
        chown_to_nobody(&file)?;
        let database = file.display().to_string();
        let address = format!("127.0.0.1:{port}");
        let arguments = ["serve", "--listen", &address, "--database", &database].map(str::to_owned).to_vec();
        let mut process = self.launcher.start("restored".to_owned(), arguments)?;
        let begin = Instant::now();
        while begin.elapsed() < PATIENCE && process.end().is_none() {
            let shown = http::call(([127, 0, 0, 1], port).into(), "GET", "/healthz", "").await;
            if let Ok((status, _)) = shown {
                return Ok(status == 200);
            }
            sleep(Duration::from_millis(50)).await;
        }
        Ok(false)
    }
}
