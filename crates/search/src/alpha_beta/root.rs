//! The position that was asked about: its actions are kept with their lines, and searched again and again, deeper each
//! time.

use std::cmp::Reverse;

use menagerie_game::{Rules, Seat};

use crate::History;

use super::order::Choice;
use super::score::{DECIDED, INFINITE, MAX_PLY};
use super::search::{Look, Node, Search};
use super::table::Entry;
use super::tuning::WINDOW;

/// An action of the root.
#[derive(Clone, Debug)]
pub(super) struct RootAction<A> {
    pub(super) choice: Choice<A>,
    /// How far a weak player misjudges it.
    pub(super) noise: i32,
    /// In the last pass; minus infinity if it was not the best then, or not reached.
    pub(super) score: i32,
    /// In the pass before.
    pub(super) previous: i32,
    /// The last score that was found for it, in whichever pass: what the world outside hears.
    pub(super) found: Option<i32>,
    /// Beginning with the action itself.
    pub(super) line: Vec<A>,
}

/// The root and its actions, the best first.
pub(super) struct Root<'r, R: Rules> {
    pub(super) position: &'r R,
    pub(super) seat: Seat,
    pub(super) history: &'r History,
    pub(super) actions: Vec<RootAction<R::Action>>,
    /// How many of them are wanted with a line and an exact score.
    pub(super) lines: usize,
}

impl<R: Rules> Clone for Root<'_, R> {
    fn clone(&self) -> Self {
        Self { actions: self.actions.clone(), ..*self }
    }
}

impl<R: Rules> Search<'_, R> {
    /// Searches all wanted lines to a depth; gives how many were done before it was halted.
    pub(super) fn deepen(&mut self, root: &mut Root<'_, R>, depth: i32) -> usize {
        for action in &mut root.actions {
            action.previous = action.score;
        }
        for line in 0..root.lines {
            self.deepest = 0;
            self.search_line(root, depth, line);
            root.actions[..=line].sort_by_key(|action| -action.score);
            if self.halted {
                // The lines that are left to tell; the best is not theirs to be.
                root.actions[line.max(1)..].sort_unstable_by_key(|action| Reverse(action.found));
                return line;
            }
        }
        root.lines
    }

    /// Finds the best of the actions from `line` on, within a window around the last score that is widened as needed.
    fn search_line(&mut self, root: &mut Root<'_, R>, depth: i32, line: usize) {
        let expected = root.actions[line].previous;
        let narrow = depth >= 4 && expected.abs() < DECIDED && !self.plain;
        let mut width = WINDOW;
        let (mut alpha, mut beta) = if narrow { (expected - width, expected + width) } else { (-INFINITE, INFINITE) };
        loop {
            let best = self.search_root(root, Look { alpha, beta, depth, cut: false }, line);
            // Stable: what was not better than the best keeps its place.
            root.actions[line..].sort_by_key(|action| -action.score);
            if self.halted {
                return;
            }
            width *= 3;
            if best <= alpha && alpha > -INFINITE {
                alpha = if width > 600 { -INFINITE } else { best.max(-DECIDED) - width };
            } else if best >= beta && beta < INFINITE {
                beta = if width > 600 { INFINITE } else { best.min(DECIDED) + width };
            } else {
                return;
            }
        }
    }

    /// One pass over the actions from `first` on.
    fn search_root(&mut self, root: &mut Root<'_, R>, look: Look, first: usize) -> i32 {
        let node = Node {
            position: root.position,
            seat: root.seat,
            ply: 0,
            tally: root.history.tally,
            key: root.position.key(),
            before: Entry::NO_CODE,
        };
        for action in &mut root.actions[first..] {
            action.score = -INFINITE;
        }
        let mut best = -INFINITE;
        for (index, action) in root.actions[first..].iter_mut().enumerate() {
            let alpha = look.alpha.max(best);
            let score = self.try_root_action(&node, action, Look { alpha, ..look }, index);
            if self.halted {
                break;
            }
            if index == 0 || score > alpha {
                action.score = score;
                action.found = Some(score);
                action.line.clear();
                action.line.push(action.choice.action);
                action.line.extend_from_slice(&self.memory.lines[1]);
            }
            best = best.max(score);
            if best >= look.beta {
                break;
            }
        }
        best
    }

    /// A misjudged action is searched with bounds moved by the misjudgement; forced wins and losses are seen as they are.
    fn try_root_action(&mut self, node: &Node<'_, R>, action: &RootAction<R::Action>, look: Look, index: usize) -> i32 {
        let next = self.next(node, &action.choice);
        let moved = |bound: i32| if bound.abs() < DECIDED { bound - action.noise } else { bound };
        let (alpha, beta) = (moved(look.alpha), moved(look.beta));
        let full = Look { alpha, beta, depth: look.depth - 1, cut: false };
        let mut score = alpha + 1;
        if index > 0 {
            let late = !self.plain && look.depth >= 4 && index > 3 && !action.choice.noisy;
            let reduction = if late { self.reductions.of(look.depth, index) / 1400 } else { 0 };
            let narrow = |depth| Look { alpha, beta: alpha + 1, depth, cut: true };
            score = self.visit(node, &next, narrow((full.depth - reduction).max(1.min(full.depth))));
            if reduction > 0 && score > alpha && !self.halted {
                score = self.visit(node, &next, narrow(full.depth));
            }
        }
        if score > alpha && !self.halted {
            score = self.visit(node, &next, full);
        }
        if score.abs() < DECIDED { (score + action.noise).clamp(1 - DECIDED, DECIDED - 1) } else { score }
    }
}

/// No search goes deeper than this.
pub(super) const DEEPEST: i32 = MAX_PLY as i32 - 1;
