//! A beginner: it knows the rules and takes what is free.

use std::time::Duration;

use menagerie_game::{Dice, Effect, EffectLog, Place, Rules, RulesExt, Seat, Told, View, Viewer};
use menagerie_match::Departure;
use menagerie_search::Random;

use super::player::{Decision, Fault, Player};

/// The player `greedy`. For each legal action it looks at the position after it:
///
/// - A won game is worth the most and a lost one the least.
/// - Every other position is worth its classical evaluation for the player.
/// - If the next decision is another seat's, two kinds of its replies are tried as well, and the lowest value counts: those
///   that capture or kill the piece that has just moved, and those with which the player loses at once (a king left to be
///   taken). No other reply is considered.
///
/// It plays an action with the highest value; the seed decides between equal ones. It looks no further, so that it overlooks
/// threats to its other pieces. Where something is hidden it guesses one position that agrees with what it sees.
pub(crate) struct GreedyPlayer;

/// The value of a won game; a lost one has the negative value.
const WON: i32 = i32::MAX;

impl<R: Rules> Player<R> for GreedyPlayer {
    fn begin(&mut self) -> Result<(), String> {
        Ok(())
    }

    fn choose_action(&mut self, decision: &Decision<'_, R>) -> Result<R::Action, Fault> {
        let mut random = Random::new(decision.seed);
        let position = decision.play.position().view(Viewer::Seat(decision.seat)).sample(&mut random);
        let (mut best, mut equal, mut chosen) = (-WON, 0, None);
        for action in position.list() {
            let value = value_after(&position, action, decision.seat);
            if value > best || chosen.is_none() {
                (best, equal, chosen) = (value, 1, Some(action));
            } else if value == best {
                // The n-th of equal actions replaces the choice with probability 1/n.
                equal += 1;
                if random.roll(equal) == 0 {
                    chosen = Some(action);
                }
            }
        }
        chosen.ok_or_else(|| Fault::new(Departure::Left, "had no action"))
    }

    fn time_per_action(&self) -> Option<Duration> {
        None
    }
}

/// The value of an action for its seat.
fn value_after<R: Rules>(position: &R, action: R::Action, seat: Seat) -> i32 {
    let (next, effects) = after(position, action);
    let value_now = value(&next, seat);
    if next.actor().seat().is_none_or(|actor| actor == seat) {
        return value_now;
    }
    let moved_to = moved_to(&effects);
    let replies = next.list().into_iter().filter_map(|reply| {
        let (last, effects) = after(&next, reply);
        let value = value(&last, seat);
        let counts = value == -WON || moved_to.is_some_and(|place| takes_at(&effects, place));
        counts.then_some(value)
    });
    replies.min().map_or(value_now, |lowest| value_now.min(lowest))
}

/// The value of a position for a seat.
fn value<R: Rules>(position: &R, seat: Seat) -> i32 {
    let Some(outcome) = position.outcome() else {
        return if position.living().contains(seat) { position.evaluate(seat) } else { -WON };
    };
    let share = 1.0 / position.seats().len() as f64;
    match outcome.score(seat).as_f64() {
        score if score > share => WON,
        score if score < share => -WON,
        _ => 0,
    }
}

/// The position after an action, and what the action did.
fn after<R: Rules>(position: &R, action: R::Action) -> (R, EffectLog) {
    let (mut next, mut effects) = (position.clone(), EffectLog::new());
    let _ = next.apply(action, &mut effects);
    (next, effects)
}

/// Where the first piece that the action moved stands now.
fn moved_to(effects: &[Told]) -> Option<&Place> {
    effects.iter().find_map(|told| match &told.effect {
        Effect::Moved { to, .. } => Some(to),
        _ => None,
    })
}

/// Whether an action captured or killed a piece there.
fn takes_at(effects: &[Told], place: &Place) -> bool {
    let taken = |effect: &Effect| match effect {
        Effect::Captured { at, .. } | Effect::Died { at, .. } => at == place,
        _ => false,
    };
    effects.iter().any(|told| taken(&told.effect))
}
