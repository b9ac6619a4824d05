//! Tutorial hints for newcomers.

/// One or two sentences for a player's first game.
#[derive(Clone, Copy, Debug)]
pub struct Hint {
    /// When it is shown.
    pub when: Moment,
    /// Its id. The text is short enough to be read between two moves.
    pub id: &'static str,
}

impl Hint {
    /// The hint with this id, for this moment.
    pub const fn new(when: Moment, id: &'static str) -> Self {
        Self { when, id }
    }
}

/// A moment of a game that a client detects without knowing its rules.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Moment {
    /// The player's first turn.
    Turn,
    /// The first time that the player's turn continues after an action.
    MidTurn,
    /// After the first capture or death.
    Capture,
    /// The first time that only cells beside a board can be chosen.
    Beside,
    /// The first time that something in the tray of this name can be chosen.
    Tray(&'static str),
}
