//! Move ordering: hash move, good tactical moves, killer moves, counter move, then quiet moves by
//! the history heuristic; bad tactical moves last.

use menagerie_game::{Rules, Seat};

use super::score::MAX_PLY;
use super::transposition_table::Entry;

/// A generated action with its rank.
#[derive(Clone, Copy, Debug)]
pub(super) struct Choice<A> {
    pub(super) action: A,
    /// The action's 16-bit code.
    pub(super) code: u16,
    pub(super) tactical: bool,
    /// Higher ranks are tried first.
    pub(super) rank: i32,
}

/// An action's code folded to 16 bits. Codes below 65535 stay distinct.
#[inline]
pub(super) fn short_code<R: Rules>(action: R::Action) -> u16 {
    let code = R::action_code(action);
    let short_code = (code ^ code >> 16) as u16;
    if short_code == Entry::NO_CODE { 0 } else { short_code }
}

const HISTORY_CODES: usize = 1 << 12;
/// Continuation history uses fewer bits per action.
const CONTINUATION_CODES: usize = 1 << 10;
/// The bound of one history value.
const MAX_HISTORY: i32 = 1 << 14;

/// The base ranks of the classes, far apart.
const HASH_MOVE: i32 = 1 << 28;
const GOOD_TACTICAL: i32 = 1 << 26;
const KILLER: i32 = 1 << 25;
const BAD_TACTICAL: i32 = -(1 << 26);

/// The history heuristic of one thread: statistics of quiet actions.
pub(super) struct MoveHistory {
    /// Butterfly history: by seat and code.
    butterfly: Vec<i16>,
    /// Continuation history: by the previous action's code and the code.
    continuation: Vec<i16>,
    /// Killer moves: by ply, the last two quiet actions that caused a cutoff.
    killers: [[u16; 2]; MAX_PLY + 1],
    /// Counter moves: by the previous action's code, the last quiet action that refuted it.
    counter_moves: Vec<u16>,
}

impl MoveHistory {
    pub(super) fn new() -> Self {
        Self {
            butterfly: vec![0; 2 * HISTORY_CODES],
            continuation: vec![0; CONTINUATION_CODES * CONTINUATION_CODES],
            killers: [[Entry::NO_CODE; 2]; MAX_PLY + 1],
            counter_moves: vec![Entry::NO_CODE; HISTORY_CODES],
        }
    }

    pub(super) fn clear(&mut self) {
        self.butterfly.fill(0);
        self.continuation.fill(0);
        self.killers = [[Entry::NO_CODE; 2]; MAX_PLY + 1];
        self.counter_moves.fill(Entry::NO_CODE);
    }

    /// Killer moves are only valid within one search.
    pub(super) fn clear_killers(&mut self) {
        self.killers = [[Entry::NO_CODE; 2]; MAX_PLY + 1];
    }

    #[inline]
    fn butterfly_index(seat: Seat, code: u16) -> usize {
        seat.index() % 2 * HISTORY_CODES + usize::from(code) % HISTORY_CODES
    }

    #[inline]
    fn continuation_index(previous_action: u16, code: u16) -> usize {
        usize::from(previous_action) % CONTINUATION_CODES * CONTINUATION_CODES + usize::from(code) % CONTINUATION_CODES
    }

    /// An action's history, from minus to plus twice [`MAX_HISTORY`].
    #[inline]
    pub(super) fn history_score(&self, seat: Seat, previous_action: u16, code: u16) -> i32 {
        i32::from(self.butterfly[Self::butterfly_index(seat, code)])
            + i32::from(self.continuation[Self::continuation_index(previous_action, code)])
    }

    /// A quiet action caused a cutoff: it becomes killer move and counter move.
    pub(super) fn add_refutation(&mut self, ply: usize, previous_action: u16, code: u16) {
        let killers = &mut self.killers[ply];
        if killers[0] != code {
            *killers = [code, killers[0]];
        }
        self.counter_moves[usize::from(previous_action) % HISTORY_CODES] = code;
    }

    /// Adds a bonus or malus with history gravity: values saturate at [`MAX_HISTORY`].
    #[inline]
    pub(super) fn update(&mut self, seat: Seat, previous_action: u16, code: u16, bonus: i32) {
        let nudge = |slot: &mut i16| {
            let old = i32::from(*slot);
            *slot = (old + bonus - old * bonus.abs() / MAX_HISTORY) as i16;
        };
        nudge(&mut self.butterfly[Self::butterfly_index(seat, code)]);
        nudge(&mut self.continuation[Self::continuation_index(previous_action, code)]);
    }

    /// Ranks freshly generated actions.
    pub(super) fn rank<R: Rules>(&self, position: &R, choices: &mut [Choice<R::Action>], context: &OrderingContext) {
        let killers = self.killers[context.ply];
        let counter_move = self.counter_moves[usize::from(context.previous_action) % HISTORY_CODES];
        for choice in choices {
            let order_hint = position.order_hint(choice.action);
            choice.rank = if choice.code == context.hash_move {
                HASH_MOVE
            } else if choice.tactical {
                order_hint + if order_hint < 0 { BAD_TACTICAL } else { GOOD_TACTICAL }
            } else if choice.code == killers[0] {
                KILLER + 2
            } else if choice.code == killers[1] {
                KILLER + 1
            } else if choice.code == counter_move {
                KILLER
            } else {
                order_hint * 16 + self.history_score(context.seat, context.previous_action, choice.code)
            };
        }
    }
}

/// The node that actions are ranked for.
#[derive(Clone, Copy, Debug)]
pub(super) struct OrderingContext {
    pub(super) seat: Seat,
    pub(super) ply: usize,
    /// The code of the previous action.
    pub(super) previous_action: u16,
    /// The code of the best action in the transposition table.
    pub(super) hash_move: u16,
}

/// Swaps the highest-ranked action to the front (one step of selection sort).
#[inline]
pub(super) fn pick_best<A: Copy>(choices: &mut [Choice<A>]) {
    let mut best = 0;
    for index in 1..choices.len() {
        if choices[index].rank > choices[best].rank {
            best = index;
        }
    }
    choices.swap(0, best);
}

/// Whether an action is tactical and its game expects it to lose material.
#[inline]
pub(super) fn is_bad_tactical<A>(choice: &Choice<A>) -> bool {
    choice.tactical && choice.rank < 0
}
