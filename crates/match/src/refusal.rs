//! Why an event was refused.

use menagerie_game::{TextError, Verdict};

/// Why an event was refused. The match has not changed, and the log does not hold the event.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum Refusal {
    /// The text is no event.
    #[error(transparent)]
    Text(#[from] TextError),
    /// The match is over.
    #[error("the match is over: {reason}")]
    Over {
        /// How it ended.
        reason: String,
    },
    /// The action is not legal here.
    #[error("{action} is not legal here: {} ({})", verdict.reason, verdict.rule)]
    Illegal {
        /// The action's text.
        action: String,
        /// Why, as far as the actor may know.
        verdict: Verdict,
    },
    /// The seat is not in the game, or not any more.
    #[error("{seat} is not in the game")]
    NotInGame {
        /// The seat's name.
        seat: &'static str,
    },
    /// There is an offer already.
    #[error("{by} has already offered this: agree or decline first")]
    AlreadyOffered {
        /// Who made it.
        by: &'static str,
    },
    /// There is nothing to agree to or to decline.
    #[error("there is no such offer now")]
    NoOffer,
    /// The seat has agreed before.
    #[error("{seat} has already agreed")]
    AlreadyAgreed {
        /// The seat's name.
        seat: &'static str,
    },
    /// The last action cannot be undone.
    #[error("nothing to undo: {why}")]
    NothingToUndo {
        /// The reason, in words.
        why: &'static str,
    },
    /// The seat has done this often enough in this turn.
    #[error("{seat} has {done} {limit} times in this turn: wait for the next turn")]
    TurnQuota {
        /// The seat's name.
        seat: &'static str,
        /// What it has done, in words.
        done: &'static str,
        /// How many times a turn allows it.
        limit: u8,
    },
    /// The match cannot go back to that turn.
    #[error("cannot go back to the start of turn {turn}: {why}")]
    NoSuchTurn {
        /// The turn asked for, counted from 1.
        turn: u32,
        /// The reason, in words.
        why: &'static str,
    },
}

/// A log that cannot be replayed: the event at `index` was refused.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("event {}: {refusal}", index + 1)]
pub struct ReplayError {
    /// Which event, counted from 0.
    pub index: usize,
    /// Why.
    #[source]
    pub refusal: Refusal,
}
