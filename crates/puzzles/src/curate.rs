//! Curating a collection: no position twice, all difficulties, and initial ratings by rank.

use std::collections::BTreeMap;

use crate::file::Collection;
use crate::puzzle::Puzzle;

/// The width of a band of ratings.
const BAND: u16 = 100;
/// The rating of the middle puzzle, and the width of the logistic distribution around it.
const MIDDLE: f64 = 1500.0;
const WIDTH: f64 = 175.0;
/// The lowest and the highest initial rating.
const BOUNDS: (f64, f64) = (800.0, 2400.0);

impl Collection {
    /// Adds a puzzle. `false` if the collection has its position already.
    pub fn add(&mut self, puzzle: Puzzle) -> bool {
        let is_new = !self.puzzles.iter().any(|old| old.position == puzzle.position || old.id == puzzle.id);
        if is_new {
            self.puzzles.push(puzzle);
        }
        is_new
    }

    /// Keeps at most `limit` puzzles: it takes from the fullest bands of ratings, so that all difficulties remain. Of a
    /// band, puzzles with a shorter solution go first. Sorts by rating.
    pub fn thin(&mut self, limit: usize) {
        let mut bands: BTreeMap<u16, Vec<Puzzle>> = BTreeMap::new();
        for puzzle in self.puzzles.drain(..) {
            bands.entry(puzzle.rating / BAND).or_default().push(puzzle);
        }
        for band in bands.values_mut() {
            band.sort_by(|one, other| (other.line.len(), &other.id).cmp(&(one.line.len(), &one.id)));
        }
        let mut count: usize = bands.values().map(Vec::len).sum();
        while count > limit {
            let Some(fullest) = bands.values_mut().max_by_key(|band| band.len()) else { break };
            fullest.pop();
            count -= 1;
        }
        self.puzzles = bands.into_values().flatten().collect();
        self.puzzles.sort_by(|one, other| (one.rating, &one.id).cmp(&(other.rating, &other.id)));
    }

    /// Gives initial ratings by rank: the order of difficulty stays, the middle puzzle gets 1500, and the ratings spread
    /// from 800 to 2400 like those of players (a logistic distribution). Sorts by rating.
    pub fn rank(&mut self) {
        self.puzzles.sort_by(|one, other| (one.rating, &one.id).cmp(&(other.rating, &other.id)));
        let count = self.puzzles.len() as f64;
        for (index, puzzle) in self.puzzles.iter_mut().enumerate() {
            let quantile = (index as f64 + 0.5) / count;
            let rating = MIDDLE + WIDTH * (quantile / (1.0 - quantile)).ln();
            puzzle.rating = rating.clamp(BOUNDS.0, BOUNDS.1).round() as u16;
        }
        self.puzzles.sort_by(|one, other| (one.rating, &one.id).cmp(&(other.rating, &other.id)));
    }
}
