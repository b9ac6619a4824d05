//! Repetition and the limits of the match.

use std::sync::atomic::AtomicBool;

use menagerie_game::{Progress, Rules, RulesExt, Silent};
use menagerie_search::{History, Limits, Request, Thinker, Value};
use menagerie_shogi5::{Action, Position};

use super::ask;

/// The history of a match in which the position after `action` has already stood three times.
fn seen_thrice(position: &Position, action: Action) -> History {
    let mut next = *position;
    let _ = next.apply(action, &mut Silent);
    let mut history = History { turn_starts: vec![next.key(); 3], ..History::default() };
    history.turn_starts.push(position.key());
    history
}

#[test]
fn a_winner_does_not_repeat() {
    let position: Position = "4k/5/5/1G3/K1S2[B] w".parse().unwrap();
    let request = Request::at(&position).within(Limits::depth(6));
    let first = ask(&request);
    let again = ask(&Request { history: seen_thrice(&position, first.action), ..request });
    assert_ne!(again.action, first.action, "the fourth time would be a draw");
}

#[test]
fn a_loser_repeats() {
    let position: Position = "5/5/3K1/1G5/3k1[L] b".replace("1G5", "1G3").parse().unwrap();
    let request = Request::at(&position).within(Limits::depth(6));
    let lost = ask(&request);
    assert!(!matches!(lost.value, Value::Centi(0)), "{:?}", lost.value);
    for action in position.list() {
        let mut next = position;
        let _ = next.apply(action, &mut Silent);
        if next.outcome().is_some() {
            continue;
        }
        let saved = ask(&Request { history: seen_thrice(&position, action), ..request.clone() });
        assert_eq!((saved.action, saved.value), (action, Value::Centi(0)), "the fourth time is a draw");
    }
}

#[test]
fn a_win_beyond_the_limit_is_a_draw() {
    let position: Position = "5/5/3K1/2G2/3k1[L] w".parse().unwrap();
    let mut request = Request::at(&position).within(Limits::depth(14));
    // Five actions to the end, the last of them the capture: shogi5/match-rules/2 draws after four.
    request.history.counters.without_progress = 96;
    assert_eq!(ask(&request).value, Value::Centi(0));
    request.history.counters.without_progress = 95;
    assert_eq!(ask(&request).value, Value::Wins { plies: 5 });
}

/// Damping: the same advantage is worth less, the nearer the limit of actions without progress is.
#[test]
fn an_advantage_fades_without_progress() {
    let position: Position = "4k/5/5/1G3/K1S2[B] w".parse().unwrap();
    let mut request = Request::at(&position).within(Limits::depth(1));
    let mut value = |without_progress| {
        request.history.counters.without_progress = without_progress;
        let Value::Centi(score) = ask(&request).value else { panic!("nothing is decided at depth 1") };
        score
    };
    let values = [0, 30, 60, 90].map(&mut value);
    assert!(values.is_sorted_by(|earlier, later| earlier > later) && values[3] > 0, "{values:?}");
}

#[test]
fn contempt_is_the_price_of_a_draw() {
    let position: Position = "5/5/3K1/2G2/3k1[L] w".parse().unwrap();
    let mut request = Request::at(&position).within(Limits::depth(14));
    request.history.counters.without_progress = 96;
    for contempt in [30, -30] {
        request.contempt = contempt;
        assert_eq!(ask(&request).value, Value::Centi(-contempt));
    }
}

#[test]
fn a_player_with_contempt_avoids_a_draw_and_one_that_likes_draws_takes_it() {
    let position = Position::start(menagerie_game::Options::NONE);
    let request = Request::at(&position).within(Limits::depth(5));
    let best = ask(&request).action;
    let drawn = |contempt| {
        let request = Request { history: seen_thrice(&position, best), contempt, ..request.clone() };
        ask(&request).action == best
    };
    assert!(!drawn(100), "another action costs less than the draw");
    assert!(drawn(-100));
}

/// One player that thinks for both seats, with contempt and without.
#[test]
fn scores_with_contempt_do_not_outlive_it() {
    let position: Position = "5/5/3K1/2G2/3k1[L] w".parse().unwrap();
    let mut thinker = Thinker::new(super::settings());
    let mut request = Request::at(&position).within(Limits::depth(8));
    request.history.counters.without_progress = 96;
    for contempt in [50, 0, -50, 0] {
        request.contempt = contempt;
        let answer = thinker.think(&request, &AtomicBool::new(false), &mut |_| {}).unwrap();
        assert_eq!(answer.value, Value::Centi(-contempt));
    }
}

#[test]
fn a_win_that_was_found_without_the_limit_is_no_win_within_it() {
    let position: Position = "5/5/3K1/2G2/3k1[L] w".parse().unwrap();
    for depth in 1..=14 {
        let mut request = Request::at(&position).within(Limits::depth(14));
        let mut thinker = Thinker::new(crate::settings());
        let mut value = |request: &Request<Position>| {
            thinker.think(request, &AtomicBool::new(false), &mut |_| {}).expect("white decides").value
        };
        assert_eq!(value(&request), Value::Wins { plies: 5 });
        request.history.counters.without_progress = 96;
        request.limits = Limits::depth(depth);
        let drawn = value(&request);
        assert!(matches!(drawn, Value::Centi(score) if depth < 6 || score == 0), "to depth {depth}: {drawn:?}");
    }
}

#[test]
fn a_history_counts_as_the_match_does() {
    let mut position: Position = "4k/5/5/1G3/K1S2[B] w".parse().unwrap();
    let mut history = History::at(&position);
    for text in ["b2b3", "e5e4", "b3b2", "e4e5"] {
        let progress = position.apply(text.parse().unwrap(), &mut Silent);
        assert_eq!(progress, Progress::No);
        history.record(true, &position, progress);
    }
    assert_eq!((history.counters.played, history.counters.without_progress), (4, 4));
    assert_eq!(history.turn_starts.len(), 5);
    assert_eq!(history.turn_starts[0], history.turn_starts[4]);
}
