//! The options that choose the database and the bus, and opening the database.

use std::fmt;
use std::io;
use std::path::{Path, PathBuf};

use clap::Args;
use menagerie_bus::{Bus, Heartbeat};
use menagerie_store::{Store, StoreError};

use super::database_lock::{DatabaseLock, Taken};
use crate::error::CliError;

const FILE: &str = "menagerie.db";

/// The database to use.
pub(crate) enum Database {
    /// A `SQLite` file, for one server.
    File(PathBuf),
    /// The address of a `PostgreSQL` database, for any number of nodes.
    Postgres(String),
}

impl Database {
    /// The file, if it is one.
    pub(crate) fn file(&self) -> Option<&Path> {
        match self {
            Self::File(file) => Some(file),
            Self::Postgres(_) => None,
        }
    }
}

impl fmt::Display for Database {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::File(file) => write!(f, "{}", file.display()),
            // The URL may contain a password.
            Self::Postgres(_) => f.write_str("PostgreSQL"),
        }
    }
}

const DATABASE: &str = "The database: a file (with or without the prefix sqlite:), or \
postgres://USER:PASSWORD@HOST/NAME for several nodes [default: $MENAGERIE_DATABASE, or menagerie.db in the data folder]";
const BUS: &str = "The message bus between nodes: nats://HOST:PORT, with /CLUSTER if several clusters share \
the server [default: $MENAGERIE_BUS, or the PostgreSQL database]";

/// The options that nodes and workers of a cluster share.
#[derive(Args)]
pub(crate) struct ClusterArgs {
    #[arg(long, value_name = "URL", help = DATABASE)]
    database: Option<String>,

    #[arg(long, value_name = "URL", help = BUS)]
    bus: Option<String>,
}

impl ClusterArgs {
    /// The database URL of the command line or the environment.
    pub(crate) fn named(&self) -> Option<String> {
        self.database.clone().or_else(|| variable("MENAGERIE_DATABASE"))
    }

    /// The bus to the other nodes. A server with a database file has none.
    pub(crate) fn bus(&self, store: &Store) -> Result<Bus, CliError> {
        let named = self.bus.clone().or_else(|| variable("MENAGERIE_BUS"));
        match named {
            None if store.is_shared() => Ok(Bus::postgres(store, Heartbeat::default())),
            None => Ok(Bus::alone()),
            Some(_) if !store.is_shared() => {
                let sentence = "--bus needs a PostgreSQL database: a database file has one server only";
                Err(CliError::Usage(sentence.to_owned()))
            }
            Some(url) => {
                Bus::nats(&url, Heartbeat::default()).map_err(|error| CliError::Usage(format!("--bus: {error}")))
            }
        }
    }
}

fn variable(name: &str) -> Option<String> {
    std::env::var(name).ok().filter(|value| !value.is_empty())
}

/// The database of this URL, or the default file in the data folder. Creates nothing.
pub(crate) fn database(data: Option<&Path>, url: Option<&str>) -> Result<Database, CliError> {
    if let Some(url) = url {
        return parse_database_url(url);
    }
    let folder = match data {
        Some(folder) => folder.to_owned(),
        None => default_folder()?,
    };
    Ok(Database::File(folder.join(FILE)))
}

/// The same for a server: creates the data folder if it does not exist.
pub(crate) fn database_to_serve(data: Option<&Path>, url: Option<&str>) -> Result<Database, CliError> {
    let database = database(data, url)?;
    if let Some(folder) = database.file().and_then(Path::parent).filter(|_| url.is_none()) {
        let wrong = |error| CliError::Usage(format!("the data folder {} cannot be created: {error}", folder.display()));
        create_private_folder(folder).map_err(wrong)?;
    }
    Ok(database)
}

/// Creates a folder and its parents, accessible to the owner only (mode 700). An existing folder is not changed.
/// The names of new folders are synced: `SQLite` syncs the names in the data folder, but not the name of the folder itself.
fn create_private_folder(folder: &Path) -> io::Result<()> {
    let new: Vec<_> = folder.ancestors().take_while(|path| !path.exists()).filter_map(Path::parent).collect();
    let mut builder = std::fs::DirBuilder::new();
    builder.recursive(true);
    #[cfg(unix)]
    std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
    builder.create(folder)?;
    new.into_iter().for_each(sync_names);
    Ok(())
}

/// Makes the names in a folder durable. Some file systems and operating systems cannot sync a folder; there is nothing else
/// to do then.
fn sync_names(folder: &Path) {
    let folder = if folder.as_os_str().is_empty() { Path::new(".") } else { folder };
    let _ = std::fs::File::open(folder).and_then(|folder| folder.sync_all());
}

/// Locks a database file against a second server for as long as the returned lock lives.
pub(crate) fn lock_database(database: &Database) -> Result<Option<DatabaseLock>, CliError> {
    let sentence = "another server uses this database";
    let advice = "several servers need PostgreSQL, see --database";
    let taken = |Taken { address }: Taken| {
        let place = address.map(|address| format!(" at {address}")).unwrap_or_default();
        CliError::Usage(format!("{database}: {sentence}{place}; {advice}"))
    };
    database.file().map(DatabaseLock::take).transpose().map_err(taken)
}

/// The address of the server that uses a database file now, if there is one.
pub(crate) fn locked(database: &Database) -> Option<String> {
    let file = database.file().filter(|file| file.exists())?;
    DatabaseLock::take(file).err()?.address
}

/// Opens the database and brings its schema up to date.
pub(crate) async fn open(database: &Database) -> Result<Store, CliError> {
    let wrong = |error: StoreError| CliError::Usage(format!("{database}: {error}"));
    match database {
        Database::File(file) => Store::open(file).await.map_err(wrong),
        Database::Postgres(url) => Store::postgres(url).await.map_err(wrong),
    }
}

/// Parses a database URL.
pub(crate) fn parse_database_url(url: &str) -> Result<Database, CliError> {
    if ["postgres://", "postgresql://"].iter().any(|scheme| url.starts_with(scheme)) {
        return Ok(Database::Postgres(url.to_owned()));
    }
    let path = url.strip_prefix("sqlite://").or_else(|| url.strip_prefix("sqlite:")).unwrap_or(url);
    if path.is_empty() || path.contains("://") {
        return Err(CliError::Usage(format!(
            "--database '{url}': expected a file for SQLite, or postgres://USER:PASSWORD@HOST/NAME"
        )));
    }
    Ok(Database::File(PathBuf::from(path)))
}

/// The data folder of the XDG base directory specification, which ignores relative paths in the variable. Windows has
/// `LOCALAPPDATA` for the same purpose.
fn default_folder() -> Result<PathBuf, CliError> {
    let folder = |name: &str| std::env::var_os(name).map(PathBuf::from).filter(|path| path.is_absolute());
    let base = folder("XDG_DATA_HOME")
        .or_else(|| folder("LOCALAPPDATA").filter(|_| cfg!(windows)))
        .or_else(|| folder("HOME").map(|home| home.join(".local/share")));
    let missing = || CliError::Usage("neither XDG_DATA_HOME nor HOME is set: choose a folder with --data".to_owned());
    Ok(base.ok_or_else(missing)?.join("menagerie"))
}
