//! Quiescence search: at the leaves only tactical actions are searched, until the position is
//! quiet.

use menagerie_game::Rules;

use super::move_ordering::{is_bad_tactical, pick_best};
use super::parameters::EVASION_PLIES;
use super::score::{self, INFINITE};
use super::search::{Node, Search, Window};
use super::transposition_table::{Bound, Entry};

impl<R: Rules> Search<'_, R> {
    /// The quiescence score of a position for its actor. Under a threat, and in the middle of a
    /// turn, standing pat is not possible: every action is searched.
    pub(super) fn quiescence(&mut self, node: &Node<'_, R>, window: Window) -> i32 {
        self.selective_depth = self.selective_depth.max(node.ply);
        let entry = self.control.table.probe(self.table_key(node));
        if let Some(score) = entry.and_then(|entry| table_score(entry, node.ply, window))
            && !self.is_near_end(node.counters)
        {
            return score;
        }
        let search_all = !node.position.begins_turn() || (window.depth > -EVASION_PLIES && self.is_threatened(node));
        let undamped = match entry {
            _ if search_all => None,
            Some(entry) if entry.evaluation != Entry::NO_EVALUATION => Some(i32::from(entry.evaluation)),
            _ => Some(self.evaluate(node)),
        };
        let stand_pat = undamped.map_or(-INFINITE, |evaluation| self.damp(evaluation, node));
        if stand_pat >= window.beta {
            return stand_pat;
        }
        let hash_move = entry.map_or(Entry::NO_CODE, |entry| entry.code);
        let begin = self.generate(node, !search_all, hash_move);
        let (best, action) = self.search_tactical(node, window, (begin, stand_pat), search_all);
        self.data.choices.truncate(begin);
        if !self.halted {
            self.store_quiescence(node, window, (best, action), undamped);
        }
        best
    }

    /// Searches the generated actions from `begin` on; `stand_pat` is the score of doing nothing.
    fn search_tactical(
        &mut self,
        node: &Node<'_, R>,
        window: Window,
        (begin, stand_pat): (usize, i32),
        search_all: bool,
    ) -> (i32, u16) {
        let (mut best, mut best_code) = (stand_pat, Entry::NO_CODE);
        let end = self.data.choices.len();
        for index in begin..end {
            pick_best(&mut self.data.choices[index..end]);
            let choice = self.data.choices[index];
            if is_bad_tactical(&choice) && !search_all {
                break;
            }
            let child = self.make_child(node, &choice);
            let score = self.search_child(
                node,
                &child,
                Window { alpha: best.max(window.alpha), depth: window.depth - 1, ..window },
            );
            if self.halted {
                break;
            }
            if score > best {
                (best, best_code) = (score, choice.code);
                if score > window.alpha && !window.is_null_window() {
                    self.update_pv(node.ply, choice.action);
                }
                if score >= window.beta {
                    break;
                }
            }
        }
        (best, best_code)
    }

    fn store_quiescence(
        &mut self,
        node: &Node<'_, R>,
        window: Window,
        (best, code): (i32, u16),
        undamped: Option<i32>,
    ) {
        let bound = if best >= window.beta { Bound::Lower } else { Bound::Upper };
        self.control.table.store(
            self.table_key(node),
            Entry {
                code,
                score: score::to_table(best, node.ply) as i16,
                evaluation: undamped.map_or(Entry::NO_EVALUATION, |evaluation| evaluation as i16),
                depth: 0,
                bound,
            },
        );
    }
}

/// The score in the transposition table, if it causes a cutoff.
#[inline]
fn table_score(entry: Entry, ply: usize, window: Window) -> Option<i32> {
    let score = score::from_table(i32::from(entry.score), ply);
    let decides = match entry.bound {
        Bound::Exact => true,
        Bound::Lower => score >= window.beta,
        Bound::Upper => score <= window.alpha,
    };
    (decides && window.is_null_window()).then_some(score)
}
