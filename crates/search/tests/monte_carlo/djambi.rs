//! Djambi: more than two seats, several actions in a turn.

use std::sync::atomic::AtomicBool;

use menagerie_djambi::Position;
use menagerie_game::{Actor, Options, Rules, RulesExt, Seat, Silent};
use menagerie_search::{Limits, Request, Settings, Thinker, Value};

use crate::{ask, read};

const RED: Seat = Seat(0);

/// Plays the whole turn of the seat that acts.
fn play_turn(mut position: Position, visits: u64) -> Position {
    let actor = position.actor();
    loop {
        let _ = position.apply(ask(&position, visits).action, &mut Silent);
        if position.begins_turn() || position.actor() != actor {
            return position;
        }
    }
}

#[test]
fn the_last_rival_chief_is_killed() {
    let position: Position = read("9/9/5bM3/9/3yC5/3rM5/9/9/rC8 3 rry- r -");
    let answer = ask(&position, 300);
    assert_eq!(answer.value, Value::Wins { plies: 2 }, "the kill, and the corpse put down");
    assert_eq!(play_turn(position, 300).outcome().and_then(|outcome| outcome.winner()), Some(RED));
}

#[test]
fn a_reporter_reports_the_last_rival_chief() {
    let position: Position = read("9/9/9/9/3yC5/9/9/3rR5/rC8 2 r-y- r -");
    assert_eq!(play_turn(position, 300).outcome().and_then(|outcome| outcome.winner()), Some(RED));
}

/// Whether some action of the next seat leaves red without its chief.
fn red_can_be_killed(position: &Position) -> bool {
    position.list().into_iter().any(|action| {
        let mut next = *position;
        let _ = next.apply(action, &mut Silent);
        let victims = if next.begins_turn() { Vec::new() } else { next.list() };
        let dies_later = victims.into_iter().any(|second| {
            let mut last = next;
            let _ = last.apply(second, &mut Silent);
            !last.living().contains(RED)
        });
        dies_later || !next.living().contains(RED)
    })
}

#[test]
fn a_chief_in_danger_is_saved() {
    for text in [
        // Blue's assassin looks down the file.
        "gC7yC/4bA4/9/9/9/9/9/rM8/rM3rC3bC 4 rbyg r -",
        // Blue's reporter can come beside.
        "gC7yC/9/9/9/9/3bR5/9/rM8/rM3rC3bC 4 rbyg r -",
        // Blue's militant is two steps away.
        "gC7yC/9/9/9/9/9/4bM4/rM8/rM3rC3bC 4 rbyg r -",
    ] {
        let position: Position = read(text);
        let mut idle = position;
        let _ = idle.apply("a1b1".parse().unwrap(), &mut Silent);
        assert!(red_can_be_killed(&idle), "{text}: an idle move loses the chief");
        let after = play_turn(position, 2_000);
        assert_ne!(after.actor(), Actor::Nobody);
        assert!(!red_can_be_killed(&after), "{text} -> {after}");
    }
}

#[test]
fn a_put_down_corpse_closes_the_ring() {
    // Yellow's chief has one free neighbour and no necromobile; the corpse in red's hand fits.
    let position: Position = read("7xyC/7x1/9/9/9/9/9/rC8/4rM4 2 r-y- r x");
    let answer = ask(&position, 2_000);
    assert_eq!(answer.action.to_string(), "@i8");
    assert_eq!(answer.value, Value::Wins { plies: 1 });
}

/// A full tree must not send every further iteration to actions that were never expanded.
#[test]
fn many_visits_find_room_and_look_behind_every_line() {
    let position = Position::start(Options::NONE);
    let mut thinker = Thinker::new(Settings::default());
    let request = Request::at(&position).within(Limits::nodes(120_000));
    let answer = thinker.think(&request, &AtomicBool::new(false), &mut |_| {}).unwrap();
    assert!(answer.stats.hashfull < 1000, "{} thousandths", answer.stats.hashfull);
    assert!(answer.principal_variation.len() > 5, "{:?}", answer.principal_variation);
}

#[test]
fn a_repetition_is_seen_as_the_draw_it_is() {
    // Where the best move leads, the match has been twice before.
    let position: Position = read("7yC1/9/9/9/9/9/9/9/rCrA7 2 r-y- r -");
    let mut request = menagerie_search::Request::at(&position).within(menagerie_search::Limits::nodes(2_000));
    let first = crate::answer(menagerie_search::Method::MonteCarlo, &request);
    let mut after = position;
    let _ = after.apply(first.action, &mut Silent);
    request.history.turn_starts = vec![after.key(), after.key(), position.key()];
    request.history.counters.without_progress = 3;
    let second = crate::answer(menagerie_search::Method::MonteCarlo, &request);
    assert!(second.value_by_seat[RED] > 0.5, "red is ahead: {:?}", second.value_by_seat);
    assert_ne!(second.action, first.action, "the third time is a draw");
}
