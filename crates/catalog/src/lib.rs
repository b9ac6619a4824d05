//! The catalog: the one place that lists the games. Crates that use it are generic and know no game by name.
//!
//! ```
//! use menagerie_catalog::Chosen;
//!
//! let chosen: Chosen = "shogi5".parse().unwrap();
//! let position = chosen.start();
//! assert_eq!(position.actions().len(), 14);
//! ```

mod choice;
mod tables;

pub use choice::{Chosen, NotAGame};
pub use tables::load_tables;
#[cfg(not(target_family = "wasm"))]
pub use tables::open_tables;

use menagerie_game::Rules;
use menagerie_game::erased::{AnyGame, Of};

/// Does something with a game's own types: what [`visit`] calls, compiled once for each game.
pub trait Visitor {
    /// What comes out.
    type Out;

    /// Visits the game whose position is `R`.
    fn visit<R: Rules>(self) -> Self::Out;
}

/// Makes the list and the visitor out of one line per game.
macro_rules! games {
    ($($position:ty,)*) => {
        static GAMES: &[&dyn AnyGame] = &[$(&Of::<$position>::new()),*];

        /// Lets a visitor do its work with the types of the game that has this id; `None` if there is no such game.
        pub fn visit<V: Visitor>(id: &str, visitor: V) -> Option<V::Out> {
            $(if id == <$position as Rules>::INFO.id {
                return Some(visitor.visit::<$position>());
            })*
            None
        }
    };
}

// A new game goes last: seeds of the fuzz targets choose games by number.
games! {
    menagerie_chess2::Position,
    menagerie_jungle::Position,
    menagerie_djambi::Position,
    menagerie_heaven_hell::Position,
    menagerie_shogi5::Position,
}

/// Every game, in the order in which lists show them.
pub fn games() -> &'static [&'static dyn AnyGame] {
    GAMES
}

/// The game with this id.
///
/// ```
/// assert_eq!(menagerie_catalog::find("shogi5").unwrap().info().id, "shogi5");
/// assert!(menagerie_catalog::find("poker").is_none());
/// ```
pub fn find(id: &str) -> Option<&'static dyn AnyGame> {
    GAMES.iter().copied().find(|game| game.info().id == id)
}
