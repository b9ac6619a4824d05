//! The root: iterative deepening with aspiration windows and `MultiPV`. Each root action keeps its
//! score and its principal variation from one iteration to the next.

use menagerie_game::{Rules, Seat, insertion_sort_by_key};

use crate::History;

use super::move_ordering::Choice;
use super::parameters::ASPIRATION_WINDOW;
use super::score::{FORCED_WIN, INFINITE, MAX_PLY};
use super::search::{Node, Search, Window};
use super::transposition_table::Entry;

/// An action of the root.
#[derive(Clone, Debug)]
pub(super) struct RootAction<A> {
    pub(super) choice: Choice<A>,
    /// The handicap of a weak level: the error added to this action's score.
    pub(super) score_error: i32,
    /// The score of the current iteration; minus infinity if the action was not the best, or not
    /// reached.
    pub(super) score: i32,
    /// The score of the previous iteration.
    pub(super) previous: i32,
    /// The last exact score of any iteration: this is what is reported.
    pub(super) last_score: Option<i32>,
    /// The principal variation, beginning with the action itself.
    pub(super) pv: Vec<A>,
}

/// The root and its actions, the best first.
pub(super) struct Root<'r, R: Rules> {
    pub(super) position: &'r R,
    pub(super) seat: Seat,
    pub(super) history: &'r History,
    pub(super) actions: Vec<RootAction<R::Action>>,
    /// How many actions get a principal variation and an exact score.
    pub(super) multipv: usize,
}

impl<R: Rules> Clone for Root<'_, R> {
    fn clone(&self) -> Self {
        Self { actions: self.actions.clone(), ..*self }
    }
}

impl<R: Rules> Search<'_, R> {
    /// One iteration of iterative deepening. Returns how many of the lines were finished before the
    /// search was halted.
    pub(super) fn search_iteration(&mut self, root: &mut Root<'_, R>, depth: i32) -> usize {
        for action in &mut root.actions {
            action.previous = action.score;
        }
        for index in 0..root.multipv {
            self.selective_depth = 0;
            self.aspiration_search(root, depth, index);
            insertion_sort_by_key(&mut root.actions[..=index], |action| -i64::from(action.score));
            if self.halted {
                // The unfinished lines are reported with their last scores, below the best.
                let below =
                    |action: &RootAction<R::Action>| action.last_score.map_or(i64::MAX, |score| -i64::from(score));
                insertion_sort_by_key(&mut root.actions[index.max(1)..], below);
                return index;
            }
        }
        root.multipv
    }

    /// Finds the best of the actions from `first` on, with an aspiration window around the previous
    /// score. The window is widened after each fail low or fail high.
    fn aspiration_search(&mut self, root: &mut Root<'_, R>, depth: i32, first: usize) {
        let expected = root.actions[first].previous;
        let aspirate = depth >= 4 && expected.abs() < FORCED_WIN && !self.full_width;
        let mut width = ASPIRATION_WINDOW;
        let (mut alpha, mut beta) = if aspirate { (expected - width, expected + width) } else { (-INFINITE, INFINITE) };
        loop {
            let best = self.search_root(root, Window { alpha, beta, depth, cut_node: false }, first);
            // A stable sort: actions that were not better keep their order.
            insertion_sort_by_key(&mut root.actions[first..], |action| -i64::from(action.score));
            if self.halted {
                return;
            }
            width *= 3;
            if best <= alpha && alpha > -INFINITE {
                alpha = if width > 600 { -INFINITE } else { best.max(-FORCED_WIN) - width };
            } else if best >= beta && beta < INFINITE {
                beta = if width > 600 { INFINITE } else { best.min(FORCED_WIN) + width };
            } else {
                return;
            }
        }
    }

    /// Searches the root actions from `first` on, once.
    fn search_root(&mut self, root: &mut Root<'_, R>, window: Window, first: usize) -> i32 {
        let node = Node {
            position: root.position,
            seat: root.seat,
            ply: 0,
            counters: root.history.counters,
            key: root.position.key(),
            previous_action: Entry::NO_CODE,
        };
        for action in &mut root.actions[first..] {
            action.score = -INFINITE;
        }
        let mut best = -INFINITE;
        for (index, action) in root.actions[first..].iter_mut().enumerate() {
            let alpha = window.alpha.max(best);
            let score = self.search_root_action(&node, action, Window { alpha, ..window }, index);
            if self.halted {
                break;
            }
            if index == 0 || score > alpha {
                action.score = score;
                action.last_score = Some(score);
                action.pv.clear();
                action.pv.push(action.choice.action);
                action.pv.extend_from_slice(&self.data.pv_table[1]);
            }
            best = best.max(score);
            if best >= window.beta {
                break;
            }
        }
        best
    }

    /// Searches one root action. A handicap moves the window by its score error; forced wins and
    /// losses are exempt.
    fn search_root_action(
        &mut self,
        node: &Node<'_, R>,
        action: &RootAction<R::Action>,
        window: Window,
        index: usize,
    ) -> i32 {
        let child = self.make_child(node, &action.choice);
        let moved = |bound: i32| if bound.abs() < FORCED_WIN { bound - action.score_error } else { bound };
        let (alpha, beta) = (moved(window.alpha), moved(window.beta));
        let full = Window { alpha, beta, depth: window.depth - 1, cut_node: false };
        let mut score = alpha + 1;
        if index > 0 {
            let late = !self.full_width && window.depth >= 4 && index > 3 && !action.choice.tactical;
            let reduction = if late { self.reductions.of(window.depth, index) / 1400 } else { 0 };
            let null_window = |depth| Window { alpha, beta: alpha + 1, depth, cut_node: true };
            score = self.search_child(node, &child, null_window((full.depth - reduction).max(1.min(full.depth))));
            if reduction > 0 && score > alpha && !self.halted {
                score = self.search_child(node, &child, null_window(full.depth));
            }
        }
        if score > alpha && !self.halted {
            score = self.search_child(node, &child, full);
        }
        if score.abs() < FORCED_WIN {
            (score + action.score_error).clamp(1 - FORCED_WIN, FORCED_WIN - 1)
        } else {
            score
        }
    }
}

/// The last iteration of iterative deepening.
pub(super) const MAX_DEPTH: i32 = MAX_PLY as i32 - 1;
