//! The collections that the page of a browser has loaded.

use std::sync::{Mutex, PoisonError};

use menagerie_game::{GameInfo, GameName, insertion_sort_by_key};

use crate::file::Collection;
use crate::puzzle::Puzzle;

/// The collections with their games' rules. They are kept as long as the program runs, as embedded ones are.
static LOADED: Mutex<Vec<(&'static Collection, &'static str)>> = Mutex::new(Vec::new());

fn loaded() -> Vec<(&'static Collection, &'static str)> {
    LOADED.lock().unwrap_or_else(PoisonError::into_inner).clone()
}

/// Adds the collection of a game, with the text of its rules. One that is there already stays.
pub fn add(game: String, puzzles: Vec<Puzzle>, rules_text: String) {
    if of_game(&game).is_none() {
        let collection = Box::leak(Box::new(Collection { game, rules: String::new(), puzzles }));
        LOADED.lock().unwrap_or_else(PoisonError::into_inner).push((collection, rules_text.leak()));
    }
}

/// The games that have puzzles, by name.
pub fn games() -> impl Iterator<Item = &'static str> {
    let mut games: Vec<_> = loaded().into_iter().map(|(collection, _)| collection.game.as_str()).collect();
    insertion_sort_by_key(&mut games, |&game| game);
    games.into_iter()
}

/// The collection of a game, given by its id or with options; `None` if it has none or it is not loaded.
pub fn of_game(game: &str) -> Option<&'static Collection> {
    let id = GameName::new(game).id;
    loaded().into_iter().map(|(collection, _)| collection).find(|collection| collection.game == id)
}

/// The text of a game's rules.
pub fn rules_text(info: &GameInfo) -> &'static str {
    loaded().into_iter().find(|(collection, _)| collection.game == info.id).map_or("", |(_, rules)| rules)
}
