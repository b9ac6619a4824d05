//! What a newcomer is told, and when.

/// A sentence or two for somebody who plays a game for the first time.
#[derive(Clone, Copy, Debug)]
pub struct Hint {
    /// When it helps.
    pub when: Moment,
    /// What is told: short enough to be read between two moves.
    pub text: &'static str,
}

/// A moment of a game that a client notices without knowing its rules.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Moment {
    /// The first time that it is one's turn.
    Turn,
    /// The first time that one's turn goes on after an action.
    MidTurn,
    /// After the first capture or death.
    Capture,
    /// The first time that only cells beside a board can be chosen.
    Beside,
    /// The first time that something in the tray of this name can be chosen.
    Tray(&'static str),
}
