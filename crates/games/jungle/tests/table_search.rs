//! The search plays endgames by the tables.

use std::sync::atomic::AtomicBool;

use menagerie_game::{Progress, Rules, RulesExt, Silent, TableValue};
use menagerie_jungle::{Action, Position};
use menagerie_search::{History, Level, Limits, Request, SearchResult, Settings, Thinker, Value};

#[path = "common/place.rs"]
mod placing;

use placing::place;

/// Positions with these tokens, red to move, on all squares in large steps.
fn samples(letters: [char; 3]) -> impl Iterator<Item = Position> {
    let squares = move |number: usize| [number % 61, number * 7 % 59, number * 13 % 53];
    (0..4_000).filter_map(move |number| {
        let tokens: Vec<String> = letters
            .iter()
            .zip(squares(number))
            .map(|(letter, square)| format!("{letter}{}{}", (b'a' + (square % 7) as u8) as char, 1 + square / 7))
            .collect();
        let position: Position = place(&tokens.join(" "), "r").parse().ok()?;
        position.outcome().is_none().then_some(position)
    })
}

/// Positions that red wins, the next capture being further away than a small search sees.
fn long_wins() -> impl Iterator<Item = Position> {
    let is_long = |position: &Position| matches!(position.table_value(), Some(TableValue::Wins { plies: 20.. }));
    [['E', 'C', 't'], ['R', 'C', 'e'], ['D', 'C', 'w']]
        .into_iter()
        .flat_map(move |letters| samples(letters).filter(is_long).take(5))
}

fn think(position: &Position, history: History, level: Option<Level>) -> SearchResult<Action> {
    let mut request = Request::at(position).within(Limits::nodes(400));
    (request.history, request.level) = (history, level);
    let mut thinker = Thinker::new(Settings::default());
    thinker.think(&request, &AtomicBool::new(false), &mut |_| {}).expect("the game goes on")
}

/// The distance of a position that its mover wins.
fn distance(position: &Position) -> u32 {
    match position.table_value() {
        Some(TableValue::Wins { plies }) => plies,
        other => panic!("{position} is {other:?}"),
    }
}

/// The reply that delays the next capture longest.
fn longest_defence(position: &Position) -> Action {
    let delay = |&action: &Action| {
        let mut next = *position;
        let progress = next.apply(action, &mut Silent);
        match next.table_value() {
            Some(TableValue::Wins { plies }) if progress == Progress::No => plies,
            _ => 0,
        }
    };
    position.list().into_iter().max_by_key(delay).expect("the game goes on")
}

/// jungle/match/1, jungle/match/2: the engine wins with 400 nodes an action, and every action makes progress.
#[test]
fn a_won_endgame_is_won_without_shuffling() {
    let mut played = 0;
    for mut position in long_wins() {
        let text = position.to_string();
        played += 1;
        let (winner, mut history) = (position.mover().seat(), History::at(&position));
        let mut left = distance(&position);
        while position.outcome().is_none() {
            let ours = position.mover().seat() == winner;
            let action = if ours { think(&position, history.clone(), None).action } else { longest_defence(&position) };
            let progress = position.apply(action, &mut Silent);
            history.record(true, &position, progress);
            if position.outcome().is_none() && position.mover().seat() == winner {
                let now = distance(&position);
                assert!(
                    history.counters.without_progress <= 1 || now < left,
                    "{text}: {left}, then {now} at {position}"
                );
                left = now;
            }
        }
        assert_eq!(position.outcome().and_then(|outcome| outcome.winner()), Some(winner), "{text}");
    }
    assert!(played >= 10, "only {played} samples");
}

/// jungle/match/2: if the match is drawn before the next capture, the table's win is none.
#[test]
fn a_win_that_comes_after_the_limit_is_a_draw() {
    let position = long_wins().next().expect("a sample");
    let plies = distance(&position);
    let value = |without_progress: u32| {
        let mut history = History::at(&position);
        history.counters.without_progress = without_progress;
        think(&position, history, None).value
    };
    assert!(matches!(value(100 - plies), Value::Centi(score) if score > 30_000), "{:?}", value(100 - plies));
    assert_eq!(value(101 - plies), Value::Centi(0));
}

/// An action that gives up a draw is not chosen if there is one that keeps it.
#[test]
fn a_drawn_endgame_stays_drawn() {
    let is_drawn = |position: &Position| position.table_value() == Some(TableValue::Draw);
    let drawn: Vec<Position> = samples(['C', 'D', 'w']).filter(is_drawn).take(20).collect();
    assert!(drawn.len() == 20, "only {} samples", drawn.len());
    for position in drawn {
        let mut next = position;
        let _ = next.apply(think(&position, History::at(&position), None).action, &mut Silent);
        assert_eq!(next.table_value(), Some(TableValue::Draw), "{position}");
    }
}

/// Levels with an error on their scores play without tables: beginners must be able to win endgames against them.
#[test]
fn weak_levels_play_without_tables() {
    let position = long_wins().next().expect("a sample");
    let value = |level| think(&position, History::at(&position), level).value;
    assert!(matches!(value(Level::new(1)), Value::Centi(score) if score < 30_000));
    assert!(matches!(value(Level::new(8)), Value::Centi(score) if score > 30_000));
}
