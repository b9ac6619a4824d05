//! The collections of all games. A program has them embedded and unpacks them on demand; in a browser the page loads them
//! when they are needed.

#[cfg_attr(target_family = "wasm", path = "collections/loaded.rs")]
#[cfg_attr(not(target_family = "wasm"), path = "collections/embedded.rs")]
mod source;

pub use source::*;

use crate::puzzle::Puzzle;

/// The puzzle with this id.
pub fn find(id: &str) -> Option<&'static Puzzle> {
    let (game, _) = id.rsplit_once('-')?;
    of_game(game)?.get(id)
}
