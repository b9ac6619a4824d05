//! The facts of the games.

use std::sync::LazyLock;

use menagerie_game::text::excerpt;
use menagerie_wire::facts::Game;
use menagerie_wire::{Code, Refused};

use crate::refused;

/// The facts of all games without the long texts.
pub fn list() -> Vec<Game> {
    menagerie_catalog::games().iter().map(|game| Game::from(game.info())).collect()
}

/// All facts of all games. The diagrams are computed once.
static FACTS: LazyLock<Vec<Game>> =
    LazyLock::new(|| menagerie_catalog::games().iter().map(|&game| Game::complete(game)).collect());

/// All facts of one game.
pub fn one(id: &str) -> Result<&'static Game, Refused> {
    let game = FACTS.iter().find(|game| game.id == id);
    game.ok_or_else(|| refused(Code::NotFound, format!("there is no game '{}'", excerpt(id))))
}
