//! Where tables and accounts are kept.

use std::fmt;
use std::io;
use std::path::{Path, PathBuf};

use clap::Args;
use menagerie_bus::{Bus, Pace};
use menagerie_store::{Store, StoreError};

use super::database_lock::{DatabaseLock, Taken};
use crate::failure::Failure;

const FILE: &str = "menagerie.db";

/// A database that was chosen.
pub(crate) enum Database {
    /// A file, for one server.
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
            // Its address may hold a password.
            Self::Postgres(_) => f.write_str("PostgreSQL"),
        }
    }
}

const DATABASE: &str = "The database: a file's path, with or without sqlite: before it, or \
postgres://USER:PASSWORD@HOST/NAME for several nodes [default: $MENAGERIE_DATABASE, or menagerie.db in the data folder]";
const BUS: &str = "How nodes tell each other what is new: nats://HOST:PORT [default: $MENAGERIE_BUS, or the PostgreSQL \
database]";

/// How several processes share their work.
#[derive(Args)]
pub(crate) struct Shared {
    #[arg(long, value_name = "URL", help = DATABASE)]
    database: Option<String>,

    #[arg(long, value_name = "URL", help = BUS)]
    bus: Option<String>,
}

impl Shared {
    /// The database that was named, here or in the environment.
    pub(crate) fn named(&self) -> Option<String> {
        self.database.clone().or_else(|| variable("MENAGERIE_DATABASE"))
    }

    /// The way to the other nodes; a server on a file has none.
    pub(crate) fn bus(&self, store: &Store) -> Result<Bus, Failure> {
        let named = self.bus.clone().or_else(|| variable("MENAGERIE_BUS"));
        match named {
            None if store.is_shared() => Ok(Bus::postgres(store, Pace::default())),
            None => Ok(Bus::alone()),
            Some(_) if !store.is_shared() => {
                let sentence = "--bus: a database in a file has one server only; name a PostgreSQL database";
                Err(Failure::Call(sentence.to_owned()))
            }
            Some(url) => Bus::nats(&url, Pace::default()).map_err(|error| Failure::Call(format!("--bus: {error}"))),
        }
    }
}

fn variable(name: &str) -> Option<String> {
    std::env::var(name).ok().filter(|value| !value.is_empty())
}

/// The database that was named, or the usual file in the data folder. Nothing is made.
pub(crate) fn database(data: Option<&Path>, url: Option<&str>) -> Result<Database, Failure> {
    if let Some(url) = url {
        return named(url);
    }
    let folder = match data {
        Some(folder) => folder.to_owned(),
        None => usual_folder()?,
    };
    Ok(Database::File(folder.join(FILE)))
}

/// The same, for a server: the data folder is made if need be.
pub(crate) fn database_to_serve(data: Option<&Path>, url: Option<&str>) -> Result<Database, Failure> {
    let database = database(data, url)?;
    if let Some(folder) = database.file().and_then(Path::parent).filter(|_| url.is_none()) {
        let wrong = |error| Failure::Call(format!("the data folder {} cannot be made: {error}", folder.display()));
        make_private(folder).map_err(wrong)?;
    }
    Ok(database)
}

/// Makes a folder, and those above it, for nobody's eyes but the owner's; one that is there stays as it is.
fn make_private(folder: &Path) -> io::Result<()> {
    let mut builder = std::fs::DirBuilder::new();
    builder.recursive(true);
    #[cfg(unix)]
    std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
    builder.create(folder)
}

/// Keeps a second server from a file as long as what is returned is held.
pub(crate) fn claim(database: &Database) -> Result<Option<DatabaseLock>, Failure> {
    let sentence = "another server has this database; several need PostgreSQL, see --database";
    let taken = |Taken| Failure::Call(format!("{database}: {sentence}"));
    database.file().map(DatabaseLock::take).transpose().map_err(taken)
}

/// Opens the database and brings its schema up to date.
pub(crate) async fn open(database: &Database) -> Result<Store, Failure> {
    let wrong = |error: StoreError| Failure::Call(format!("{database}: {error}"));
    match database {
        Database::File(file) => Store::open(file).await.map_err(wrong),
        Database::Postgres(url) => Store::postgres(url).await.map_err(wrong),
    }
}

/// The database at this address.
pub(crate) fn named(url: &str) -> Result<Database, Failure> {
    if ["postgres://", "postgresql://"].iter().any(|scheme| url.starts_with(scheme)) {
        return Ok(Database::Postgres(url.to_owned()));
    }
    let path = url.strip_prefix("sqlite://").or_else(|| url.strip_prefix("sqlite:")).unwrap_or(url);
    if path.is_empty() || path.contains("://") {
        return Err(Failure::Call(format!(
            "--database '{url}': name a file for SQLite, or postgres://USER:PASSWORD@HOST/NAME"
        )));
    }
    Ok(Database::File(PathBuf::from(path)))
}

/// As the XDG base directory specification says; a relative path in the variable is ignored, as it says too.
fn usual_folder() -> Result<PathBuf, Failure> {
    let folder = |name: &str| std::env::var_os(name).map(PathBuf::from).filter(|path| path.is_absolute());
    let base = folder("XDG_DATA_HOME").or_else(|| folder("HOME").map(|home| home.join(".local/share")));
    let missing = || Failure::Call("neither XDG_DATA_HOME nor HOME is set: name a folder with --data".to_owned());
    Ok(base.ok_or_else(missing)?.join("menagerie"))
}
