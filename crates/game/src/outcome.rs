//! Outcomes: the score of each seat, and the rule that ended the game.

use std::borrow::Cow;
use std::fmt;

use crate::{BySeat, Seat, SeatSet};

/// A seat's share of the one point of a game: 1, 0, ½, ⅓ or ¼, exactly.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Score(u8);

impl Score {
    /// Twelfths: the smallest unit in which halves, thirds and quarters are whole.
    const WHOLE: u8 = 12;
    /// A loss.
    pub const ZERO: Self = Self(0);
    /// A win.
    pub const ONE: Self = Self(Self::WHOLE);

    /// One point shared equally by 1 to 4 seats.
    pub const fn shared_by(seats: usize) -> Self {
        Self(Self::WHOLE / seats as u8)
    }

    /// For arithmetic on scores.
    pub fn as_f64(self) -> f64 {
        f64::from(self.0) / f64::from(Self::WHOLE)
    }
}

impl fmt::Display for Score {
    /// `1`, `0`, `0.5`, `0.25`, `0.3333333333333333`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // The shortest decimals of the twelfths. The standard library's floating point texts are large.
        const DECIMALS: [&str; Score::WHOLE as usize + 1] = [
            "0",
            "0.08333333333333333",
            "0.16666666666666666",
            "0.25",
            "0.3333333333333333",
            "0.4166666666666667",
            "0.5",
            "0.5833333333333334",
            "0.6666666666666666",
            "0.75",
            "0.8333333333333334",
            "0.9166666666666666",
            "1",
        ];
        f.write_str(DECIMALS.get(usize::from(self.0)).unwrap_or(&"?"))
    }
}

impl fmt::Debug for Score {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// One score for each seat of a finished game.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Outcome {
    /// The seats of the game.
    seats: SeatSet,
    scores: BySeat<Score>,
}

impl Outcome {
    /// The winners share the point; the other seats get nothing.
    ///
    /// ```
    /// # use menagerie_game::{Outcome, Score, Seat, SeatSet};
    /// let both = SeatSet::first(2);
    /// let outcome = Outcome::shared(both, SeatSet::EMPTY.with(Seat(1)));
    /// assert_eq!(outcome.score(Seat(1)), Score::ONE);
    /// assert_eq!(Outcome::shared(both, both).score(Seat(0)).to_string(), "0.5");
    /// ```
    pub fn shared(seats: SeatSet, winners: SeatSet) -> Self {
        let share = Score::shared_by(winners.len().max(1));
        let scores = BySeat::from_fn(|seat| if winners.contains(seat) { share } else { Score::ZERO });
        Self { seats, scores }
    }

    /// One seat wins.
    pub fn won_by(seat: Seat, seats: SeatSet) -> Self {
        Self::shared(seats, SeatSet::EMPTY.with(seat))
    }

    /// What a seat got.
    pub fn score(&self, seat: Seat) -> Score {
        self.scores[seat]
    }

    /// The seats of the game.
    pub fn seats(&self) -> SeatSet {
        self.seats
    }

    /// The seat that got the whole point, if one did.
    pub fn winner(&self) -> Option<Seat> {
        self.seats.iter().find(|&seat| self.scores[seat] == Score::ONE)
    }
}

/// Why a game is over by its own rules.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Ending {
    /// The rule's id.
    pub rule: &'static str,
    /// In words, without a full stop: `black's king is taken`.
    pub sentence: Cow<'static, str>,
}

impl Ending {
    /// Ended by this rule.
    pub fn new(rule: &'static str, sentence: impl Into<Cow<'static, str>>) -> Self {
        Self { rule, sentence: sentence.into() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_text_of_a_score_is_its_shortest_decimal() {
        for twelfths in 0..=Score::WHOLE {
            let score = Score(twelfths);
            assert_eq!(score.to_string(), score.as_f64().to_string());
        }
    }
}
