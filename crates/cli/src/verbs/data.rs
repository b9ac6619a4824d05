//! Where tables and accounts are kept.

use std::path::{Path, PathBuf};

use menagerie_store::{Store, StoreError};

use crate::failure::Failure;

const FILE: &str = "menagerie.db";

/// The file of the database: the one that was named, or the usual one in the data folder, which is made if need be.
pub(crate) fn database(data: Option<&Path>, url: Option<&str>) -> Result<PathBuf, Failure> {
    if let Some(url) = url {
        return named(url);
    }
    let folder = match data {
        Some(folder) => folder.to_owned(),
        None => usual_folder()?,
    };
    let wrong = |error| Failure::Call(format!("the data folder {} cannot be made: {error}", folder.display()));
    std::fs::create_dir_all(&folder).map_err(wrong)?;
    Ok(folder.join(FILE))
}

/// Opens the database and brings its schema up to date.
pub(crate) async fn open(file: &Path) -> Result<Store, Failure> {
    let wrong = |error: StoreError| Failure::Call(format!("{}: {error}", file.display()));
    Store::open(file).await.map_err(wrong)
}

fn named(url: &str) -> Result<PathBuf, Failure> {
    let path = url.strip_prefix("sqlite://").or_else(|| url.strip_prefix("sqlite:")).unwrap_or(url);
    if path.is_empty() || path.contains("://") {
        return Err(Failure::Call(format!(
            "--database '{url}': this program keeps its data in an SQLite file; name one"
        )));
    }
    Ok(PathBuf::from(path))
}

/// As the XDG base directory specification says; a relative path in the variable is ignored, as it says too.
fn usual_folder() -> Result<PathBuf, Failure> {
    let folder = |name: &str| std::env::var_os(name).map(PathBuf::from).filter(|path| path.is_absolute());
    let base = folder("XDG_DATA_HOME").or_else(|| folder("HOME").map(|home| home.join(".local/share")));
    let missing = || Failure::Call("neither XDG_DATA_HOME nor HOME is set: name a folder with --data".to_owned());
    Ok(base.ok_or_else(missing)?.join("menagerie"))
}
