//! Beginning a match of a game given by name.

use menagerie_catalog::{Chosen, NotAGame, Visitor};
use menagerie_game::{Options, Rules, TextError};
use menagerie_match::{AnyMatch, Match};

/// Why a match cannot begin.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum BeginError {
    /// No such game or option.
    #[error(transparent)]
    Game(#[from] NotAGame),
    /// The start is no position of the game.
    #[error("the start is no position: {0}")]
    Start(#[from] TextError),
}

/// A new match of `game` (with its options, `djambi:3`), from its usual start or from a position text.
///
/// ```
/// let game = menagerie_record::begin("jungle:classic", None)?;
/// assert_eq!(game.position().actions().len(), 24);
/// # Ok::<(), menagerie_record::BeginError>(())
/// ```
pub fn begin(game: &str, start: Option<&str>) -> Result<Box<dyn AnyMatch>, BeginError> {
    let chosen: Chosen = game.parse()?;
    let id = chosen.game.info().id;
    let begun = menagerie_catalog::visit(id, Begin { options: chosen.options, start });
    match begun {
        Some(begun) => Ok(begun?),
        None => Err(NotAGame::Unknown { found: id.to_owned() }.into()),
    }
}

struct Begin<'a> {
    options: Options,
    start: Option<&'a str>,
}

impl Visitor for Begin<'_> {
    type Out = Result<Box<dyn AnyMatch>, TextError>;

    fn visit<R: Rules>(self) -> Self::Out {
        let start = match self.start {
            Some(text) => text.parse()?,
            None => R::start(self.options),
        };
        Ok(Box::new(Match::new(start)))
    }
}
