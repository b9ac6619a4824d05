//! `menagerie backup`: an online copy of the `SQLite` database.

use std::io::Write;
use std::path::PathBuf;

use clap::Args;

use super::database::{database, open};
use crate::error::CliError;

const EXAMPLES: &str = "\
Examples:
  menagerie backup menagerie-monday.db
  menagerie backup --data /var/lib/menagerie /backups/menagerie.db

The copy is a complete database: `menagerie serve --database FILE` runs a server on it.";

/// Copy the database into a new file; the server may keep running
#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Backup {
    /// The new file
    #[arg(value_name = "FILE")]
    file: PathBuf,

    /// The folder for tables and accounts [default: menagerie in the XDG data folder]
    #[arg(long, value_name = "DIR")]
    data: Option<PathBuf>,

    /// The database file, with or without the prefix sqlite: [default: menagerie.db in the data folder]
    #[arg(long, value_name = "URL", conflicts_with = "data")]
    database: Option<String>,
}

impl Backup {
    pub(crate) fn run(self, out: &mut impl Write) -> Result<(), CliError> {
        let from = database(self.data.as_deref(), self.database.as_deref())?;
        let file = from.file().ok_or_else(|| {
            CliError::Usage("this command copies SQLite files only; use pg_dump for PostgreSQL".to_owned())
        })?;
        if !file.exists() {
            return Err(CliError::Usage(format!("there is no database {from} to copy")));
        }
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
        runtime.block_on(async {
            let store = open(&from).await?;
            let copied = store.backup(&self.file).await;
            store.close().await;
            copied.map_err(|error| CliError::Usage(format!("{}: {error}", self.file.display())))
        })?;
        Ok(writeln!(out, "{}", self.file.display())?)
    }
}
