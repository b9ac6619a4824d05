//! Intents: what the person at the screen asks the table to do.

/// A request of the person at the screen.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Intent {
    /// Play this action for the acting seat.
    Act(String),
    /// Undo the last action of the turn.
    Undo,
    OfferDraw,
    /// Ask to go back to the start of the person's last turn.
    OfferTakeback,
    /// Accept the pending offer.
    Accept,
    /// Decline the pending offer.
    Decline,
    Resign,
    /// Ask for another game after the end of this one.
    Rematch,
    /// Claim the end of the match because the acting player has left.
    ClaimAbandoned,
    /// Take a step of an alliance, as typed: `offer blue secretly`.
    Alliance(String),
    /// Lift the cover: the acting seat is alone at the screen.
    LiftCover,
    /// Send a chat message to all players, or to one seat.
    Chat {
        to: Option<String>,
        text: String,
    },
    /// Ask the engine for a hint.
    Hint,
    /// Turn the engine's analysis on or off.
    Analyse(bool),
    /// Step through the log; `i32::MIN` and `i32::MAX` go to its ends.
    Step(i32),
}
