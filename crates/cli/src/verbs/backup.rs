//! `menagerie backup`: a copy of the database, also while the server runs.

use std::io::Write;
use std::path::PathBuf;

use clap::Args;

use super::data::{database, open};
use crate::failure::Failure;

const EXAMPLES: &str = "\
Examples:
  menagerie backup menagerie-monday.db
  menagerie backup --data /var/lib/menagerie /backups/menagerie.db

The copy is a database of its own: `menagerie serve --database FILE` serves it.";

/// Copies the database into a new file, while the server may go on
#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Backup {
    /// The new file
    #[arg(value_name = "FILE")]
    file: PathBuf,

    /// The folder for tables and accounts [default: menagerie in the XDG data folder]
    #[arg(long, value_name = "DIR")]
    data: Option<PathBuf>,

    /// The database: a file's path, with or without sqlite: before it [default: menagerie.db in the data folder]
    #[arg(long, value_name = "URL", conflicts_with = "data")]
    database: Option<String>,
}

impl Backup {
    pub(crate) fn run(self, out: &mut impl Write) -> Result<(), Failure> {
        let from = database(self.data.as_deref(), self.database.as_deref())?;
        let file = from.file().ok_or_else(|| Failure::Call("a PostgreSQL database is copied by pg_dump".to_owned()))?;
        if !file.exists() {
            return Err(Failure::Call(format!("there is no database {from} to copy")));
        }
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
        runtime.block_on(async {
            let store = open(&from).await?;
            let copied = store.backup(&self.file).await;
            store.close().await;
            copied.map_err(|error| Failure::Call(format!("{}: {error}", self.file.display())))
        })?;
        Ok(writeln!(out, "{}", self.file.display())?)
    }
}
