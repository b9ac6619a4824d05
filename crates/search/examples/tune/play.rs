//! A self-play game.

use std::sync::atomic::AtomicBool;

use menagerie_game::tuning::Recipe;
use menagerie_game::{Actor, BySeat, Dice, Options, Rules, RulesExt, Viewer, draw};
use menagerie_match::{Event, Match};
use menagerie_search::{History, Limits, Method, Random, Request, SearchResult, Settings, Thinker, Value};

/// A position on the way of a game.
pub(crate) struct Passed<R> {
    pub(crate) position: R,
    /// The target score of each seat.
    pub(crate) targets: BySeat<f64>,
}

/// The maximum number of actions. A longer game counts as drawn.
const LONGEST: u32 = 800;

/// The positions of one game that are used for tuning.
pub(crate) fn play<R: Rules>(recipe: &Recipe, number: u64, seed: u64) -> Vec<Passed<R>> {
    let mut random = Random::new(seed << 32 | number);
    let mut game = Match::new(R::start(options::<R>(recipe, number)));
    let mut thinker = Thinker::<R>::new(Settings { threads: 1, hash: 4, ..Settings::default() });
    let mut passed = Vec::new();
    let opening = 2 + random.roll(8);
    for turn in 0..LONGEST {
        let position = game.position().clone();
        if game.end().is_some() {
            break;
        }
        let action = match position.actor() {
            Actor::Nobody => break,
            Actor::Chance => draw(&position, &mut random),
            Actor::Seat(_) if turn < opening => {
                let actions = position.list();
                actions.get(random.roll(actions.len() as u32) as usize).copied()
            }
            Actor::Seat(seat) => {
                let request = Request::<R>::new(position.view(Viewer::Seat(seat)), History::of(&game));
                let request = Request { seed: random.bits(), ..request }.within(Limits::nodes(recipe.nodes));
                let answer = thinker.think(&request, &AtomicBool::new(false), &mut |_| {});
                if let Some(answer) = answer.as_ref().filter(|answer| is_telling(&position, answer)) {
                    passed.push(Passed { position, targets: answer.value_by_seat });
                }
                answer.map(|answer| answer.action)
            }
        };
        if action.is_none_or(|action| game.try_event(Event::Act(action)).is_err()) {
            break;
        }
    }
    with_result(passed, &game, recipe.result_share)
}

/// Alpha-beta evaluates quiet positions only, Monte-Carlo tree search all positions.
fn is_telling<R: Rules>(position: &R, answer: &SearchResult<R::Action>) -> bool {
    let quiet =
        || !position.is_tactical(answer.action) && position.seats().iter().all(|seat| !position.threatens_win(seat));
    let open = matches!(answer.value, Value::Centi(score) if score.abs() < 2_000);
    position.begins_turn() && open && (Method::of::<R>() != Method::AlphaBeta || quiet())
}

/// Mixes the search's expected score with the result.
fn with_result<R: Rules>(mut passed: Vec<Passed<R>>, game: &Match<R>, result_share: f64) -> Vec<Passed<R>> {
    let outcome = game.end().map_or_else(|| game.position().drawn(), |end| end.outcome);
    for Passed { targets, .. } in &mut passed {
        let mixed = |seat| result_share * outcome.score(seat).as_f64() + (1.0 - result_share) * targets[seat];
        *targets = BySeat::from_fn(mixed);
    }
    passed
}

fn options<R: Rules>(recipe: &Recipe, number: u64) -> Options {
    let first = R::INFO.options.first().filter(|_| recipe.with_option > 0 && number.is_multiple_of(recipe.with_option));
    first.and_then(|option| R::INFO.parse_options(option.id).ok()).unwrap_or(Options::NONE)
}
