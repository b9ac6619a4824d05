//! Principal variation search of one inner node: table cutoff, reverse futility pruning, razoring,
//! null move pruning, late move pruning and reductions, singular extensions.

use menagerie_game::{Rules, Sink};
use std::ops::ControlFlow;

use super::move_ordering::{Choice, OrderingContext, pick_best, short_code};
use super::parameters::*;
use super::score::{self, FORCED_WIN, INFINITE, MAX_PLY};
use super::search::{Child, Node, Search, Window};
use super::transposition_table::{Bound, Entry};

/// What the search knows of a node before it tries the actions.
struct NodeInfo {
    entry: Option<Entry>,
    /// The opponent wins with its next action unless the actor prevents it: like a check in chess.
    threatened: bool,
    /// The static evaluation before damping, for the transposition table; `None` under a threat.
    undamped: Option<i32>,
    /// The static evaluation; minus infinity under a threat.
    evaluation: i32,
    /// The static evaluation is higher than two plies ago.
    improving: bool,
    /// The action that a singular search excludes. The result of such a search is not stored.
    excluded: u16,
}

/// The state of the move loop.
struct Tried {
    best: i32,
    action: u16,
    alpha: i32,
    count: usize,
    quiets: usize,
}

impl<R: Rules> Search<'_, R> {
    /// The score of a position for its actor, at a depth of at least 1.
    pub(super) fn search(&mut self, node: &Node<'_, R>, mut window: Window) -> i32 {
        // Mate distance pruning: no line is better than winning at once, or worse than losing at once.
        window.alpha = window.alpha.max(-score::win_at(node.ply));
        window.beta = window.beta.min(score::win_at(node.ply + 1));
        if window.alpha >= window.beta {
            return window.alpha;
        }
        let excluded = self.data.stack[node.ply].excluded;
        let entry = if excluded == Entry::NO_CODE { self.control.table.probe(self.table_key(node)) } else { None };
        if let Some(entry) = entry
            && let Some(score) = self.table_cutoff(node, entry, window)
        {
            return score;
        }
        let info = self.node_info(node, entry, excluded);
        if let Some(score) = self.prune(node, &info, window) {
            return score;
        }
        let has_hash_move = entry.is_some_and(|entry| entry.code != Entry::NO_CODE);
        if window.depth >= INTERNAL_ITERATIVE_REDUCTION_DEPTH
            && !has_hash_move
            && excluded == Entry::NO_CODE
            && !self.full_width
        {
            window.depth -= 1;
        }
        self.search_actions(node, &info, window)
    }

    /// The score in the transposition table, if it causes a cutoff.
    fn table_cutoff(&self, node: &Node<'_, R>, entry: Entry, window: Window) -> Option<i32> {
        let depth = i32::from(entry.depth);
        let deep_enough = if self.full_width { depth == window.depth } else { depth >= window.depth };
        if !deep_enough || !window.is_null_window() || self.is_near_end(node.counters) {
            return None;
        }
        let score = score::from_table(i32::from(entry.score), node.ply);
        let decides = match entry.bound {
            Bound::Exact => true,
            Bound::Lower => score >= window.beta,
            Bound::Upper => score <= window.alpha,
        };
        decides.then_some(score)
    }

    fn node_info(&mut self, node: &Node<'_, R>, entry: Option<Entry>, excluded: u16) -> NodeInfo {
        let threatened = !self.full_width && self.is_threatened(node);
        let undamped = match entry {
            _ if threatened || self.full_width => None,
            Some(entry) if entry.evaluation != Entry::NO_EVALUATION => Some(i32::from(entry.evaluation)),
            _ => Some(self.evaluate(node)),
        };
        let evaluation = undamped.map_or(-INFINITE, |evaluation| self.damp(evaluation, node));
        let frame = &mut self.data.stack[node.ply];
        frame.seat = node.seat;
        frame.evaluation = (!threatened).then_some(evaluation);
        let earlier = node.ply.checked_sub(2).map(|ply| self.data.stack[ply]);
        let earlier = earlier.filter(|frame| frame.seat == node.seat).and_then(|frame| frame.evaluation);
        let improving = !threatened && earlier.is_none_or(|earlier| evaluation > earlier);
        NodeInfo { entry, threatened, undamped, evaluation, improving, excluded }
    }

    /// Pruning before the move loop: reverse futility pruning, razoring, null move.
    fn prune(&mut self, node: &Node<'_, R>, info: &NodeInfo, window: Window) -> Option<i32> {
        let may = window.is_null_window()
            && !info.threatened
            && !self.full_width
            && info.excluded == Entry::NO_CODE
            && window.beta.abs() < FORCED_WIN
            && node.position.begins_turn()
            && !self.is_near_limit(node.counters);
        if !may {
            return None;
        }
        let margin = REVERSE_FUTILITY * (window.depth - i32::from(info.improving));
        if window.depth <= REVERSE_FUTILITY_DEPTH && info.evaluation - margin >= window.beta {
            return Some(i32::midpoint(info.evaluation, window.beta));
        }
        if window.depth <= RAZORING_DEPTH && info.evaluation + RAZORING * window.depth <= window.alpha {
            let score = self.quiescence(node, window);
            if score <= window.alpha || self.halted {
                return Some(score);
            }
        }
        self.null_move_pruning(node, info, window)
    }

    /// Null move pruning: if passing the turn already fails high, some action will too.
    fn null_move_pruning(&mut self, node: &Node<'_, R>, info: &NodeInfo, window: Window) -> Option<i32> {
        if window.depth < NULL_MOVE_DEPTH || info.evaluation < window.beta || node.previous_action == Entry::NO_CODE {
            return None;
        }
        let position = node.position.null_move()?;
        let child = Child { position, counters: node.counters, code: Entry::NO_CODE };
        let reduction = 3 + window.depth / 3 + ((info.evaluation - window.beta) / 150).min(3);
        let null_window = Window {
            alpha: window.beta - 1,
            beta: window.beta,
            depth: window.depth - reduction,
            cut_node: !window.cut_node,
        };
        let score = self.search_child(node, &child, null_window);
        let convincing = score >= window.beta && !self.halted;
        convincing.then_some(if score >= FORCED_WIN { window.beta } else { score })
    }

    /// Generates the actions onto the shared stack and returns the index of the first.
    pub(super) fn generate(&mut self, node: &Node<'_, R>, only_tactical: bool, hash_move: u16) -> usize {
        let begin = self.data.choices.len();
        let mut into =
            ChoiceSink { choices: &mut self.data.choices, position: node.position, all_tactical: only_tactical };
        let _ =
            if only_tactical { node.position.tactical_actions(&mut into) } else { node.position.actions(&mut into) };
        let context =
            OrderingContext { seat: node.seat, ply: node.ply, previous_action: node.previous_action, hash_move };
        let data = &mut *self.data;
        data.move_history.rank(node.position, &mut data.choices[begin..], &context);
        begin
    }

    fn search_actions(&mut self, node: &Node<'_, R>, info: &NodeInfo, window: Window) -> i32 {
        let hash_move = info.entry.map_or(Entry::NO_CODE, |entry| entry.code);
        let begin = self.generate(node, false, hash_move);
        let mut tried = Tried { best: -INFINITE, action: Entry::NO_CODE, alpha: window.alpha, count: 0, quiets: 0 };
        let end = self.data.choices.len();
        for index in begin..end {
            pick_best(&mut self.data.choices[index..end]);
            let choice = self.data.choices[index];
            if choice.code == info.excluded && info.excluded != Entry::NO_CODE {
                continue;
            }
            let Some(score) = self.search_action(node, info, window, &tried, &choice) else { continue };
            if self.halted {
                break;
            }
            // An action that loses at once does not count: the others would be reduced as late moves.
            if score > -score::win_at(node.ply + 2) {
                tried.count += 1;
                tried.quiets += usize::from(!choice.tactical);
            }
            if score <= tried.best {
                continue;
            }
            tried.best = score;
            if score > tried.alpha {
                tried.alpha = score;
                tried.action = choice.code;
                if !window.is_null_window() {
                    self.update_pv(node.ply, choice.action);
                }
                if score >= window.beta {
                    self.update_history(node, window.depth, begin, index);
                    break;
                }
            }
        }
        self.data.choices.truncate(begin);
        self.store_result(node, info, window, &tried)
    }

    /// The score of one action; `None` if it is pruned.
    #[inline]
    fn search_action(
        &mut self,
        node: &Node<'_, R>,
        info: &NodeInfo,
        window: Window,
        tried: &Tried,
        choice: &Choice<R::Action>,
    ) -> Option<i32> {
        let history_score = if choice.tactical {
            0
        } else {
            self.data.move_history.history_score(node.seat, node.previous_action, choice.code)
        };
        let may_prune = !info.threatened && !self.full_width && tried.best > -FORCED_WIN && window.is_null_window();
        if may_prune && is_pruned(info, window, tried, choice, history_score) {
            return None;
        }
        let extension = self.extension(node, info, window, choice);
        // The null move or the singular search may have reached a limit.
        if self.halted {
            return Some(0);
        }
        let child = self.make_child(node, choice);
        let depth = window.depth - 1 + extension;
        if tried.count == 0 {
            let cut_node = window.is_null_window() && !window.cut_node;
            return Some(self.search_child(
                node,
                &child,
                Window { alpha: tried.alpha, beta: window.beta, depth, cut_node },
            ));
        }
        let reduction = self.reduction(info, window, tried, choice, history_score);
        let null_window = |depth, cut_node| Window { alpha: tried.alpha, beta: tried.alpha + 1, depth, cut_node };
        let mut score = tried.alpha + 1;
        if reduction > 0 {
            score = self.search_child(node, &child, null_window((depth - reduction).max(1), true));
        }
        if score > tried.alpha && !self.halted {
            score = self.search_child(node, &child, null_window(depth, !window.cut_node));
        }
        if score > tried.alpha && score < window.beta && !self.halted {
            score = self.search_child(
                node,
                &child,
                Window { alpha: tried.alpha, beta: window.beta, depth, cut_node: false },
            );
        }
        Some(score)
    }

    /// Late move reduction: by how many plies a late action is searched less deep.
    #[inline]
    fn reduction(
        &self,
        info: &NodeInfo,
        window: Window,
        tried: &Tried,
        choice: &Choice<R::Action>,
        history_score: i32,
    ) -> i32 {
        if self.full_width || window.depth < LATE_MOVE_REDUCTION_DEPTH {
            return 0;
        }
        let mut reduction = self.reductions.of(window.depth, tried.count + 1);
        reduction -= if choice.tactical { 1024 } else { 0 };
        reduction += if info.improving { 0 } else { 512 };
        reduction += if window.cut_node { 1024 } else { 0 };
        reduction -= if window.is_null_window() { 0 } else { 1024 };
        reduction -= if info.threatened { 1024 } else { 0 };
        reduction -= history_score / 8;
        (reduction / 1024).clamp(0, window.depth - 1)
    }

    /// Extensions: one ply under a threat, and one for a singular hash move.
    fn extension(&mut self, node: &Node<'_, R>, info: &NodeInfo, window: Window, choice: &Choice<R::Action>) -> i32 {
        if self.full_width {
            return 0;
        }
        let entry = info.entry.filter(|entry| {
            entry.code == choice.code
                && window.depth >= SINGULAR_DEPTH
                && entry.bound != Bound::Upper
                && i32::from(entry.depth) >= window.depth - 3
                && i32::from(entry.score).abs() < FORCED_WIN
        });
        let Some(entry) = entry else { return i32::from(info.threatened) };
        let singular_beta = i32::from(entry.score) - 2 * window.depth;
        self.data.stack[node.ply].excluded = choice.code;
        let others = self.search(
            node,
            Window {
                alpha: singular_beta - 1,
                beta: singular_beta,
                depth: (window.depth - 1) / 2,
                cut_node: window.cut_node,
            },
        );
        self.data.stack[node.ply].excluded = Entry::NO_CODE;
        if others < singular_beta {
            1
        } else if i32::from(entry.score) >= window.beta {
            -1
        } else {
            0
        }
    }

    /// History heuristic: a bonus for the quiet action that caused the cutoff, a malus for those
    /// tried before it.
    fn update_history(&mut self, node: &Node<'_, R>, depth: i32, begin: usize, index: usize) {
        let data = &mut *self.data;
        let best = data.choices[index];
        let bonus = (depth * depth * 16 + 32 * depth).min(1600);
        if !best.tactical {
            data.move_history.add_refutation(node.ply, node.previous_action, best.code);
            data.move_history.update(node.seat, node.previous_action, best.code, bonus);
        }
        for choice in data.choices[begin..index].iter().filter(|choice| !choice.tactical) {
            data.move_history.update(node.seat, node.previous_action, choice.code, -bonus);
        }
    }

    /// Stores the result in the transposition table.
    fn store_result(&mut self, node: &Node<'_, R>, info: &NodeInfo, window: Window, tried: &Tried) -> i32 {
        if self.halted {
            return 0;
        }
        if info.excluded != Entry::NO_CODE {
            return tried.best.max(window.alpha);
        }
        let bound = if tried.best >= window.beta {
            Bound::Lower
        } else if tried.action != Entry::NO_CODE {
            Bound::Exact
        } else {
            Bound::Upper
        };
        self.control.table.store(
            self.table_key(node),
            Entry {
                code: tried.action,
                score: score::to_table(tried.best, node.ply) as i16,
                evaluation: info.undamped.map_or(Entry::NO_EVALUATION, |evaluation| evaluation as i16),
                depth: window.depth.clamp(0, MAX_PLY as i32) as u8,
                bound,
            },
        );
        tried.best
    }
}

/// Late move pruning, futility pruning and history pruning of quiet actions.
#[inline]
fn is_pruned<A>(info: &NodeInfo, window: Window, tried: &Tried, choice: &Choice<A>, history_score: i32) -> bool {
    if choice.tactical {
        return false;
    }
    let depth = window.depth;
    depth <= LATE_MOVE_PRUNING_DEPTH && tried.quiets >= late_move_count(depth, info.improving)
        || depth <= FUTILITY_DEPTH && info.evaluation + FUTILITY_BASE + FUTILITY * depth <= tried.alpha
        || depth <= 3 && history_score < -4000 * depth
}

/// Appends generated actions to the stack, with their codes.
struct ChoiceSink<'l, R: Rules> {
    choices: &'l mut Vec<Choice<R::Action>>,
    position: &'l R,
    all_tactical: bool,
}

impl<R: Rules> Sink<R::Action> for ChoiceSink<'_, R> {
    #[inline]
    fn push(&mut self, action: R::Action) -> ControlFlow<()> {
        let tactical = self.all_tactical || self.position.is_tactical(action);
        self.choices.push(Choice { action, code: short_code::<R>(action), tactical, rank: 0 });
        ControlFlow::Continue(())
    }
}
