//! Property tests: random games, with the whole contract checked after every action.

use menagerie_game::{Actor, Dice, EffectLog, Rules, RulesExt, Score, SeatSet, Silent, Told, View, Viewer, describe};

use crate::dice;
use crate::explanations::{check_explained, check_reach};
use crate::keys::{Keys, check_fields, check_neighbours};
use crate::net_features::{check_features, check_net};
use crate::player_texts::{check_scene_texts, check_text};
use crate::random_games::choose;
use crate::search_functions::{ActionCodes, check_search_functions};
use crate::touches::check_scene;

/// How much to play.
#[derive(Clone, Copy, Debug)]
pub struct Games {
    /// How many games for each set of options.
    pub count: u32,
    /// How many actions at most in each.
    pub longest: u32,
}

/// The expensive checks (scene, explanations, samples, keys of neighbours) run once in this many positions.
const EXPENSIVE_EVERY: u32 = 7;

/// Plays random games with each of the options and checks the contract after every action. `validate` is the game's own
/// slow and obvious checker, which panics for an invalid position.
///
/// # Panics
/// If any promise of the contract is broken.
pub fn torture<R: Rules>(options: &[&str], games: Games, validate: fn(&R)) {
    check_net::<R>();
    let mut distinct = Distinct { keys: Keys::default(), codes: ActionCodes::new() };
    for text in options {
        let options = R::INFO.parse_options(text).expect("options of the game");
        for seed in 0..games.count {
            game(R::start(options), u64::from(seed), games.longest, validate, &mut distinct);
        }
    }
}

/// What must be distinct over all games.
struct Distinct<R: Rules> {
    keys: Keys,
    codes: ActionCodes<R>,
}

impl<R: Rules> Distinct<R> {
    fn add(&mut self, position: &R) {
        self.keys.add(position);
        self.codes.add(position);
    }
}

fn game<R: Rules>(start: R, seed: u64, longest: u32, validate: fn(&R), distinct: &mut Distinct<R>) {
    let mut dice = dice(seed);
    let mut position = start.clone();
    let mut played = Vec::new();
    for number in 0..longest {
        validate(&position);
        check_position(&position);
        distinct.add(&position);
        check_fields(&position, &start);
        if number % EXPENSIVE_EVERY == 0 || position.outcome().is_some() {
            check_viewers(&position, &mut dice);
            check_neighbours(&position, &mut dice);
        }
        let Some(action) = choose(&position, &mut dice) else { break };
        let before = position.clone();
        let mut effects = EffectLog::new();
        let progress = position.apply(action, &mut effects);
        check_effects::<R>(&position, &effects);
        let mut silently = before.clone();
        assert_eq!(silently.apply(action, &mut Silent), progress, "progress of {action} in {before}");
        assert_eq!(silently, position, "effects change what {action} does in {before}");
        played.push(action);
    }
    replay(start, &position, &played);
}

/// Text round trip, key, list, actor and outcome.
fn check_position<R: Rules>(position: &R) {
    let text = position.to_string();
    match text.parse::<R>() {
        Ok(read) => {
            assert_eq!(&read, position, "read back from {text}");
            assert_eq!(read.key(), position.key(), "key of {text}");
            assert_eq!(read.to_string(), text, "written again");
        }
        Err(error) => panic!("{text} cannot be read back: {error}"),
    }
    let list = position.list();
    assert_eq!(position.count_actions(), list.len(), "count of {text}");
    let mut texts = position.sorted_texts();
    for action in &list {
        assert_eq!(action.to_string().parse(), Ok(*action), "spelling of {action} in {text}");
    }
    texts.dedup();
    assert_eq!(texts.len(), list.len(), "an action is listed twice in {text}");
    check_end(position, list.is_empty());
    if position.outcome().is_none() {
        check_search_functions(position);
        check_features(position);
    }
}

