//! In which order actions are tried, and what is learned from those that refuted something.

use menagerie_game::{Rules, Seat};

use super::score::MAX_PLY;
use super::table::Entry;

/// A listed action with what is known about it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Choice<A> {
    pub(super) action: A,
    /// The action's code, folded.
    pub(super) code: u16,
    pub(super) noisy: bool,
    /// The higher, the earlier.
    pub(super) rank: i32,
}

/// An action's code in 16 bits; different actions of a game with small codes stay different.
#[inline]
pub(super) fn folded<R: Rules>(action: R::Action) -> u16 {
    let code = R::action_code(action);
    let folded = (code ^ code >> 16) as u16;
    if folded == Entry::NO_CODE { 0 } else { folded }
}

const CODES: usize = 1 << 12;
/// Pairs of actions are remembered by fewer bits.
const PAIR_CODES: usize = 1 << 10;
/// How far a record of successes can go.
const FULL: i32 = 1 << 14;

/// The ranks of the classes of actions, far apart.
const FROM_TABLE: i32 = 1 << 28;
const GOOD_NOISE: i32 = 1 << 26;
const KILLER: i32 = 1 << 25;
const BAD_NOISE: i32 = -(1 << 26);

/// What one thread has learned about quiet actions.
pub(super) struct Lessons {
    /// By seat and code: how often it refuted something.
    successes: Vec<i16>,
    /// By the code before and the code: the same as an answer.
    answers: Vec<i16>,
    /// By ply: the last two that refuted something there.
    killers: [[u16; 2]; MAX_PLY + 1],
    /// By the code before: the last one that refuted it.
    counters: Vec<u16>,
}

impl Lessons {
    pub(super) fn new() -> Self {
        Self {
            successes: vec![0; 2 * CODES],
            answers: vec![0; PAIR_CODES * PAIR_CODES],
            killers: [[Entry::NO_CODE; 2]; MAX_PLY + 1],
            counters: vec![Entry::NO_CODE; CODES],
        }
    }

    pub(super) fn forget(&mut self) {
        self.successes.fill(0);
        self.answers.fill(0);
        self.killers = [[Entry::NO_CODE; 2]; MAX_PLY + 1];
        self.counters.fill(Entry::NO_CODE);
    }

    /// What was learned counts for less in a new search.
    pub(super) fn fade(&mut self) {
        self.killers = [[Entry::NO_CODE; 2]; MAX_PLY + 1];
    }

    #[inline]
    fn success_slot(seat: Seat, code: u16) -> usize {
        seat.index() % 2 * CODES + usize::from(code) % CODES
    }

    #[inline]
    fn answer_slot(before: u16, code: u16) -> usize {
        usize::from(before) % PAIR_CODES * PAIR_CODES + usize::from(code) % PAIR_CODES
    }

    /// How an action has done, from minus to plus twice [`FULL`].
    #[inline]
    pub(super) fn record(&self, seat: Seat, before: u16, code: u16) -> i32 {
        i32::from(self.successes[Self::success_slot(seat, code)])
            + i32::from(self.answers[Self::answer_slot(before, code)])
    }

    /// An action refuted what came before it.
    pub(super) fn refuted(&mut self, ply: usize, before: u16, code: u16) {
        let killers = &mut self.killers[ply];
        if killers[0] != code {
            *killers = [code, killers[0]];
        }
        self.counters[usize::from(before) % CODES] = code;
    }

    /// An action did well (positive) or badly.
    #[inline]
    pub(super) fn learn(&mut self, seat: Seat, before: u16, code: u16, bonus: i32) {
        let nudge = |slot: &mut i16| {
            let old = i32::from(*slot);
            *slot = (old + bonus - old * bonus.abs() / FULL) as i16;
        };
        nudge(&mut self.successes[Self::success_slot(seat, code)]);
        nudge(&mut self.answers[Self::answer_slot(before, code)]);
    }

    /// Gives ranks to freshly listed actions.
    pub(super) fn rank<R: Rules>(&self, position: &R, choices: &mut [Choice<R::Action>], asked: &Asked) {
        let killers = self.killers[asked.ply];
        let counter = self.counters[usize::from(asked.before) % CODES];
        for choice in choices {
            let promise = position.promise(choice.action);
            choice.rank = if choice.code == asked.from_table {
                FROM_TABLE
            } else if choice.noisy {
                promise + if promise < 0 { BAD_NOISE } else { GOOD_NOISE }
            } else if choice.code == killers[0] {
                KILLER + 2
            } else if choice.code == killers[1] {
                KILLER + 1
            } else if choice.code == counter {
                KILLER
            } else {
                promise * 16 + self.record(asked.seat, asked.before, choice.code)
            };
        }
    }
}

/// For whom actions are ranked.
#[derive(Clone, Copy, Debug)]
pub(super) struct Asked {
    pub(super) seat: Seat,
    pub(super) ply: usize,
    /// The code of the action that led here.
    pub(super) before: u16,
    /// The code that the table recommends.
    pub(super) from_table: u16,
}

/// Brings the highest ranked of the choices to the front.
#[inline]
pub(super) fn bring_best<A: Copy>(choices: &mut [Choice<A>]) {
    let mut best = 0;
    for index in 1..choices.len() {
        if choices[index].rank > choices[best].rank {
            best = index;
        }
    }
    choices.swap(0, best);
}

/// Whether a choice is noisy and its game expects it to lose something.
#[inline]
pub(super) fn is_bad_noise<A>(choice: &Choice<A>) -> bool {
    choice.noisy && choice.rank < 0
}
