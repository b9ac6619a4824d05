//! The way to the position at hand: what was before in the match, and what the search tries just now.

use menagerie_game::MatchRules;

use crate::History;

const FILTER: usize = 1 << 12;

/// The keys of the positions in which a turn began. A filter says at once of nearly every new position that it is new.
pub(super) struct Path {
    keys: Vec<u64>,
    filter: Vec<u16>,
    /// Where the search's own part begins: with the root.
    root: usize,
    /// How often the same position may stand before the match is drawn.
    limit: Option<u32>,
}

impl Path {
    pub(super) fn new() -> Self {
        Self { keys: Vec::with_capacity(1024), filter: vec![0; FILTER], root: 0, limit: None }
    }

    /// Begins a search.
    pub(super) fn begin(&mut self, history: &History, rules: &MatchRules, room: usize) {
        self.keys.clear();
        self.filter.fill(0);
        self.limit = rules.repetition.map(|limit| limit.number);
        self.keys.reserve(history.turn_starts.len() + room);
        for &key in &history.turn_starts {
            self.push(key);
        }
        self.root = history.turn_starts.len().saturating_sub(1);
    }

    #[inline]
    fn slot(key: u64) -> usize {
        key as usize % FILTER
    }

    #[inline]
    pub(super) fn push(&mut self, key: u64) {
        self.keys.push(key);
        self.filter[Self::slot(key)] += 1;
    }

    #[inline]
    pub(super) fn pop(&mut self) {
        if let Some(key) = self.keys.pop() {
            self.filter[Self::slot(key)] -= 1;
        }
    }

    /// Whether a position counts as drawn: it comes back to one that the search has gone through, since whoever wanted
    /// to could do so again and again; or the match has seen it so often that once more ends it.
    #[inline]
    pub(super) fn is_drawn(&self, key: u64) -> bool {
        self.filter[Self::slot(key)] > 0 && self.is_drawn_slowly(key)
    }

    #[cold]
    fn is_drawn_slowly(&self, key: u64) -> bool {
        let Some(limit) = self.limit else { return false };
        let (before, tried) = self.keys.split_at(self.root);
        tried.contains(&key) || before.iter().filter(|&&seen| seen == key).count() as u32 + 1 >= limit
    }
}
