//! One game of self-play: which positions are kept, and with which labels.

use std::sync::atomic::{AtomicBool, Ordering};

use menagerie_game::net::{Features, Layout};
use menagerie_game::{Actor, BySeat, Dice, Outcome, Rules, RulesExt, Seat, Viewer, draw};
use menagerie_search::{Limits, Method, Random, Request, SearchResult, Thinker, Value};

use super::columns::{PositionRow, SeatRow};
use super::{SelfPlay, SelfPlayError};
use crate::arena::opening;
use crate::tracked_match::TrackedMatch;

/// A longer game counts as drawn.
pub(super) const MAX_ACTIONS: u32 = 600;
/// The score of a seat whose odds are e to 1, as the values in the data count it.
const VALUE_SCALE: f64 = 400.0;

/// A kept position before the result is known: the seats of its rows, and the rows.
struct Passed {
    bucket: u8,
    rows: Vec<(Seat, SeatRow)>,
}

/// Plays a game and gives its positions; `None` if it was halted.
pub(super) fn play_game<R: Rules>(
    settings: &SelfPlay,
    number: u64,
    start: &R,
    thinker: &mut Thinker<R>,
    halt: &AtomicBool,
) -> Result<Option<Vec<PositionRow>>, SelfPlayError> {
    let mut random = Random::new(Random::new(settings.seed).bits() ^ number);
    let length = 2 + random.roll(settings.random_opening.max(2) - 1);
    let mut play = opening(start, length, &mut random, &mut |_| true).map_err(SelfPlayError::Opening)?;
    thinker.new_game();
    let mut passed = Vec::new();
    let mut known = None;
    for _ in 0..MAX_ACTIONS {
        if play.end().is_some() {
            break;
        }
        let position = play.position();
        let action = match position.actor() {
            Actor::Nobody => break,
            Actor::Chance => draw(position, &mut random),
            Actor::Seat(seat) => {
                let Some(found) = think(settings, &play, seat, thinker, &mut random, halt) else { return Ok(None) };
                known = decided(position, seat, &found);
                if known.is_some() {
                    break;
                }
                if is_kept(position, &found) {
                    passed.push(passed_at(position, seat, &found));
                }
                let blunders = random.roll(settings.random_action_every.max(1)) == 0;
                if blunders { any_action(position, &mut random) } else { Some(found.action) }
            }
        };
        if action.is_none_or(|action| play.act(action).is_err()) {
            break;
        }
    }
    let outcome = known.or_else(|| play.end().map(|end| end.outcome)).unwrap_or_else(|| play.position().drawn());
    Ok(Some(passed.into_iter().map(|passed| with_result(passed, outcome)).collect()))
}

/// `None` if the run was halted: such a result would depend on the moment.
fn think<R: Rules>(
    settings: &SelfPlay,
    play: &TrackedMatch<R>,
    seat: Seat,
    thinker: &mut Thinker<R>,
    random: &mut Random,
    halt: &AtomicBool,
) -> Option<SearchResult<R::Action>> {
    let view = play.position().view(Viewer::Seat(seat));
    let mut request = Request::new(view, play.history().clone()).within(Limits::nodes(settings.nodes));
    request.seed = random.bits();
    let found = thinker.think(&request, halt, &mut |_| {});
    found.filter(|_| !halt.load(Ordering::Relaxed))
}

fn any_action<R: Rules>(position: &R, random: &mut Random) -> Option<R::Action> {
    let actions = position.list();
    actions.get(random.roll(actions.len() as u32) as usize).copied()
}

/// The outcome, once the search has proven it. With more than two seats a proven loss leaves the winner open.
fn decided<R: Rules>(position: &R, seat: Seat, found: &SearchResult<R::Action>) -> Option<Outcome> {
    let seats = position.seats();
    match found.value {
        Value::Wins { .. } => Some(Outcome::won_by(seat, seats)),
        Value::Loses { .. } if seats.len() == 2 => Some(Outcome::shared(seats, seats.without(seat))),
        _ => None,
    }
}

/// Alpha-beta evaluates quiet positions at the start of a turn, so others are not kept. Monte-Carlo
/// tree search evaluates all positions.
fn is_kept<R: Rules>(position: &R, found: &SearchResult<R::Action>) -> bool {
    let quiet = || {
        position.begins_turn()
            && !position.is_tactical(found.action)
            && position.seats().iter().all(|seat| !position.threatens_win(seat))
    };
    Method::of::<R>() != Method::AlphaBeta || quiet()
}

/// The rows of a position, the seat on turn first. With more than two seats only its features are used.
fn passed_at<R: Rules>(position: &R, actor: Seat, found: &SearchResult<R::Action>) -> Passed {
    let pair = R::NET_INPUTS.is_some_and(|inputs| inputs.layout == Layout::Pair);
    let on_turn = position.turn_seat();
    let seats = position.living().iter_from(on_turn);
    let values = if pair { pair_values(actor, found.value) } else { found.value_by_seat };
    let classical = position.evaluations();
    let row = |seat: Seat| {
        let mut features = Features::new();
        if pair || seat == on_turn {
            position.features(seat, &mut features);
        }
        let row = SeatRow {
            value: share(values[seat]),
            result: 0,
            classical: classical[seat].clamp(-i32::from(i16::MAX), i32::from(i16::MAX)) as i16,
            features: features.as_slice().to_vec(),
        };
        (seat, row)
    };
    Passed { bucket: position.net_bucket() as u8, rows: seats.map(row).collect() }
}

/// The expected scores of both seats by the score of the search.
fn pair_values(actor: Seat, value: Value) -> BySeat<f64> {
    let own = match value {
        Value::Centi(score) => 1.0 / (1.0 + (-f64::from(score) / VALUE_SCALE).exp()),
        Value::Wins { .. } => 1.0,
        Value::Loses { .. } => 0.0,
    };
    BySeat::from_fn(|seat| if seat == actor { own } else { 1.0 - own })
}

fn with_result(passed: Passed, outcome: Outcome) -> PositionRow {
    let seats = passed.rows.into_iter();
    let seats = seats.map(|(seat, row)| SeatRow { result: share(outcome.score(seat).as_f64()), ..row });
    PositionRow { bucket: passed.bucket, seats: seats.collect() }
}

/// A share of the point as a 16-bit fraction.
fn share(part: f64) -> u16 {
    (part.clamp(0.0, 1.0) * f64::from(u16::MAX)).round() as u16
}
