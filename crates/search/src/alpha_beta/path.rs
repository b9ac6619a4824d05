//! Repetition detection: the keys of the match's positions and of the search path.

use menagerie_game::MatchRules;

use crate::History;

const FILTER: usize = 1 << 12;

/// The keys of the positions in which a turn began. A counting filter rejects nearly every new
/// position at once.
pub(super) struct Path {
    keys: Vec<u64>,
    filter: Vec<u16>,
    /// The index of the root: the search path begins here.
    root: usize,
    /// The match is drawn when a position occurs this many times.
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

    /// Whether a position counts as drawn by repetition. One repetition on the search path is
    /// enough, because the player could repeat it at will. Positions before the root count towards
    /// the match's own limit.
    #[inline]
    pub(super) fn is_drawn(&self, key: u64) -> bool {
        self.filter[Self::slot(key)] > 0 && self.is_repeated(key)
    }

    #[cold]
    fn is_repeated(&self, key: u64) -> bool {
        let Some(limit) = self.limit else { return false };
        let (before, tried) = self.keys.split_at(self.root);
        tried.contains(&key) || before.iter().filter(|&&seen| seen == key).count() as u32 + 1 >= limit
    }
}
