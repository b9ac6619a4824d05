//! Seats at tables of servers, kept after we leave so that we can come back: one file that nobody else may read.

use std::fs::{self, File, OpenOptions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

/// Our seats at a table.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Kept {
    /// The server's address.
    pub(crate) server: String,
    /// The table's id.
    pub(crate) table: String,
    /// The game with its options.
    pub(crate) game: String,
    /// Our seats and their tokens.
    pub(crate) tokens: Vec<(String, String)>,
}

/// Whoever holds a token plays the seat: tokens are never shown.
impl std::fmt::Debug for Kept {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Kept({}/t/{})", self.server, self.table)
    }
}

/// The oldest are forgotten when there are more.
const MOST: usize = 40;

/// The file in which seats are kept.
#[derive(Clone, Debug)]
pub(crate) struct Shelf {
    file: PathBuf,
}

impl Shelf {
    /// `menagerie/seats.json` in the folder for the state of programs; nothing if there is no such folder.
    pub(crate) fn of_environment() -> Option<Self> {
        let folder = |name: &str| std::env::var_os(name).map(PathBuf::from).filter(|path| path.is_absolute());
        let state = folder("XDG_STATE_HOME").or_else(|| Some(folder("HOME")?.join(".local/state")))?;
        Some(Self { file: state.join("menagerie/seats.json") })
    }

    /// Everything that is kept. What cannot be read is as good as nothing.
    pub(crate) fn read(&self) -> Vec<Kept> {
        let text = fs::read_to_string(&self.file).unwrap_or_default();
        serde_json::from_str(&text).unwrap_or_default()
    }

    /// Keeps our seats at a table.
    pub(crate) fn keep(&self, kept: Kept) -> io::Result<()> {
        self.change(|all| {
            all.retain(|it| it.server != kept.server || it.table != kept.table);
            all.push(kept);
            all.drain(..all.len().saturating_sub(MOST));
        })
    }

    /// Forgets our seats at a table.
    pub(crate) fn forget(&self, server: &str, table: &str) -> io::Result<()> {
        self.change(|all| all.retain(|it| it.server != server || it.table != table))
    }

    /// Changes the file under a lock: several clients may run at the same time.
    fn change(&self, change: impl FnOnce(&mut Vec<Kept>)) -> io::Result<()> {
        let folder = self.file.parent().unwrap_or(Path::new("."));
        create_folder(folder)?;
        let lock = private(&folder.join("seats.lock"))?;
        lock.lock()?;
        let mut all = self.read();
        let before = all.clone();
        change(&mut all);
        if all == before {
            return Ok(());
        }
        let part = self.file.with_extension("part");
        let mut file = private(&part)?;
        file.set_len(0)?;
        file.write_all(serde_json::to_string(&all)?.as_bytes())?;
        file.sync_all()?;
        fs::rename(part, &self.file)
    }
}

/// Opens a file that only we may read.
fn private(path: &Path) -> io::Result<File> {
    let mut options = OpenOptions::new();
    options.write(true).create(true).truncate(false);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    options.open(path)
}

fn create_folder(path: &Path) -> io::Result<()> {
    let mut builder = fs::DirBuilder::new();
    builder.recursive(true);
    #[cfg(unix)]
    std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
    builder.create(path)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn kept(table: &str) -> Kept {
        let tokens = vec![("red".to_owned(), "secret".to_owned())];
        Kept { server: "http://box".into(), table: table.into(), game: "jungle".into(), tokens }
    }

    #[test]
    fn seats_are_kept_for_nobody_elses_eyes() {
        let folder = std::env::temp_dir().join(format!("menagerie-kept-{}", std::process::id()));
        let shelf = Shelf { file: folder.join("seats.json") };
        assert!(shelf.read().is_empty());
        for table in ["a", "b", "a"] {
            shelf.keep(kept(table)).expect("the folder can be written");
        }
        assert_eq!(shelf.read(), [kept("b"), kept("a")]);
        shelf.forget("http://box", "b").expect("the file can be written");
        assert_eq!(shelf.read(), [kept("a")]);
        assert!(!format!("{:?}", shelf.read()).contains("secret"));
        #[cfg(unix)]
        {
            use std::os::unix::fs::PermissionsExt;
            let mode = fs::metadata(&shelf.file).expect("the file is there").permissions().mode();
            assert_eq!(mode & 0o777, 0o600);
        }
        fs::remove_dir_all(folder).expect("the folder is there");
    }

    #[test]
    fn a_broken_file_is_as_good_as_none() {
        let file = std::env::temp_dir().join(format!("menagerie-broken-{}.json", std::process::id()));
        fs::write(&file, "{nonsense").expect("it can be written");
        let shelf = Shelf { file: file.clone() };
        assert!(shelf.read().is_empty());
        fs::remove_file(file).expect("it is there");
    }
}
