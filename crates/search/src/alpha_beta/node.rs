//! A position inside the tree, searched to some depth.

use menagerie_game::{Rules, Sink};
use std::ops::ControlFlow;

use super::order::{Asked, Choice, bring_best, folded};
use super::score::{self, DECIDED, INFINITE, MAX_PLY};
use super::search::{Look, Next, Node, Search, evaluate};
use super::table::{Bound, Entry};
use super::tuning::*;

/// What is known of a node before its actions are tried.
struct Known {
    entry: Option<Entry>,
    /// The actor loses at once if it does nothing about it.
    threatened: bool,
    /// What the game says; worthless under a threat.
    evaluation: i32,
    /// It says more than a turn ago.
    improving: bool,
    /// An action is left out: nothing here may be stored.
    left_out: u16,
}

/// The actions tried so far.
struct Tried {
    best: i32,
    action: u16,
    alpha: i32,
    count: usize,
    quiets: usize,
}

impl<R: Rules> Search<'_, R> {
    /// The score of a position for its actor, at a depth of at least 1.
    pub(super) fn look(&mut self, node: &Node<'_, R>, mut look: Look) -> i32 {
        // No line is better than winning at once, or worse than losing at once.
        look.alpha = look.alpha.max(-score::win_at(node.ply));
        look.beta = look.beta.min(score::win_at(node.ply + 1));
        if look.alpha >= look.beta {
            return look.alpha;
        }
        let left_out = self.memory.frames[node.ply].left_out;
        let entry = if left_out == Entry::NO_CODE { self.control.table.get(node.key) } else { None };
        if let Some(entry) = entry
            && let Some(score) = self.answer_from_table(node, entry, look)
        {
            return score;
        }
        let known = self.know(node, entry, left_out);
        if let Some(score) = self.prune(node, &known, look) {
            return score;
        }
        let recommended = entry.is_some_and(|entry| entry.code != Entry::NO_CODE);
        if look.depth >= INTERNAL_REDUCTION_DEPTH && !recommended && left_out == Entry::NO_CODE && !self.plain {
            look.depth -= 1;
        }
        self.try_actions(node, &known, look)
    }

    /// The score in the table, where it decides.
    fn answer_from_table(&self, node: &Node<'_, R>, entry: Entry, look: Look) -> Option<i32> {
        let depth = i32::from(entry.depth);
        let deep_enough = if self.plain { depth == look.depth } else { depth >= look.depth };
        if !deep_enough || !look.is_narrow() || self.is_near_limit(node.tally) {
            return None;
        }
        let score = score::from_root(i32::from(entry.score), node.ply);
        let decides = match entry.bound {
            Bound::Exact => true,
            Bound::Lower => score >= look.beta,
            Bound::Upper => score <= look.alpha,
        };
        decides.then_some(score)
    }

    fn know(&mut self, node: &Node<'_, R>, entry: Option<Entry>, left_out: u16) -> Known {
        let threatened = !self.plain && self.is_threatened(node);
        let evaluation = match entry {
            _ if threatened || self.plain => -INFINITE,
            Some(entry) if entry.evaluation != Entry::NO_EVALUATION => i32::from(entry.evaluation),
            _ => evaluate(node),
        };
        let frame = &mut self.memory.frames[node.ply];
        frame.seat = node.seat;
        frame.evaluation = (!threatened).then_some(evaluation);
        let before = node.ply.checked_sub(2).map(|ply| self.memory.frames[ply]);
        let before = before.filter(|frame| frame.seat == node.seat).and_then(|frame| frame.evaluation);
        let improving = !threatened && before.is_none_or(|before| evaluation > before);
        Known { entry, threatened, evaluation, improving, left_out }
    }

    /// What can be said without trying the actions.
    fn prune(&mut self, node: &Node<'_, R>, known: &Known, look: Look) -> Option<i32> {
        let may = look.is_narrow()
            && !known.threatened
            && !self.plain
            && known.left_out == Entry::NO_CODE
            && look.beta.abs() < DECIDED
            && node.position.begins_turn()
            && !self.is_near_limit(node.tally);
        if !may {
            return None;
        }
        let margin = REVERSE_FUTILITY * (look.depth - i32::from(known.improving));
        if look.depth <= REVERSE_FUTILITY_DEPTH && known.evaluation - margin >= look.beta {
            return Some(i32::midpoint(known.evaluation, look.beta));
        }
        if look.depth <= RAZORING_DEPTH && known.evaluation + RAZORING * look.depth <= look.alpha {
            let score = self.quiesce(node, look);
            if score <= look.alpha || self.halted {
                return Some(score);
            }
        }
        self.skip_turn(node, known, look)
    }

    /// If even doing nothing is too good, some action will be.
    fn skip_turn(&mut self, node: &Node<'_, R>, known: &Known, look: Look) -> Option<i32> {
        if look.depth < SKIP_DEPTH || known.evaluation < look.beta || node.before == Entry::NO_CODE {
            return None;
        }
        let position = node.position.skipped_turn()?;
        let next = Next { position, tally: node.tally, code: Entry::NO_CODE };
        let reduction = 3 + look.depth / 3 + ((known.evaluation - look.beta) / 150).min(3);
        let skipped = Look { alpha: look.beta - 1, beta: look.beta, depth: look.depth - reduction, cut: !look.cut };
        let score = self.visit(node, &next, skipped);
        let convincing = score >= look.beta && !self.halted;
        convincing.then_some(if score >= DECIDED { look.beta } else { score })
    }

    /// Lists the actions behind those of the positions above; gives where they begin.
    pub(super) fn list(&mut self, node: &Node<'_, R>, only_noisy: bool, from_table: u16) -> usize {
        let begin = self.memory.choices.len();
        let mut into = Listing { choices: &mut self.memory.choices, position: node.position, all_noisy: only_noisy };
        let _ = if only_noisy { node.position.noisy_actions(&mut into) } else { node.position.actions(&mut into) };
        let asked = Asked { seat: node.seat, ply: node.ply, before: node.before, from_table };
        let memory = &mut *self.memory;
        memory.lessons.rank(node.position, &mut memory.choices[begin..], &asked);
        begin
    }

    fn try_actions(&mut self, node: &Node<'_, R>, known: &Known, look: Look) -> i32 {
        let from_table = known.entry.map_or(Entry::NO_CODE, |entry| entry.code);
        let begin = self.list(node, false, from_table);
        let mut tried = Tried { best: -INFINITE, action: Entry::NO_CODE, alpha: look.alpha, count: 0, quiets: 0 };
        let end = self.memory.choices.len();
        for index in begin..end {
            bring_best(&mut self.memory.choices[index..end]);
            let choice = self.memory.choices[index];
            if choice.code == known.left_out && known.left_out != Entry::NO_CODE {
                continue;
            }
            let Some(score) = self.try_action(node, known, look, &tried, &choice) else { continue };
            if self.halted {
                break;
            }
            // What loses at once is no choice: it must not make the others look late.
            if score > -score::win_at(node.ply + 2) {
                tried.count += 1;
                tried.quiets += usize::from(!choice.noisy);
            }
            if score <= tried.best {
                continue;
            }
            tried.best = score;
            if score > tried.alpha {
                tried.alpha = score;
                tried.action = choice.code;
                if !look.is_narrow() {
                    self.extend_line(node.ply, choice.action);
                }
                if score >= look.beta {
                    self.learn(node, look.depth, begin, index);
                    break;
                }
            }
        }
        self.memory.choices.truncate(begin);
        self.conclude(node, known, look, &tried)
    }

    /// The score of one action; `None` if it is not worth trying.
    #[inline]
    fn try_action(
        &mut self,
        node: &Node<'_, R>,
        known: &Known,
        look: Look,
        tried: &Tried,
        choice: &Choice<R::Action>,
    ) -> Option<i32> {
        let record = if choice.noisy { 0 } else { self.memory.lessons.record(node.seat, node.before, choice.code) };
        let may_skip = !known.threatened && !self.plain && tried.best > -DECIDED && look.is_narrow();
        if may_skip && is_hopeless(known, look, tried, choice, record) {
            return None;
        }
        let extension = self.extension(node, known, look, choice);
        // Skipping a turn or asking the others may have used up what was left.
        if self.halted {
            return Some(0);
        }
        let next = self.next(node, choice);
        let depth = look.depth - 1 + extension;
        if tried.count == 0 {
            let cut = look.is_narrow() && !look.cut;
            return Some(self.visit(node, &next, Look { alpha: tried.alpha, beta: look.beta, depth, cut }));
        }
        let reduction = self.reduction(known, look, tried, choice, record);
        let narrow = |depth, cut| Look { alpha: tried.alpha, beta: tried.alpha + 1, depth, cut };
        let mut score = tried.alpha + 1;
        if reduction > 0 {
            score = self.visit(node, &next, narrow((depth - reduction).max(1), true));
        }
        if score > tried.alpha && !self.halted {
            score = self.visit(node, &next, narrow(depth, !look.cut));
        }
        if score > tried.alpha && score < look.beta && !self.halted {
            score = self.visit(node, &next, Look { alpha: tried.alpha, beta: look.beta, depth, cut: false });
        }
        Some(score)
    }

    /// How much less deep a late action is searched.
    #[inline]
    fn reduction(&self, known: &Known, look: Look, tried: &Tried, choice: &Choice<R::Action>, record: i32) -> i32 {
        if self.plain || look.depth < REDUCTION_DEPTH {
            return 0;
        }
        let mut reduction = self.reductions.of(look.depth, tried.count + 1);
        reduction -= if choice.noisy { 1024 } else { 0 };
        reduction += if known.improving { 0 } else { 512 };
        reduction += if look.cut { 1024 } else { 0 };
        reduction -= if look.is_narrow() { 0 } else { 1024 };
        reduction -= if known.threatened { 1024 } else { 0 };
        reduction -= record / 8;
        (reduction / 1024).clamp(0, look.depth - 1)
    }

    /// How much deeper an action is searched: under a threat, or if it is the only good one.
    fn extension(&mut self, node: &Node<'_, R>, known: &Known, look: Look, choice: &Choice<R::Action>) -> i32 {
        if self.plain {
            return 0;
        }
        let entry = known.entry.filter(|entry| {
            entry.code == choice.code
                && look.depth >= SINGULAR_DEPTH
                && entry.bound != Bound::Upper
                && i32::from(entry.depth) >= look.depth - 3
                && i32::from(entry.score).abs() < DECIDED
        });
        let Some(entry) = entry else { return i32::from(known.threatened) };
        let bar = i32::from(entry.score) - 2 * look.depth;
        self.memory.frames[node.ply].left_out = choice.code;
        let others = self.look(node, Look { alpha: bar - 1, beta: bar, depth: (look.depth - 1) / 2, cut: look.cut });
        self.memory.frames[node.ply].left_out = Entry::NO_CODE;
        if others < bar {
            1
        } else if i32::from(entry.score) >= look.beta {
            -1
        } else {
            0
        }
    }

    /// Rewards the action that refuted, and blames the quiet ones tried before it.
    fn learn(&mut self, node: &Node<'_, R>, depth: i32, begin: usize, index: usize) {
        let memory = &mut *self.memory;
        let best = memory.choices[index];
        let bonus = (depth * depth * 16 + 32 * depth).min(1600);
        if !best.noisy {
            memory.lessons.refuted(node.ply, node.before, best.code);
            memory.lessons.learn(node.seat, node.before, best.code, bonus);
        }
        for choice in memory.choices[begin..index].iter().filter(|choice| !choice.noisy) {
            memory.lessons.learn(node.seat, node.before, choice.code, -bonus);
        }
    }

    /// Stores what was found.
    fn conclude(&mut self, node: &Node<'_, R>, known: &Known, look: Look, tried: &Tried) -> i32 {
        if self.halted {
            return 0;
        }
        if known.left_out != Entry::NO_CODE {
            return tried.best.max(look.alpha);
        }
        let bound = if tried.best >= look.beta {
            Bound::Lower
        } else if tried.action != Entry::NO_CODE {
            Bound::Exact
        } else {
            Bound::Upper
        };
        self.control.table.put(
            node.key,
            Entry {
                code: tried.action,
                score: score::from_here(tried.best, node.ply) as i16,
                evaluation: if known.evaluation == -INFINITE { Entry::NO_EVALUATION } else { known.evaluation as i16 },
                depth: look.depth.clamp(0, MAX_PLY as i32) as u8,
                bound,
            },
        );
        tried.best
    }
}

/// Whether an action late in the list is not even worth applying.
#[inline]
fn is_hopeless<A>(known: &Known, look: Look, tried: &Tried, choice: &Choice<A>, record: i32) -> bool {
    if choice.noisy {
        return false;
    }
    let depth = look.depth;
    depth <= LATE_DEPTH && tried.quiets >= late_count(depth, known.improving)
        || depth <= FUTILITY_DEPTH && known.evaluation + FUTILITY_BASE + FUTILITY * depth <= tried.alpha
        || depth <= 3 && record < -4000 * depth
}

/// Puts listed actions behind one another, with their codes.
struct Listing<'l, R: Rules> {
    choices: &'l mut Vec<Choice<R::Action>>,
    position: &'l R,
    all_noisy: bool,
}

impl<R: Rules> Sink<R::Action> for Listing<'_, R> {
    #[inline]
    fn push(&mut self, action: R::Action) -> ControlFlow<()> {
        let noisy = self.all_noisy || self.position.is_noisy(action);
        self.choices.push(Choice { action, code: folded::<R>(action), noisy, rank: 0 });
        ControlFlow::Continue(())
    }
}
