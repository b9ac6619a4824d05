//! The match's promises, checked on two toy games that have everything a match must cope with; and the match rules of
//! the real games.

mod agreement;
mod clocks;
mod departures;
mod erased;
mod games;
mod limits;
mod property;
mod text;
mod toys;
mod undo;

use menagerie_game::{EffectLog, Rules, describe};
use menagerie_match::{Event, Match, Refusal};

/// A match after these events, separated by spaces, from a position text.
#[track_caller]
fn play<R: Rules>(start: &str, events: &str) -> Match<R> {
    let mut game = Match::new(start.parse::<R>().expect("a position"));
    go_on(&mut game, events);
    game
}

/// Lets these events happen; what the last one told, in words.
#[track_caller]
fn go_on<R: Rules>(game: &mut Match<R>, events: &str) -> Vec<String> {
    let mut told = Vec::new();
    for text in events.split_whitespace() {
        match one(game, text) {
            Ok(effects) => told = effects.iter().map(|told| describe(R::INFO, &told.effect)).collect(),
            Err(refusal) => panic!("{text}: {refusal}"),
        }
    }
    told
}

fn one<R: Rules>(game: &mut Match<R>, text: &str) -> Result<EffectLog, Refusal> {
    game.try_event(Event::read(text, R::INFO)?)
}

/// The event is refused with words that contain these, and nothing changes.
#[track_caller]
fn refused<R: Rules>(game: &mut Match<R>, text: &str, words: &str) {
    let before = game.clone();
    let refusal = one(game, text).expect_err(text).to_string();
    assert!(refusal.contains(words), "{text}: {refusal}");
    assert!(*game == before, "{text} was refused and yet changed something");
}

/// The match is over: `RULE: SENTENCE: SCORES in order`.
#[track_caller]
fn over<R: Rules>(game: &Match<R>, expected: &str) {
    let end = game.end().expect("the match is over");
    let scores: Vec<_> = game.position().seats().iter().map(|seat| end.outcome.score(seat).to_string()).collect();
    assert_eq!(format!("{}: {}: {}", end.reason.rule, end.reason.sentence, scores.join(" ")), expected);
}
