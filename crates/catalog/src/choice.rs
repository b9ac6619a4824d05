//! Reading `GAME[:OPTIONS]`, as people name a game with its options.

use std::fmt;
use std::str::FromStr;

use menagerie_game::erased::{AnyGame, AnyPosition};
use menagerie_game::text::excerpt;
use menagerie_game::{GameName, Options, OptionsError};

/// A game and the options it begins with.
#[derive(Clone, Copy)]
pub struct Chosen {
    /// Which game.
    pub game: &'static dyn AnyGame,
    /// How it begins.
    pub options: Options,
}

impl Chosen {
    /// The position in which this game begins.
    pub fn start(&self) -> Box<dyn AnyPosition> {
        self.game.start(self.options)
    }
}

impl FromStr for Chosen {
    type Err = NotAGame;

    fn from_str(text: &str) -> Result<Self, NotAGame> {
        let name = GameName::new(text);
        let game = crate::find(name.id).ok_or_else(|| NotAGame::Unknown { found: excerpt(name.id) })?;
        Ok(Self { game, options: game.info().parse_options(name.options)? })
    }
}

impl fmt::Display for Chosen {
    /// As it is read: the id, and after a colon the options.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let info = self.game.info();
        let on = info.options.iter().map(|option| option.id).filter(|id| info.has(self.options, id));
        let options = on.collect::<Vec<_>>().join(",");
        GameName { id: info.id, options: &options }.fmt(f)
    }
}

impl fmt::Debug for Chosen {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} with {:?}", self.game.info().id, self.options)
    }
}

/// Why a text names no game.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum NotAGame {
    /// No game has this id.
    #[error("there is no game '{found}'; the games are: {}", known_games())]
    Unknown {
        /// What was asked for, cut short.
        found: String,
    },
    /// The game does not have these options.
    #[error(transparent)]
    Options(#[from] OptionsError),
}

fn known_games() -> String {
    crate::games().iter().map(|game| game.info().id).collect::<Vec<_>>().join(", ")
}
