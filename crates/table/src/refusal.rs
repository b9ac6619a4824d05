//! Refusals as clients read them: a code, a sentence, and the rule where there is one.

use menagerie_match::Refusal;
use menagerie_wire::{Code, Refused};

/// A refusal without a rule.
pub fn refused(code: Code, error: impl Into<String>) -> Refused {
    Refused { code, error: error.into(), rule: None }
}

/// An idempotency key stands for one message.
pub fn reused() -> Refused {
    refused(Code::Malformed, "this `ack` was used for another message: choose a new number for each message")
}

/// What the match says no to, as clients read it.
pub fn by_match(refusal: &Refusal) -> Refused {
    let code = match refusal {
        Refusal::Text(_) => Code::Malformed,
        Refusal::Illegal { .. } => Code::Illegal,
        Refusal::AlreadyOffered { .. } | Refusal::AlreadyAgreed { .. } => Code::Taken,
        Refusal::TurnQuota { .. } => Code::TooMuch,
        Refusal::Over { .. }
        | Refusal::NotInGame { .. }
        | Refusal::NoOffer
        | Refusal::NothingToUndo { .. }
        | Refusal::NoSuchTurn { .. } => Code::NotNow,
    };
    let rule = match refusal {
        Refusal::Illegal { verdict, .. } => Some(verdict.rule.to_string()),
        _ => None,
    };
    Refused { code, error: refusal.to_string(), rule }
}
