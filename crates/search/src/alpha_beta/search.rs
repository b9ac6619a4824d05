//! One search thread: its data, its window, and the step from a node to a child.

use menagerie_game::{Actor, Counts, MatchRules, Rules, Seat, Silent};

use crate::{Evaluator, MatchCounters};

use super::control::Control;
use super::move_ordering::{Choice, MoveHistory};
use super::parameters::Reductions;
use super::path::Path;
use super::score::{self, MAX_PLY};
use super::transposition_table::Entry;

/// What a thread keeps from one search to the next: move history, and preallocated stacks, so that
/// no node allocates.
pub(super) struct ThreadData<R: Rules> {
    pub(super) move_history: MoveHistory,
    path: Path,
    /// The actions of all nodes on the path, one list after the other.
    pub(super) choices: Vec<Choice<R::Action>>,
    /// The principal variation from each ply on (triangular table).
    pub(super) pv_table: Vec<Vec<R::Action>>,
    pub(super) stack: Vec<StackFrame>,
}

/// What the search keeps per ply.
#[derive(Clone, Copy, Debug)]
pub(super) struct StackFrame {
    pub(super) seat: Seat,
    /// The static evaluation; `None` under a threat.
    pub(super) evaluation: Option<i32>,
    /// The code of the action that a singular search excludes.
    pub(super) excluded: u16,
}

impl StackFrame {
    const EMPTY: Self = Self { seat: Seat(0), evaluation: None, excluded: Entry::NO_CODE };
}

/// Initial capacity of the action stack. A game that needs more grows it once.
const CHOICES: usize = MAX_PLY * 128;

impl<R: Rules> ThreadData<R> {
    pub(super) fn new() -> Self {
        Self {
            move_history: MoveHistory::new(),
            path: Path::new(),
            choices: Vec::with_capacity(CHOICES),
            pv_table: (0..=MAX_PLY + 1).map(|_| Vec::with_capacity(MAX_PLY + 2)).collect(),
            stack: vec![StackFrame::EMPTY; MAX_PLY + 2],
        }
    }
}

/// A position on the path, seen by its actor.
#[derive(Clone, Copy)]
pub(super) struct Node<'p, R> {
    pub(super) position: &'p R,
    pub(super) seat: Seat,
    pub(super) ply: usize,
    pub(super) counters: MatchCounters,
    /// The position's key.
    pub(super) key: u64,
    /// The code of the action that led here; [`Entry::NO_CODE`] after a null move.
    pub(super) previous_action: u16,
}

/// The search window with the remaining depth. Alpha and beta are from the actor's point of view.
#[derive(Clone, Copy, Debug)]
pub(super) struct Window {
    pub(super) alpha: i32,
    pub(super) beta: i32,
    pub(super) depth: i32,
    /// The node is expected to fail high.
    pub(super) cut_node: bool,
}

impl Window {
    /// Whether the window is a null window: beta is alpha + 1.
    #[inline]
    pub(super) fn is_null_window(self) -> bool {
        self.beta - self.alpha == 1
    }

    /// The window from the other seat's point of view (negamax).
    #[inline]
    fn negated(self) -> Self {
        Self { alpha: -self.beta, beta: -self.alpha, ..self }
    }
}

/// A position after an action, before it is searched.
pub(super) struct Child<R> {
    pub(super) position: R,
    pub(super) counters: MatchCounters,
    pub(super) code: u16,
}

/// One search thread.
pub(super) struct Search<'a, R: Rules> {
    pub(super) data: &'a mut ThreadData<R>,
    pub(super) control: &'a Control<'a>,
    evaluator: &'a Evaluator<R>,
    pub(super) rules: MatchRules,
    seats: [Seat; 2],
    /// Full-width search: no pruning, reductions, extensions, quiescence or damping. Tests compare
    /// it with minimax.
    pub(super) full_width: bool,
    pub(super) reductions: Reductions,
    pub(super) halted: bool,
    pub(super) selective_depth: usize,
    /// Nodes since the last check of the limits.
    uncounted_nodes: u64,
    /// Nodes from one check of the limits to the next.
    nodes_until_check: u64,
}

impl<'a, R: Rules> Search<'a, R> {
    pub(super) fn new(
        data: &'a mut ThreadData<R>,
        control: &'a Control<'a>,
        evaluator: &'a Evaluator<R>,
        root: &R,
    ) -> Self {
        let rules = root.match_rules();
        let mut seats = root.seats().iter();
        let seats = std::array::from_fn(|_| seats.next().unwrap_or(Seat(0)));
        data.choices.clear();
        data.stack.fill(StackFrame::EMPTY);
        data.move_history.clear_killers();
        let mut search = Self {
            data,
            control,
            evaluator,
            rules,
            seats,
            full_width: false,
            reductions: Reductions::new(),
            halted: false,
            selective_depth: 0,
            uncounted_nodes: 0,
            nodes_until_check: 0,
        };
        search.check_limits();
        search
    }

