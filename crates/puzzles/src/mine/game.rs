//! The games that are searched for puzzles: played here by weak players, who make errors.

use std::sync::atomic::AtomicBool;

use menagerie_game::{Actor, Dice, Rules, RulesExt, Silent, Viewer, draw};
use menagerie_match::{Event, Match};
use menagerie_search::{History, Level, Limits, Method, Random, Request, Thinker};

/// A longer game is cut off: its positions would make long sources.
const MAX_ACTIONS: usize = 160;
/// The most random actions at the start of a game; at least two are played.
const RANDOM_OPENING: u32 = 8;
/// One of this many actions is random.
const RANDOM_EVERY: u32 = 12;
/// The node limits: alpha-beta, and Monte-Carlo tree search.
const NODES: u64 = 1_000;
const ITERATIONS: u64 = 80;
/// The number of levels, from 1, of the players who make errors on trial.
const WEAK_LEVELS: u32 = 3;
/// The levels of the players, from and number of them: strong enough for sensible positions, weak enough for errors.
const LEVELS: (u8, u32) = (2, 3);

/// A game that is searched for puzzles.
pub(crate) struct Game<'g, R: Rules> {
    pub(crate) start: &'g R,
    pub(crate) actions: &'g [R::Action],
    /// The source of random errors; `None` for a record, in which only the players' own errors count.
    pub(crate) errors: Option<Random>,
}

/// The actions of a game, chance's included. The game depends on start and seed alone.
pub(crate) fn play<R: Rules>(start: &R, seed: u64, thinker: &mut Thinker<R>) -> Vec<R::Action> {
    let mut random = Random::new(seed);
    let opening = 2 + random.roll(RANDOM_OPENING - 1);
    let levels: Vec<_> = (0..R::INFO.seats.len()).map(|_| Level::new(LEVELS.0 + random.roll(LEVELS.1) as u8)).collect();
    let mut game = Match::new(start.clone());
    let (mut actions, mut acted) = (Vec::new(), 0);
    thinker.new_game();
    while game.end().is_none() && actions.len() < MAX_ACTIONS {
        let position = game.position();
        let action = match position.actor() {
            Actor::Nobody => break,
            Actor::Chance => draw(position, &mut random),
            Actor::Seat(seat) => {
                acted += 1;
                let errs = random.roll(RANDOM_EVERY) == 0;
                if acted <= opening || errs {
                    any_action(position, &mut random)
                } else {
                    let view = position.view(Viewer::Seat(seat));
                    let mut request = Request::new(view, History::of(&game)).within(limits::<R>());
                    request.level = levels[seat.index()].filter(|_| Method::of::<R>() == Method::AlphaBeta);
                    request.seed = random.bits();
                    thinker.think(&request, &AtomicBool::new(false), &mut |_| {}).map(|found| found.action)
                }
            }
        };
        let Some(action) = action else { break };
        if game.try_event(Event::Act(action)).is_err() {
            break;
        }
        actions.push(action);
    }
    actions
}

fn limits<R: Rules>() -> Limits {
    Limits::nodes(if Method::of::<R>() == Method::AlphaBeta { NODES } else { ITERATIONS })
}

fn any_action<R: Rules>(position: &R, random: &mut Random) -> Option<R::Action> {
    let actions = position.list();
    actions.get(random.roll(actions.len() as u32) as usize).copied()
}

/// A random turn from here, as an error to try; see [`turn`].
pub(crate) fn random_turn<R: Rules>(position: &R, random: &mut Random) -> Option<(Vec<R::Action>, R)> {
    turn(position, |position| match position.actor() {
        Actor::Nobody => None,
        Actor::Chance => draw(position, random),
        Actor::Seat(_) => any_action(position, random),
    })
}

/// The turn of a weak player, as an error to try: it looks sensible at first sight. For games without chance.
pub(crate) fn weak_turn<R: Rules>(
    position: &R,
    random: &mut Random,
    thinker: &mut Thinker<R>,
) -> Option<(Vec<R::Action>, R)> {
    let level = Level::new(1 + random.roll(WEAK_LEVELS) as u8);
    turn(position, |position| {
        let mut request = Request::at(position).within(limits::<R>());
        (request.level, request.seed) = (level, random.bits());
        thinker.think(&request, &AtomicBool::new(false), &mut |_| {}).map(|found| found.action)
    })
}

/// A turn from here: its actions and the position after it. `None` if it does not end within a few actions, or ends the
/// game.
fn turn<R: Rules>(position: &R, mut choose: impl FnMut(&R) -> Option<R::Action>) -> Option<(Vec<R::Action>, R)> {
    const MAX_TURN: usize = 8;
    let (mut actions, mut position) = (Vec::new(), position.clone());
    while actions.len() < MAX_TURN {
        let action = choose(&position);
        actions.push(action?);
        let _ = position.apply(action?, &mut Silent);
        if position.begins_turn() {
            return (position.actor() != Actor::Nobody).then_some((actions, position));
        }
    }
    None
}
