//! Saved seats: the tokens of our seats at tables of servers, in a file with mode 600, so that the
//! person can come back.

use std::io;

use serde::{Deserialize, Serialize};

use crate::state_file::StateFile;

/// Our seats at a table.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct SavedSeats {
    /// The server's address.
    pub(crate) server: String,
    /// The table's id.
    pub(crate) table: String,
    /// The game with its options.
    pub(crate) game: String,
    /// Our seats and their tokens.
    pub(crate) tokens: Vec<(String, String)>,
}

/// A token is a credential, so `Debug` does not show it.
impl std::fmt::Debug for SavedSeats {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Kept({}/t/{})", self.server, self.table)
    }
}

/// The maximum number of tables. The oldest are dropped first.
const MAX_TABLES: usize = 40;

/// The file with the saved seats.
#[derive(Clone, Debug)]
pub(crate) struct SavedSeatsFile(StateFile<Vec<SavedSeats>>);

impl SavedSeatsFile {
    /// `menagerie/seats.json` in the XDG state folder; `None` if there is no such folder.
    pub(crate) fn from_environment() -> Option<Self> {
        StateFile::from_environment("seats.json").map(Self)
    }

    /// All saved seats; empty if the file is missing or broken.
    pub(crate) fn read(&self) -> Vec<SavedSeats> {
        self.0.read()
    }

    /// Saves our seats at a table.
    pub(crate) fn save(&self, saved_seats: SavedSeats) -> io::Result<()> {
        self.0.update(|all| {
            all.retain(|it| it.server != saved_seats.server || it.table != saved_seats.table);
            all.push(saved_seats);
            all.drain(..all.len().saturating_sub(MAX_TABLES));
        })
    }

    /// Deletes the saved seats of a table.
    pub(crate) fn forget(&self, server: &str, table: &str) -> io::Result<()> {
        self.0.update(|all| all.retain(|it| it.server != server || it.table != table))
    }
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    fn saved_seats(table: &str) -> SavedSeats {
        let tokens = vec![("red".to_owned(), "secret".to_owned())];
        SavedSeats { server: "http://box".into(), table: table.into(), game: "jungle".into(), tokens }
    }

    #[test]
    fn seats_are_kept_for_nobody_elses_eyes() {
        let folder = std::env::temp_dir().join(format!("menagerie-kept-{}", std::process::id()));
        let path = folder.join("seats.json");
        let seats_file = SavedSeatsFile(StateFile::at(path.clone()));
        assert!(seats_file.read().is_empty());
        for table in ["a", "b", "a"] {
            seats_file.save(saved_seats(table)).expect("the folder can be written");
        }
        assert_eq!(seats_file.read(), [saved_seats("b"), saved_seats("a")]);
        seats_file.forget("http://box", "b").expect("the file can be written");
        assert_eq!(seats_file.read(), [saved_seats("a")]);
        assert!(!format!("{:?}", seats_file.read()).contains("secret"));
        #[cfg(unix)]
        {
            use std::os::unix::fs::PermissionsExt;
            let mode = fs::metadata(&path).expect("the file is there").permissions().mode();
            assert_eq!(mode & 0o777, 0o600);
        }
        fs::remove_dir_all(folder).expect("the folder is there");
    }

    #[test]
    fn a_broken_file_is_as_good_as_none() {
        let file = std::env::temp_dir().join(format!("menagerie-broken-{}.json", std::process::id()));
        fs::write(&file, "{nonsense").expect("it can be written");
        let seats_file = SavedSeatsFile(StateFile::at(file.clone()));
        assert!(seats_file.read().is_empty());
        fs::remove_file(file).expect("it is there");
    }
}
