//! One thread's search: what it holds, and what happens on the way from a position to the next.

use menagerie_game::{Actor, Counts, MatchRules, Rules, Seat, Silent};

use crate::Tally;

use super::control::Control;
use super::order::{Choice, Lessons};
use super::path::Path;
use super::score::{self, MAX_PLY};
use super::table::Entry;
use super::tuning::Reductions;

/// What a thread keeps from one search to the next: what it has learned, and room, so that no node allocates.
pub(super) struct Memory<R: Rules> {
    pub(super) lessons: Lessons,
    path: Path,
    /// The listed actions of all positions on the way, one list after the other.
    pub(super) choices: Vec<Choice<R::Action>>,
    /// By ply: the best line found from there.
    pub(super) lines: Vec<Vec<R::Action>>,
    pub(super) frames: Vec<Frame>,
}

/// What is remembered of a position on the way.
#[derive(Clone, Copy, Debug)]
pub(super) struct Frame {
    pub(super) seat: Seat,
    /// What the game said of it; nothing under a threat.
    pub(super) evaluation: Option<i32>,
    /// The code of an action that is left out, to see how the others do.
    pub(super) left_out: u16,
}

impl Frame {
    const EMPTY: Self = Self { seat: Seat(0), evaluation: None, left_out: Entry::NO_CODE };
}

/// Room for the actions of a line; a game that needs more grows it once.
const CHOICES: usize = MAX_PLY * 128;

impl<R: Rules> Memory<R> {
    pub(super) fn new() -> Self {
        Self {
            lessons: Lessons::new(),
            path: Path::new(),
            choices: Vec::with_capacity(CHOICES),
            lines: (0..=MAX_PLY + 1).map(|_| Vec::with_capacity(MAX_PLY + 2)).collect(),
            frames: vec![Frame::EMPTY; MAX_PLY + 2],
        }
    }
}

/// A position on the way, seen by its actor.
#[derive(Clone, Copy)]
pub(super) struct Node<'p, R> {
    pub(super) position: &'p R,
    pub(super) seat: Seat,
    pub(super) ply: usize,
    pub(super) tally: Tally,
    /// The position's key.
    pub(super) key: u64,
    /// The code of the action that led here; none after a skipped turn.
    pub(super) before: u16,
}

/// How to look at what comes next: the bounds as seen by whoever acts now.
#[derive(Clone, Copy, Debug)]
pub(super) struct Look {
    pub(super) alpha: i32,
    pub(super) beta: i32,
    pub(super) depth: i32,
    /// The result is expected to be too good for the one who acted before.
    pub(super) cut: bool,
}

impl Look {
    /// Whether only "more or less than beta" is asked.
    #[inline]
    pub(super) fn is_narrow(self) -> bool {
        self.beta - self.alpha == 1
    }

    /// The same as seen by the other seat.
    #[inline]
    fn turned(self) -> Self {
        Self { alpha: -self.beta, beta: -self.alpha, ..self }
    }
}

/// A position after an action, not yet looked at.
pub(super) struct Next<R> {
    pub(super) position: R,
    pub(super) tally: Tally,
    pub(super) code: u16,
}

/// One thread at work.
pub(super) struct Search<'a, R: Rules> {
    pub(super) memory: &'a mut Memory<R>,
    pub(super) control: &'a Control<'a>,
    pub(super) rules: MatchRules,
    pair: [Seat; 2],
    /// Without pruning, reductions, extensions and quiescence: for proofs.
    pub(super) plain: bool,
    pub(super) reductions: Reductions,
    pub(super) halted: bool,
    pub(super) deepest: usize,
    /// Positions made since the control was told.
    visited: u64,
    /// To be made until the control is told.
    breath: u64,
}

impl<'a, R: Rules> Search<'a, R> {
    pub(super) fn new(memory: &'a mut Memory<R>, control: &'a Control<'a>, root: &R) -> Self {
        let rules = root.match_rules();
        let mut seats = root.seats().iter();
        let pair = std::array::from_fn(|_| seats.next().unwrap_or(Seat(0)));
        memory.choices.clear();
        memory.frames.fill(Frame::EMPTY);
        memory.lessons.fade();
        let mut search = Self {
            memory,
            control,
            rules,
            pair,
            plain: false,
            reductions: Reductions::new(),
            halted: false,
            deepest: 0,
            visited: 0,
            breath: 0,
        };
        search.tell_control();
        search
    }

