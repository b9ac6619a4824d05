//! Endgame tables: the exact value of positions with few pieces, computed once by retrograde analysis. A game that
//! has them implements [`EndgameTables`]; callers find them through [`Rules::endgame_tables`](crate::Rules).

use std::borrow::Cow;
use std::io;
use std::path::{Path, PathBuf};

use crate::{Options, Progress, message};

/// The exact value of a position for the seat that acts, as a match that has just seen progress would end.
///
/// The distance counts the actions of all seats to the next progress (a capture) or to the end of the game, whichever
/// the winner forces first. A win holds while the distance and the match's counter of actions without progress
/// together stay within the match's limit.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum TableValue {
    /// The actor wins.
    Wins {
        /// Actions to the next progress or the end.
        plies: u32,
    },
    /// Neither side can force a win.
    Draw,
    /// The actor loses.
    Loses {
        /// Actions to the next progress or the end.
        plies: u32,
    },
}

impl TableValue {
    /// The value of the position before an action, if that action is the best one and the other side's turn follows.
    #[must_use]
    pub fn before(self, progress: Progress) -> Self {
        let distance = |plies| if progress == Progress::Yes { 1 } else { plies + 1 };
        match self {
            Self::Wins { plies } => Self::Loses { plies: distance(plies) },
            Self::Draw => Self::Draw,
            Self::Loses { plies } => Self::Wins { plies: distance(plies) },
        }
    }

    /// In words: `wins in 7`, `draw`, `loses in 4`.
    pub fn words(self) -> Cow<'static, str> {
        match self {
            Self::Wins { plies } => message!("table-wins", plies),
            Self::Draw => message!("table-draw"),
            Self::Loses { plies } => message!("table-loses", plies),
        }
    }
}

/// The endgame tables of a game: building them, opening those in a folder, and loading the built-in ones where they are
/// not part of the program. A folder holds the tables of one game. A browser has no folders.
pub trait EndgameTables: Sync {
    /// What there is to build and what is built in, in one sentence.
    #[cfg(not(target_family = "wasm"))]
    fn describe(&self) -> Cow<'static, str>;

    /// Builds the tables that are missing in the folder. Finished tables are kept, so a stopped build resumes.
    #[cfg(not(target_family = "wasm"))]
    fn build(&self, order: &TableOrder<'_>, progress: &(dyn Fn(&TableProgress) + Sync)) -> Result<(), TablesError>;

    /// Makes the tables of a folder known to [`Rules::table_value`](crate::Rules::table_value) in this process. Every
    /// table is checked first; if one is refused, none of the folder is used. Returns the number of tables.
    #[cfg(not(target_family = "wasm"))]
    fn open(&self, folder: &Path) -> Result<usize, TablesError>;

    /// Makes the built-in tables known in this process: all their values, unpacked, one table after the other. Other
    /// bytes are refused, and nothing of them is used.
    fn load(&self, values: &[u8]) -> Result<(), TablesError>;
}

/// What to build.
#[derive(Clone, Copy, Debug)]
pub struct TableOrder<'a> {
    /// Where the tables go.
    pub folder: &'a Path,
    /// The greatest number of pieces.
    pub pieces: usize,
    /// Threads that build tables at the same time.
    pub threads: usize,
    /// Only the tables of these options; `None` for all.
    pub options: Option<Options>,
}

/// A report after each table of a build.
#[derive(Clone, Debug)]
pub struct TableProgress {
    /// The table's name.
    pub name: String,
    /// Tables finished so far, this one included.
    pub done: usize,
    /// Tables of the whole build.
    pub total: usize,
    /// What building found; `None` if the table was there already.
    pub built: Option<TableSummary>,
}

/// Figures of one table.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct TableSummary {
    /// Positions with their values, each once.
    pub positions: u64,
    /// How many the actor wins.
    pub wins: u64,
    /// How many the actor loses.
    pub losses: u64,
    /// The greatest distance of a win.
    pub longest: u32,
    /// The size of the file.
    pub bytes: u64,
}

/// Why tables cannot be built or opened.
#[derive(Debug, thiserror::Error)]
pub enum TablesError {
    /// The folder or a file cannot be read or written.
    #[error("{}: {source}", path.display())]
    Io {
        /// Which one.
        path: PathBuf,
        /// What the system said.
        source: io::Error,
    },
    /// The folder holds no table.
    #[error("{} holds no endgame tables; `menagerie tables build` makes them", .0.display())]
    NoTables(PathBuf),
    /// The file does not begin like a table.
    #[error("{} is not an endgame table", .0.display())]
    NotATable(PathBuf),
    /// The file was made by another version of the program.
    #[error("{} has table format {found}, this program reads format {expected}: build the tables again", path.display())]
    OtherVersion {
        /// The file.
        path: PathBuf,
        /// Its format.
        found: u16,
        /// The format of this program.
        expected: u16,
    },
    /// The file was made for other rules or other pieces than its place says.
    #[error("{} is a table of other rules or other pieces than its folder and name say", .0.display())]
    OtherRules(PathBuf),
    /// The file is shorter or longer than its header says.
    #[error("{} is damaged: it has {found} bytes instead of {expected}", path.display())]
    WrongLength {
        /// The file.
        path: PathBuf,
        /// Its length.
        found: u64,
        /// The length it should have.
        expected: u64,
    },
    /// The header names a size that the values of this table cannot have.
    #[error("{} is damaged: its header names more compressed bytes than the table can have", .0.display())]
    TooLarge(PathBuf),
    /// The contents do not fit the checksum.
    #[error("{} is damaged: its contents do not fit the checksum", .0.display())]
    Damaged(PathBuf),
    /// The contents fit the checksum, but are not the values of a table.
    #[error("{}: its values cannot be unpacked; delete the file and build it again", .0.display())]
    NotUnpacked(PathBuf),
    /// Another build writes to the folder.
    #[error("{}: another build is writing to this folder", .0.display())]
    Locked(PathBuf),
    /// The values are not those of the built-in tables.
    #[error("these are not the built-in endgame tables of this version, or they are damaged")]
    NotBuiltIn,
    /// Too many or too few pieces were asked for.
    #[error("tables have from {least} to {most} pieces, not {asked}")]
    Pieces {
        /// What was asked for.
        asked: usize,
        /// The fewest pieces of a table.
        least: usize,
        /// The most pieces of a table.
        most: usize,
    },
}
