//! Curating a collection: no position twice, and a spread of ratings.

use std::collections::BTreeMap;

use crate::file::Collection;
use crate::puzzle::Puzzle;

/// The width of a band of ratings.
const BAND: u16 = 100;

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
}