fn check_end<R: Rules>(position: &R, no_action: bool) {
    let over = position.actor() == Actor::Nobody;
    assert_eq!(over, no_action, "there is an actor exactly if there is an action: {position}");
    assert_eq!(over, position.outcome().is_some(), "nobody acts exactly if there is an outcome: {position}");
    if let Some(outcome) = position.outcome() {
        assert_eq!(outcome.seats(), position.seats(), "an outcome is for the seats of the game");
        let total: f64 = outcome.seats().iter().map(|seat| outcome.score(seat).as_f64()).sum();
        assert!((total - Score::ONE.as_f64()).abs() < 1e-9, "the scores share one point: {position}");
    }
    let living = position.living();
    assert_eq!(living.iter().filter(|&seat| position.seats().contains(seat)).collect::<SeatSet>(), living);
}

/// What each viewer sees: its text, its actions, its samples, its scene, its explanations.
fn check_viewers<R: Rules>(position: &R, dice: &mut impl Dice) {
    let viewers = position.seats().iter().map(Viewer::Seat).chain([Viewer::Spectator, Viewer::All]);
    assert_eq!(position.view(Viewer::All).to_string(), position.to_string(), "after a match everything is open");
    for viewer in viewers {
        let view = position.view(viewer);
        let text = view.to_string();
        assert_eq!(R::View::read(&text, viewer).as_ref(), Ok(&view), "read back from the view {text}");
        assert_eq!((view.viewer(), view.actor()), (viewer, position.actor()), "{text}");
        let sample = view.sample(dice);
        assert_eq!(sample.view(viewer), view, "a sample agrees with the view {text}");
        let acts = position.actor().seat().is_some_and(|seat| viewer.is(seat));
        let mut seen = Vec::new();
        let _ = view.actions(&mut seen);
        let mut seen: Vec<_> = seen.iter().map(ToString::to_string).collect();
        seen.sort_unstable();
        let expected = if acts || position.actor() == Actor::Chance { position.sorted_texts() } else { Vec::new() };
        assert_eq!(seen, expected, "actions of the view {text}");
        let scene = view.scene();
        check_scene(R::INFO, &scene, if acts { &expected } else { &[] });
        check_scene_texts(R::INFO, &scene);
        check_explained(R::INFO, &scene);
        check_reach(&view, &scene, dice);
        if acts {
            check_arranged(position, &view);
            check_explanations(position, &view, dice);
        }
    }
}

/// Where a turn begins, an editor that is given the pieces of the scene writes this very position.
fn check_arranged<R: Rules>(position: &R, view: &R::View) {
    let Some(mover) = position.actor().seat().filter(|_| position.begins_turn()) else { return };
    if let Some(text) = position.arranged(&view.scene().pieces, mover) {
        assert_eq!(text, position.to_string(), "arranged from its own pieces");
        assert!(!R::palette().is_empty(), "an editor needs something to put down");
    }
}

/// Explanations agree with the list, for legal actions and for actions that are legal elsewhere.
fn check_explanations<R: Rules>(position: &R, view: &R::View, dice: &mut impl Dice) {
    let list = position.list();
    for action in &list {
        let verdict = view.explain(*action);
        assert!(verdict.legal, "{action} is legal in {position} and explained as illegal");
        check_text(&verdict.reason);
    }
    let Some(action) = choose(position, dice) else { return };
    let mut next = position.clone();
    let _ = next.apply(action, &mut Silent);
    for elsewhere in next.list() {
        let verdict = view.explain(elsewhere);
        assert_eq!(verdict.legal, list.contains(&elsewhere), "{elsewhere} in {position}: {verdict:?}");
        assert!(!verdict.reason.is_empty() && verdict.rule.starts_with(R::INFO.id), "{verdict:?}");
        check_text(&verdict.reason);
    }
}

fn check_effects<R: Rules>(after: &R, effects: &[Told]) {
    assert!(!effects.is_empty(), "an action that led to {after} told nothing");
    for told in effects {
        let words = describe(R::INFO, &told.effect);
        assert!(!words.is_empty());
        check_text(&words);
    }
}

fn replay<R: Rules>(start: R, end: &R, played: &[R::Action]) {
    let mut position = start;
    for &action in played {
        let _ = position.apply(action, &mut Silent);
    }
    assert_eq!(&position, end, "the same actions lead to the same position");
}
