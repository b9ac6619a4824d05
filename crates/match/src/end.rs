//! How a match ended, and why.

use std::borrow::Cow;

use menagerie_game::{Counts, Ending, GameInfo, Limit, MatchRules, Outcome, Rules, Seat};

use crate::Departure;

/// The end of a match.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct End {
    /// One score per seat.
    pub outcome: Outcome,
    /// Why it ended.
    pub reason: Reason,
}

/// Why a match ended.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Reason {
    /// What brought it about.
    pub cause: Cause,
    /// The rule's id.
    pub rule: &'static str,
    /// In words, without a full stop: `the same position for the third time`.
    pub sentence: Cow<'static, str>,
}

/// What brought the end about.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Cause {
    /// The rules of the game: the position has an outcome.
    Rules,
    /// The same position too often.
    Repetition,
    /// Too long without progress.
    NoProgress,
    /// Too long altogether.
    Length,
    /// All living seats agreed on a draw.
    Agreement,
    /// A seat left, and with it the game was over.
    Departure(Seat, Departure),
}

impl End {
    /// The end by the game's own rules, if the position is over.
    pub(crate) fn by_rules<R: Rules>(position: &R) -> Option<Self> {
        let outcome = position.outcome()?;
        let Ending { rule, sentence } = position.ended_by();
        Some(Self { outcome, reason: Reason { cause: Cause::Rules, rule, sentence } })
    }

    pub(crate) fn by_departure(
        info: &'static GameInfo,
        rules: &MatchRules,
        (seat, departure): (Seat, Departure),
        outcome: Outcome,
    ) -> Self {
        let sentence = format!("{} {}", info.seat_name(seat), departure.words()).into();
        let cause = Cause::Departure(seat, departure);
        Self { outcome, reason: Reason { cause, rule: rules.resignation, sentence } }
    }

    pub(crate) fn by_agreement(rules: &MatchRules, outcome: Outcome) -> Self {
        let sentence = "drawn by agreement".into();
        Self { outcome, reason: Reason { cause: Cause::Agreement, rule: rules.agreement, sentence } }
    }
}

impl Reason {
    pub(crate) fn repetition(limit: Limit) -> Self {
        let sentence = format!("the same position for the {} time", ordinal(limit.number)).into();
        Self { cause: Cause::Repetition, rule: limit.rule, sentence }
    }

    pub(crate) fn no_progress(limit: Limit, counts: Counts) -> Self {
        let sentence = format!("{} {} without progress", limit.number, plural(counts)).into();
        Self { cause: Cause::NoProgress, rule: limit.rule, sentence }
    }

    pub(crate) fn length(limit: Limit, counts: Counts) -> Self {
        let sentence = format!("{} {} played", limit.number, plural(counts)).into();
        Self { cause: Cause::Length, rule: limit.rule, sentence }
    }
}

const fn plural(counts: Counts) -> &'static str {
    match counts {
        Counts::Actions => "actions",
        Counts::Turns => "turns",
    }
}

fn ordinal(number: u32) -> Cow<'static, str> {
    match number {
        1 => "first".into(),
        2 => "second".into(),
        3 => "third".into(),
        4 => "fourth".into(),
        5 => "fifth".into(),
        _ => format!("{number}th").into(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn small_ordinals_are_words() {
        let words: Vec<_> = (1..=6).map(ordinal).collect();
        assert_eq!(words, ["first", "second", "third", "fourth", "fifth", "6th"]);
    }
}
