//! The value of each seat (its expected score), and its conversion from and to evaluations.

use menagerie_game::{BySeat, Outcome, SeatSet};

use crate::Value;

/// The expected score of each seat, from 0 to 1.
pub(super) type ValueBySeat = BySeat<f32>;

/// A lead of this many hundredths multiplies the odds by e.
const SCALE: f32 = 400.0;

/// Values are kept this far from 0 and 1 before they become hundredths.
const NEARLY: f64 = 1e-4;

/// Proven values that differ by less are equal: averages over chance are rounded.
pub(super) const ROUNDING: f32 = 1e-6;

/// Whether every seat has the same value in both, apart from rounding.
pub(super) fn are_equal(one: &ValueBySeat, other: &ValueBySeat) -> bool {
    one.0.iter().zip(&other.0).all(|(one, other)| (one - other).abs() < ROUNDING)
}

/// The values of a finished game.
pub(super) fn of_outcome(outcome: Outcome) -> ValueBySeat {
    BySeat::from_fn(|seat| outcome.score(seat).as_f64() as f32)
}

/// The values from a static evaluation: a softmax over the living seats. A seat's evaluation is its
/// lead over the average of the others, so two evaluations differ by more than the lead of one seat
/// over the other.
pub(super) fn of_evaluations(evaluations: &BySeat<i32>, living: SeatSet) -> ValueBySeat {
    let best = living.iter().map(|seat| evaluations[seat]).max().unwrap_or(0);
    let others = living.len().saturating_sub(1) as f32 / living.len().max(1) as f32;
    let odds = |seat| ((evaluations[seat] - best) as f32 * others / SCALE).exp();
    let odds = BySeat::from_fn(|seat| if living.contains(seat) { odds(seat) } else { 0.0 });
    let total: f32 = odds.0.iter().sum();
    BySeat::from_fn(|seat| odds[seat] / total.max(f32::MIN_POSITIVE))
}

/// An expected score as hundredths of the smallest piece; an even score is 0.
pub(super) fn to_value(expected: f64, living: SeatSet) -> Value {
    let expected = expected.clamp(NEARLY, 1.0 - NEARLY);
    let rivals = living.len().saturating_sub(1).max(1) as f64;
    Value::Centi((f64::from(SCALE) * (expected * rivals / (1.0 - expected)).ln()).round() as i32)
}

#[cfg(test)]
mod tests {
    use menagerie_game::Seat;

    use super::*;

    #[test]
    fn equal_evaluations_are_equal_values_of_the_living() {
        let living = SeatSet::first(4).without(Seat(2));
        let value_by_seat = of_evaluations(&BySeat([7, 7, 900, 7]), living);
        assert!(value_by_seat[Seat(2)] < 1e-6, "an eliminated seat gets nothing");
        assert!((value_by_seat[Seat(0)] - 1.0 / 3.0).abs() < 1e-6);
        assert_eq!(to_value(f64::from(value_by_seat[Seat(0)]), living), Value::Centi(0));
    }

    #[test]
    fn a_lead_becomes_odds_and_comes_back_as_the_lead() {
        let both = SeatSet::first(2);
        let value_by_seat = of_evaluations(&BySeat([150, -150, 0, 0]), both);
        assert!((value_by_seat[Seat(0)] + value_by_seat[Seat(1)] - 1.0).abs() < 1e-6);
        assert_eq!(to_value(f64::from(value_by_seat[Seat(0)]), both), Value::Centi(150));
        assert_eq!(to_value(f64::from(value_by_seat[Seat(1)]), both), Value::Centi(-150));
    }
}
