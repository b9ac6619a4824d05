//! Choosing a puzzle: the next one for a player, and the puzzle of the day.

use menagerie_game::Dice;
use menagerie_search::Random;

use crate::file::Collection;
use crate::puzzle::{Puzzle, hash};

/// Of the puzzles that fit best, one of this many is drawn, so that two players do not get the same run.
const NEAREST: usize = 12;
/// The ratings of daily puzzles: neither trivial nor hopeless.
const DAILY_RATINGS: std::ops::RangeInclusive<u16> = 1000..=1900;

/// What the next puzzle should be like.
#[derive(Clone, Copy, Debug)]
pub struct Selection<'s> {
    /// The player's rating.
    pub rating: u16,
    /// Only puzzles with this theme.
    pub theme: Option<&'s str>,
    /// Only puzzles of this game with its options (`jungle:classic`); all of the collection if `None`.
    pub game: Option<&'s str>,
    /// The ids of puzzles that the player has seen.
    pub exclude: &'s [&'s str],
    /// The random seed.
    pub seed: u64,
}

impl Collection {
    /// The next puzzle: one of those whose rating is nearest. `None` if no puzzle is left.
    pub fn next(&self, selection: &Selection<'_>) -> Option<&Puzzle> {
        let fits = |puzzle: &&Puzzle| {
            selection.theme.is_none_or(|theme| puzzle.themes.iter().any(|known| known == theme))
                && selection.game.is_none_or(|game| puzzle.game == game)
                && !selection.exclude.contains(&puzzle.id.as_str())
        };
        let mut fitting: Vec<_> = self.puzzles.iter().filter(fits).collect();
        fitting.sort_by_key(|puzzle| (puzzle.rating.abs_diff(selection.rating), &puzzle.id));
        fitting.truncate(NEAREST);
        let index = Random::new(selection.seed).roll(fitting.len() as u32);
        fitting.get(index as usize).copied()
    }

    /// The puzzle of a day, given as days since 1970-01-01: the same for everyone. Adding puzzles to the collection
    /// changes few days (rendezvous hashing).
    pub fn daily(&self, day: u32) -> Option<&Puzzle> {
        let day = day.to_string();
        let rank = |puzzle: &&Puzzle| Random::new(hash([day.as_str(), puzzle.id.as_str()])).bits();
        let medium = self.puzzles.iter().filter(|puzzle| DAILY_RATINGS.contains(&puzzle.rating));
        medium.min_by_key(rank).or_else(|| self.puzzles.iter().min_by_key(rank))
    }

    /// The themes of all puzzles with their numbers, the most frequent first.
    pub fn themes(&self) -> Vec<(&str, usize)> {
        let mut names: Vec<&str> = self.puzzles.iter().flat_map(|puzzle| &puzzle.themes).map(String::as_str).collect();
        names.sort_unstable();
        let mut counted: Vec<_> = names.chunk_by(|one, other| one == other).map(|same| (same[0], same.len())).collect();
        counted.sort_by_key(|(name, count)| (std::cmp::Reverse(*count), *name));
        counted
    }
}
