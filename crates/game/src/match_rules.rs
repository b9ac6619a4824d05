//! Draw rules of a match: repetition, the no-progress limit, the length limit. The match keeps the
//! history; the position does not.

use crate::Outcome;

/// Whether a step was progress in the sense of the game's no-progress rule (a capture; in some games also a promotion,
/// a death or a purchase).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[must_use]
pub enum Progress {
    /// The no-progress counter goes on.
    No,
    /// The no-progress counter starts again.
    Yes,
}

impl Progress {
    /// `Yes` if it is so.
    pub const fn when(yes: bool) -> Self {
        if yes { Self::Yes } else { Self::No }
    }
}

/// What the limits count.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Counts {
    /// Every action of every seat.
    Actions,
    /// Every completed turn of every seat.
    Turns,
}

/// A number and the rule that sets it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Limit {
    /// When this many are reached, the match is drawn.
    pub number: u32,
    /// The rule's id.
    pub rule: &'static str,
}

/// When a match of a game is drawn.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct MatchRules {
    /// The same position, at the start of a turn, for this many times. `None`: never.
    pub repetition: Option<Limit>,
    /// What the next two count.
    pub counts: Counts,
    /// Actions or turns without progress.
    pub no_progress: Option<Limit>,
    /// Actions or turns in all.
    pub length: Option<Limit>,
    /// The rule by which the players may agree on a draw.
    pub agreement: &'static str,
    /// The rule about resignation, leaving and the clock.
    pub resignation: &'static str,
}

/// What a seat's leaving did.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Leaving {
    /// The game ends with this outcome.
    Ends(Outcome),
    /// The position was changed and the game goes on, or is over by its own rules.
    Continues,
}
