//! Verdicts: why an action is legal or not.

use std::borrow::Cow;

/// The rule that allows or forbids an action, and a sentence that a player understands.
///
/// ```
/// # use menagerie_game::Verdict;
/// let verdict = Verdict::refused("jungle/captures/2", "a rat in the water cannot be taken from land");
/// assert!(!verdict.legal);
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Verdict {
    /// Whether the action may be done here.
    pub legal: bool,
    /// The rule's id as in the game's `rules.md`: `jungle/captures/2`.
    pub rule: Cow<'static, str>,
    /// The reason, in words.
    pub reason: Cow<'static, str>,
}

impl Verdict {
    /// The action is legal by this rule.
    pub fn allowed(rule: &'static str, reason: impl Into<Cow<'static, str>>) -> Self {
        Self { legal: true, rule: rule.into(), reason: reason.into() }
    }

    /// The action is forbidden by this rule.
    pub fn refused(rule: &'static str, reason: impl Into<Cow<'static, str>>) -> Self {
        Self { legal: false, rule: rule.into(), reason: reason.into() }
    }
}
