//! `menagerie restore`: puts a backup in the place of the `SQLite` database.

use std::ffi::OsString;
use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use clap::Args;
use menagerie_store::DatabaseReport;

use super::database::{Database, database_to_serve, lock_database, open};
use crate::error::CliError;

const EXAMPLES: &str = "\
Examples:
  menagerie restore menagerie-monday.db
  menagerie restore --data /var/lib/menagerie --replace /backups/menagerie.db

Stop the server first. With --replace the present database is kept beside the new one, under another name.";

/// The ends of the names of a database's files: the database, its write-ahead log, and the index of that log.
const FILES: [&str; 3] = ["", "-wal", "-shm"];

/// Put a backup in the place of the database; the server must be stopped
#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Restore {
    /// The backup
    #[arg(value_name = "FILE")]
    file: PathBuf,

    /// The folder for tables and accounts [default: menagerie in the XDG data folder]
    #[arg(long, value_name = "DIR")]
    data: Option<PathBuf>,

    /// The database file, with or without the prefix sqlite: [default: menagerie.db in the data folder]
    #[arg(long, value_name = "URL", conflicts_with = "data")]
    database: Option<String>,

    /// Replace a database that exists; it is renamed, not deleted
    #[arg(long)]
    replace: bool,
}

impl Restore {
    pub(crate) fn run(self, out: &mut impl Write) -> Result<(), CliError> {
        self.check_backup()?;
        let to = database_to_serve(self.data.as_deref(), self.database.as_deref())?;
        let file = to.file().ok_or_else(|| {
            CliError::Usage("this command restores SQLite files only; use pg_restore for PostgreSQL".to_owned())
        })?;
        let exists = file.metadata().is_ok_and(|found| found.len() > 0);
        let lock = lock_database(&to)?;
        if exists && !self.replace {
            let advice = "there is a database already; with --replace it is renamed and the backup takes its place";
            return Err(CliError::Usage(format!("{to}: {advice}")));
        }
        let wrong = |error: io::Error| CliError::Usage(format!("{to}: {error}"));
        let copy = copy_beside(&self.file, file).map_err(wrong)?;
        let kept = if exists { Some(set_aside(file).map_err(wrong)?) } else { None };
        rename_durably(&copy, file).map_err(wrong)?;
        drop(lock);
        migrate(&to)?;
        writeln!(out, "{to}")?;
        if let Some(kept) = kept {
            writeln!(out, "The former database: {}", kept.display())?;
        }
        Ok(())
    }

    /// Refuses a file that is no database of ours, is damaged, or was written by a newer program.
    fn check_backup(&self) -> Result<(), CliError> {
        let name = self.file.display();
        let report = DatabaseReport::read(&self.file).map_err(|error| CliError::Usage(format!("{name}: {error}")))?;
        match report.damage {
            None => Ok(()),
            Some(damage) => Err(CliError::Usage(format!("{name}: the backup is damaged: {damage}"))),
        }
    }
}

/// Renames the files of a database, and returns its new name.
fn set_aside(file: &Path) -> io::Result<PathBuf> {
    let mut names = (1..=u32::MAX).map(|number| with_end(file, &format!(".replaced-{number}")));
    let kept = names.find(|name| !name.exists()).ok_or(io::ErrorKind::AlreadyExists)?;
    for end in FILES {
        match fs::rename(with_end(file, end), with_end(&kept, end)) {
            Err(error) if error.kind() != io::ErrorKind::NotFound => return Err(error),
            _ => {}
        }
    }
    Ok(kept)
}

/// Copies into a temporary file beside the database and syncs it to the disk. If that fails, the database is untouched.
fn copy_beside(from: &Path, database: &Path) -> io::Result<PathBuf> {
    let temporary = with_end(database, ".restoring");
    let _ = fs::remove_file(&temporary);
    let copied = write_copy(from, &temporary);
    if copied.is_err() {
        let _ = fs::remove_file(&temporary);
    }
    copied.map(|()| temporary)
}

fn write_copy(from: &Path, to: &Path) -> io::Result<()> {
    let mut options = File::options();
    options.write(true).create_new(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    let mut copy = options.open(to)?;
    io::copy(&mut File::open(from)?, &mut copy)?;
    copy.sync_all()
}

/// Gives a file its name: a crash leaves no half of a database. The new name is durable once the folder is.
fn rename_durably(from: &Path, to: &Path) -> io::Result<()> {
    fs::rename(from, to)?;
    #[cfg(unix)]
    if let Some(folder) = to.parent().filter(|folder| !folder.as_os_str().is_empty()) {
        File::open(folder)?.sync_all()?;
    }
    Ok(())
}

fn with_end(file: &Path, end: &str) -> PathBuf {
    let mut name = OsString::from(file);
    name.push(end);
    PathBuf::from(name)
}

/// Opens the database once, which brings the schema of an older backup up to date.
fn migrate(database: &Database) -> Result<(), CliError> {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    runtime.block_on(async {
        open(database).await?.close().await;
        Ok(())
    })
}
