//! What each seat can expect, and how an evaluation becomes that.

use menagerie_game::{BySeat, Outcome, Rules, SeatSet};

use crate::Value;

/// The share of the point that each seat can expect.
pub(super) type Shares = BySeat<f32>;

/// A lead of so many hundredths over another seat multiplies the odds against it by e.
const SCALE: f32 = 400.0;

/// A share is never quite 0 or 1 when it is turned back into hundredths.
const NEARLY: f64 = 1e-4;

/// The shares of a finished game.
pub(super) fn of_outcome(outcome: Outcome) -> Shares {
    BySeat::from_fn(|seat| outcome.score(seat).as_f64() as f32)
}

/// The shares that the game's own evaluation promises: the living seats divide the point by their odds. A seat's
/// evaluation is its lead over the average of the others, so that two of them differ by more than one lead over the other.
pub(super) fn of_evaluation<R: Rules>(position: &R) -> Shares {
    divide(&position.evaluations(), position.living())
}

fn divide(evaluations: &BySeat<i32>, living: SeatSet) -> Shares {
    let best = living.iter().map(|seat| evaluations[seat]).max().unwrap_or(0);
    let others = living.len().saturating_sub(1) as f32 / living.len().max(1) as f32;
    let odds = |seat| ((evaluations[seat] - best) as f32 * others / SCALE).exp();
    let odds = BySeat::from_fn(|seat| if living.contains(seat) { odds(seat) } else { 0.0 });
    let total: f32 = odds.0.iter().sum();
    BySeat::from_fn(|seat| odds[seat] / total.max(f32::MIN_POSITIVE))
}

/// A seat's share as hundredths of the smallest piece; an even share is 0.
pub(super) fn to_value(share: f64, living: SeatSet) -> Value {
    let share = share.clamp(NEARLY, 1.0 - NEARLY);
    let rivals = living.len().saturating_sub(1).max(1) as f64;
    Value::Centi((f64::from(SCALE) * (share * rivals / (1.0 - share)).ln()).round() as i32)
}

#[cfg(test)]
mod tests {
    use menagerie_game::Seat;

    use super::*;

    #[test]
    fn equal_evaluations_are_equal_shares_of_the_living() {
        let living = SeatSet::first(4).without(Seat(2));
        let shares = divide(&BySeat([7, 7, 900, 7]), living);
        assert!(shares[Seat(2)] < 1e-6, "who is out gets nothing");
        assert!((shares[Seat(0)] - 1.0 / 3.0).abs() < 1e-6);
        assert_eq!(to_value(f64::from(shares[Seat(0)]), living), Value::Centi(0));
    }

    #[test]
    fn a_lead_becomes_odds_and_comes_back_as_the_lead() {
        let both = SeatSet::first(2);
        let shares = divide(&BySeat([150, -150, 0, 0]), both);
        assert!((shares[Seat(0)] + shares[Seat(1)] - 1.0).abs() < 1e-6);
        assert_eq!(to_value(f64::from(shares[Seat(0)]), both), Value::Centi(150));
        assert_eq!(to_value(f64::from(shares[Seat(1)]), both), Value::Centi(-150));
    }
}
