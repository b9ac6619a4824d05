//! The evaluation of a built-in player as text: `embedded`, `classical`, or the path of a net.

use std::convert::Infallible;
use std::ops::RangeInclusive;
use std::path::{Path, PathBuf};
use std::str::FromStr;
use std::sync::Arc;
use std::{fmt, fs, io};

use menagerie_catalog::{Visitor, visit};
use menagerie_game::Rules;
use menagerie_game::net::{Net, NetError};
use menagerie_search::{Evaluation, Settings};
use thiserror::Error;

/// Which evaluation a built-in player uses.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub enum EvalFile {
    /// The game's own net.
    #[default]
    Embedded,
    /// The classical evaluation.
    Classical,
    /// A net in a file.
    Path(PathBuf),
}

/// Why a file cannot be the evaluation.
#[derive(Debug, Error)]
pub enum EvalFileError {
    /// The file cannot be read.
    #[error("cannot read the net {path}: {error}", path = path.display())]
    Unreadable {
        /// The file.
        path: PathBuf,
        /// Why.
        error: io::Error,
    },
    /// The file is no net of this game.
    #[error("{path}: {error}", path = path.display())]
    Refused {
        /// The file.
        path: PathBuf,
        /// Why.
        error: NetError,
    },
    /// The game has only a classical evaluation.
    #[error("{0} has no learned evaluation: use classical")]
    NoNets(&'static str),
}

impl EvalFileError {
    /// The game that the net names, if it is another one.
    pub(crate) fn other_game(&self) -> Option<&str> {
        match self {
            Self::Refused { error: NetError::OtherGame { found, .. }, .. } => Some(found),
            _ => None,
        }
    }
}

impl EvalFile {
    /// Reads the net and checks that it fits the game.
    pub fn load<R: Rules>(&self) -> Result<Evaluation, EvalFileError> {
        match self {
            Self::Embedded => Ok(Evaluation::Embedded),
            Self::Classical => Ok(Evaluation::Classical),
            Self::Path(path) => Ok(Evaluation::Net(Arc::new(read_file::<R>(path)?))),
        }
    }

    /// The same for the game with this id; `None` if there is no such game.
    pub(crate) fn load_for(&self, game: &str) -> Option<Result<Evaluation, EvalFileError>> {
        struct Load<'a>(&'a EvalFile);
        impl Visitor for Load<'_> {
            type Out = Result<Evaluation, EvalFileError>;

            fn visit<R: Rules>(self) -> Self::Out {
                self.0.load::<R>()
            }
        }
        visit(game, Load(self))
    }
}

fn read_file<R: Rules>(path: &Path) -> Result<Net, EvalFileError> {
    let inputs = R::NET_INPUTS.ok_or(EvalFileError::NoNets(R::INFO.id))?;
    let bytes = fs::read(path).map_err(|error| EvalFileError::Unreadable { path: path.to_owned(), error })?;
    Net::read(&bytes, &inputs).map_err(|error| EvalFileError::Refused { path: path.to_owned(), error })
}

impl FromStr for EvalFile {
    type Err = Infallible;

    fn from_str(text: &str) -> Result<Self, Infallible> {
        let is = |name: &str| name.eq_ignore_ascii_case(text);
        Ok(match text {
            _ if is("embedded") => Self::Embedded,
            _ if is("classical") => Self::Classical,
            path => Self::Path(path.into()),
        })
    }
}

impl fmt::Display for EvalFile {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Embedded => f.write_str("embedded"),
            Self::Classical => f.write_str("classical"),
            Self::Path(path) => path.display().fmt(f),
        }
    }
}

/// The resources and the evaluation of a built-in player, before the game is known.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct OwnSettings {
    /// The number of search threads.
    pub threads: usize,
    /// The size of the transposition table or tree, in mebibytes.
    pub hash: usize,
    /// The evaluation.
    pub eval_file: EvalFile,
    /// Whether a proof search looks for forced wins, in the games that have one.
    pub proof_search: bool,
    /// How much worse than an equal position the player rates a draw, in hundredths of the smallest piece.
    pub contempt: i32,
}

/// The values of contempt.
pub(crate) const CONTEMPT: RangeInclusive<i32> = -1000..=1000;

impl OwnSettings {
    /// The settings of a computer player for a game.
    pub fn load<R: Rules>(&self) -> Result<Settings, EvalFileError> {
        Ok(self.with(self.eval_file.load::<R>()?))
    }

    /// The settings of a computer player with an evaluation that was loaded before.
    pub(crate) fn with(&self, evaluation: Evaluation) -> Settings {
        let Self { threads, hash, proof_search, .. } = *self;
        Settings { threads, hash, evaluation, proof_search }
    }
}

impl Default for OwnSettings {
    fn default() -> Self {
        let Settings { threads, hash, proof_search, .. } = Settings::default();
        Self { threads, hash, eval_file: EvalFile::default(), proof_search, contempt: 0 }
    }
}