    /// The match before the root.
    pub(super) fn begin(&mut self, history: &crate::History) {
        let rules = self.rules;
        self.memory.path.begin(history, &rules, MAX_PLY);
    }

    pub(super) fn tell_control(&mut self) {
        match self.control.count(std::mem::take(&mut self.visited)) {
            Some(breath) => self.breath = breath,
            None => self.halted = true,
        }
    }

    /// Does an action. This is what counts as a node: a position that is looked at again is not another one.
    #[inline]
    pub(super) fn next(&mut self, node: &Node<'_, R>, choice: &Choice<R::Action>) -> Next<R> {
        self.visited += 1;
        let mut position = node.position.clone();
        let progress = position.apply(choice.action, &mut Silent);
        // Whether a turn begins matters only where turns are counted.
        let turn_ends = self.rules.counts == Counts::Turns && position.begins_turn();
        let tally = node.tally.after(true, progress, turn_ends, self.rules.counts);
        Next { position, tally, code: choice.code }
    }

    /// The score of what comes next, for the seat that acted. `look` is as that seat sees it.
    #[inline]
    pub(super) fn visit(&mut self, node: &Node<'_, R>, next: &Next<R>, look: Look) -> i32 {
        if self.visited >= self.breath {
            self.tell_control();
            if self.halted {
                return 0;
            }
        }
        let ply = node.ply + 1;
        self.memory.lines[ply].clear();
        let position = &next.position;
        let seat = match position.actor() {
            Actor::Seat(seat) => seat,
            Actor::Nobody => {
                return position.outcome().map_or(0, |outcome| score::of_outcome(outcome, node.seat, ply));
            }
            Actor::Chance => return score::clamped(position.evaluate(node.seat)),
        };
        let key = position.key();
        let begins = position.begins_turn();
        if self.is_drawn(next.tally) || begins && self.memory.path.is_drawn(key) {
            return 0;
        }
        let child = Node { position, seat, ply, tally: next.tally, key, before: next.code };
        if begins {
            self.memory.path.push(key);
        }
        let score = if seat == node.seat { self.enter(&child, look) } else { -self.enter(&child, look.turned()) };
        if begins {
            self.memory.path.pop();
        }
        score
    }

    /// The score of a position for its actor.
    #[inline]
    fn enter(&mut self, node: &Node<'_, R>, look: Look) -> i32 {
        // Not in a proof's way: where it is true, one action more would show it.
        if !self.plain && node.position.threatens_win(node.seat) {
            return score::win_at(node.ply + 1);
        }
        if node.ply >= MAX_PLY {
            return evaluate(node);
        }
        if look.depth > 0 {
            self.look(node, look)
        } else if self.plain {
            evaluate(node)
        } else {
            self.quiesce(node, look)
        }
    }

    /// Whether a limit of the match is reached.
    #[inline]
    fn is_drawn(&self, tally: Tally) -> bool {
        self.rules.no_progress.is_some_and(|limit| tally.without_progress >= limit.number)
            || self.rules.length.is_some_and(|limit| tally.played >= limit.number)
    }

    /// Whether a limit is so near that scores found elsewhere may not hold here.
    #[inline]
    pub(super) fn is_near_limit(&self, tally: Tally) -> bool {
        const NEAR: u32 = 16;
        self.rules.no_progress.is_some_and(|limit| tally.without_progress + NEAR >= limit.number)
            || self.rules.length.is_some_and(|limit| tally.played + NEAR >= limit.number)
    }

    /// Whether the actor would lose at once if it did nothing about it.
    #[inline]
    pub(super) fn is_threatened(&self, node: &Node<'_, R>) -> bool {
        let [first, second] = self.pair;
        node.position.threatens_win(if node.seat == first { second } else { first })
    }

    /// An action begins the best line from here.
    #[inline]
    pub(super) fn extend_line(&mut self, ply: usize, action: R::Action) {
        let (here, below) = self.memory.lines.split_at_mut(ply + 1);
        let line = &mut here[ply];
        line.clear();
        line.push(action);
        line.extend_from_slice(&below[0]);
    }
}

/// What the game says of a position, for its actor.
#[inline]
pub(super) fn evaluate<R: Rules>(node: &Node<'_, R>) -> i32 {
    score::clamped(node.position.evaluate(node.seat))
}
