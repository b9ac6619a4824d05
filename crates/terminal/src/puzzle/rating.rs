//! The player's ratings, saved in the XDG state folder.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::io;

use serde::{Deserialize, Serialize};

use crate::state_file::StateFile;

/// The rating of a player who has solved nothing.
const FIRST_RATING: f64 = 1200.0;
/// How far one result moves the rating (Elo's K): quickly at first, then slowly.
const STEPS: (f64, f64) = (48.0, 16.0);
/// The number of puzzles after which a rating moves slowly.
const SETTLED: usize = 30;

/// A player's results in one game.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub(crate) struct Results {
    rating: f64,
    /// The ids of puzzles that were solved or missed.
    seen: Vec<String>,
}

impl Default for Results {
    fn default() -> Self {
        Self { rating: FIRST_RATING, seen: Vec::new() }
    }
}

type All = BTreeMap<String, Results>;

/// The saved ratings. Without a state folder they last as long as the program runs.
pub(crate) struct RatingFile {
    file: Option<StateFile<All>>,
    all: RefCell<All>,
}

impl RatingFile {
    /// `menagerie/puzzles.json` in the XDG state folder.
    pub(crate) fn from_environment() -> Self {
        Self::new(StateFile::from_environment("puzzles.json"))
    }

    pub(crate) fn new(file: Option<StateFile<All>>) -> Self {
        let all = file.as_ref().map(StateFile::read).unwrap_or_default();
        Self { file, all: RefCell::new(all) }
    }

    /// The rating in a game.
    pub(crate) fn rating(&self, game: &str) -> u16 {
        self.all.borrow().get(game).map_or(FIRST_RATING, |results| results.rating).round() as u16
    }

    /// The ids of the puzzles that were tried.
    pub(crate) fn seen(&self, game: &str) -> Vec<String> {
        self.all.borrow().get(game).map(|results| results.seen.clone()).unwrap_or_default()
    }

    /// Counts the first result of a puzzle. Later results change nothing.
    pub(crate) fn count(&self, game: &str, id: &str, rating: u16, solved: bool) -> io::Result<()> {
        let change = |all: &mut All| {
            let results = all.entry(game.to_owned()).or_default();
            if results.seen.iter().any(|seen| seen == id) {
                return;
            }
            let step = if results.seen.len() < SETTLED { STEPS.0 } else { STEPS.1 };
            let expected = 1.0 / (1.0 + 10f64.powf((f64::from(rating) - results.rating) / 400.0));
            results.rating += step * (f64::from(u8::from(solved)) - expected);
            results.seen.push(id.to_owned());
        };
        change(&mut self.all.borrow_mut());
        self.file.as_ref().map_or(Ok(()), |file| file.update(change))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_first_result_of_a_puzzle_counts_and_it_is_kept() {
        let folder = std::env::temp_dir().join(format!("menagerie-puzzles-{}", std::process::id()));
        let file = || Some(StateFile::at(folder.join("puzzles.json")));
        let ratings = RatingFile::new(file());
        ratings.count("jungle", "jungle-1", 1200, true).expect("the folder can be written");
        assert_eq!(ratings.rating("jungle"), 1224);
        ratings.count("jungle", "jungle-1", 1200, false).expect("the folder can be written");
        assert_eq!((ratings.rating("jungle"), ratings.rating("djambi")), (1224, 1200));
        let again = RatingFile::new(file());
        assert_eq!((again.rating("jungle"), again.seen("jungle")), (1224, vec!["jungle-1".to_owned()]));
        std::fs::remove_dir_all(folder).expect("the folder is there");
    }
}