    /// Loads the match's history for repetition detection.
    pub(super) fn begin(&mut self, history: &crate::History) {
        let rules = self.rules;
        self.data.path.begin(history, &rules, MAX_PLY);
    }

    pub(super) fn check_limits(&mut self) {
        match self.control.count_nodes(std::mem::take(&mut self.uncounted_nodes)) {
            Some(nodes_until_check) => self.nodes_until_check = nodes_until_check,
            None => self.halted = true,
        }
    }

    /// Applies an action. Each call counts as one node; a re-search of the same child does not.
    #[inline]
    pub(super) fn make_child(&mut self, node: &Node<'_, R>, choice: &Choice<R::Action>) -> Child<R> {
        self.uncounted_nodes += 1;
        let mut position = node.position.clone();
        let progress = position.apply(choice.action, &mut Silent);
        // Whether a turn begins matters only where turns are counted.
        let turn_ends = self.rules.counts == Counts::Turns && position.begins_turn();
        let counters = node.counters.after(true, progress, turn_ends, self.rules.counts);
        Child { position, counters, code: choice.code }
    }

    /// The score of a child for the seat that acted. The window is from that seat's point of view.
    #[inline]
    pub(super) fn search_child(&mut self, node: &Node<'_, R>, child: &Child<R>, window: Window) -> i32 {
        if self.uncounted_nodes >= self.nodes_until_check {
            self.check_limits();
            if self.halted {
                return 0;
            }
        }
        let ply = node.ply + 1;
        self.data.pv_table[ply].clear();
        let position = &child.position;
        let seat = match position.actor() {
            Actor::Seat(seat) => seat,
            Actor::Nobody => {
                let draw = self.control.contempt.draw(node.seat);
                return position.outcome().map_or(draw, |outcome| score::of_outcome(outcome, node.seat, ply, draw));
            }
            Actor::Chance => return score::clamp_evaluation(self.evaluator.evaluate(position, node.seat)),
        };
        let key = position.key();
        let begins = position.begins_turn();
        if self.is_drawn(child.counters) || begins && self.data.path.is_drawn(key) {
            return self.control.contempt.draw(node.seat);
        }
        if let Some(score) = self.table_score(position, seat, child.counters, ply) {
            return if seat == node.seat { score } else { -score };
        }
        let child_node = Node { position, seat, ply, counters: child.counters, key, previous_action: child.code };
        if begins {
            self.data.path.push(key);
        }
        let score = if seat == node.seat {
            self.search_or_quiesce(&child_node, window)
        } else {
            -self.search_or_quiesce(&child_node, window.negated())
        };
        if begins {
            self.data.path.pop();
        }
        score
    }

    /// The score of a position for its actor.
    #[inline]
    fn search_or_quiesce(&mut self, node: &Node<'_, R>, window: Window) -> i32 {
        // Full-width search finds such a win itself, one ply deeper.
        if !self.full_width && node.position.threatens_win(node.seat) {
            return score::win_at(node.ply + 1);
        }
        if node.ply >= MAX_PLY {
            return self.damp(self.evaluate(node), node);
        }
        if window.depth > 0 {
            self.search(node, window)
        } else if self.full_width {
            self.evaluate(node)
        } else {
            self.quiescence(node, window)
        }
    }

    /// The static evaluation for the actor, before [damping](Self::damp).
    #[inline]
    pub(super) fn evaluate(&self, node: &Node<'_, R>) -> i32 {
        score::clamp_evaluation(self.evaluator.evaluate(node.position, node.seat))
    }

    /// Whether a limit of the match is reached.
    #[inline]
    fn is_drawn(&self, counters: MatchCounters) -> bool {
        self.rules.no_progress.is_some_and(|limit| counters.without_progress >= limit.number)
            || self.rules.length.is_some_and(|limit| counters.played >= limit.number)
    }

    /// Whether the opponent wins with its next action unless the actor prevents it.
    #[inline]
    pub(super) fn is_threatened(&self, node: &Node<'_, R>) -> bool {
        let [first, second] = self.seats;
        node.position.threatens_win(if node.seat == first { second } else { first })
    }

    /// Makes an action the first of the principal variation from this ply on.
    #[inline]
    pub(super) fn update_pv(&mut self, ply: usize, action: R::Action) {
        let (here, below) = self.data.pv_table.split_at_mut(ply + 1);
        let pv = &mut here[ply];
        pv.clear();
        pv.push(action);
        pv.extend_from_slice(&below[0]);
    }
}
