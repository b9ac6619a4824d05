//! Chance is weighted, every seat maximizes its own value, and proven values are exact.

use menagerie_game::Seat;
use menagerie_search::{Method, Value};

use crate::toy_game::{
    BAD_ODDS, GOOD_ODDS, HOPELESS, HOPELESS_LATER, KINGMAKER, MANY_HALVES, RIVALS, ROUNDED_TIE, Step, THREE_STEPS,
    ToyGame, WORSE,
};
use crate::{answer, ask};

const VISITS: u64 = 400;

#[test]
fn chance_is_taken_by_its_weights() {
    let good = ask(&GOOD_ODDS, VISITS);
    assert_eq!(good.action, Step(1), "three quarters are better than a half");
    assert!((good.value_by_seat[Seat(0)] - 0.75).abs() < 1e-6, "{:?}", good.value_by_seat);
    let bad = ask(&BAD_ODDS, VISITS);
    assert_eq!(bad.action, Step(0), "a quarter is worse than a half");
    assert!((bad.value_by_seat[Seat(0)] - 0.5).abs() < 1e-6, "{:?}", bad.value_by_seat);
}

#[test]
fn random_games_draw_chance_by_its_weights_too() {
    for (toy_game, chosen, share) in [(GOOD_ODDS, Step(1), 0.75), (BAD_ODDS, Step(0), 0.5)] {
        let request = menagerie_search::Request::at(&toy_game).within(menagerie_search::Limits::nodes(4_000));
        let plain = answer(Method::PlainMonteCarlo, &request);
        assert_eq!(plain.action, chosen);
        assert!((plain.value_by_seat[Seat(0)] - share).abs() < 0.05, "{toy_game}: {:?}", plain.value_by_seat);
    }
}

#[test]
fn every_seat_is_expected_to_seek_its_own_good() {
    let answer = ask(&RIVALS, VISITS);
    assert_eq!(answer.action, Step(1), "seat 1 would take the whole point after the other action");
    for seat in 0..3 {
        assert!((answer.value_by_seat[Seat(seat)] - 1.0 / 3.0).abs() < 1e-6, "{:?}", answer.value_by_seat);
    }
}

#[test]
fn a_sure_win_is_counted_in_actions() {
    let answer = ask(&THREE_STEPS, VISITS);
    assert_eq!(answer.principal_variation, [Step(1), Step(1), Step(1)]);
    assert_eq!(answer.value, Value::Wins { plies: 3 });
    assert!(answer.stats.nodes < VISITS, "what is known for sure needs no more thinking");
}

#[test]
fn a_seat_that_cannot_win_proves_no_win_of_another() {
    let answer = ask(&KINGMAKER, VISITS);
    assert_eq!(answer.action, Step(0), "three quarters are better than the mercy of seat 1");
    assert!((answer.value_by_seat[Seat(0)] - 0.75).abs() < 0.05, "{:?}", answer.value_by_seat);
    assert!(!matches!(answer.value, Value::Wins { .. }), "{:?}", answer.value);
}

#[test]
fn averages_that_differ_by_rounding_are_equally_good() {
    let answer = ask(&ROUNDED_TIE, VISITS);
    assert_eq!(answer.action, Step(1), "half of a half is better than an eighth");
    assert!((answer.value_by_seat[Seat(0)] - 0.25).abs() < 0.05, "{:?}", answer.value_by_seat);
}

/// One action before the match ends drawn, every quiet action is a proven half.
#[test]
fn many_equal_proven_actions_do_not_make_a_worse_one_the_most_visited() {
    let answer = ask(&MANY_HALVES, VISITS);
    assert_ne!(answer.action, WORSE, "{:?}", answer.value_by_seat);
    assert!((answer.value_by_seat[Seat(0)] - 0.5).abs() < 0.05, "{:?}", answer.value_by_seat);
}

#[test]
fn the_search_ends_when_the_results_of_all_actions_are_known() {
    let answer = ask(&HOPELESS, VISITS);
    assert!(answer.stats.nodes < VISITS, "{} iterations", answer.stats.nodes);
    assert_eq!(answer.value, Value::Loses { plies: 1 });
}

/// The actions are equally bad for seat 0, so it may choose either.
#[test]
fn proven_actions_that_differ_for_the_other_seats_have_their_average() {
    for toy_game in [HOPELESS, HOPELESS_LATER] {
        let answer = ask(&toy_game, VISITS);
        assert!(answer.stats.nodes < VISITS, "{} iterations", answer.stats.nodes);
        let values = [0, 1, 2].map(|seat| answer.value_by_seat[Seat(seat)]);
        assert!(values.iter().zip([0.0, 0.5, 0.5]).all(|(value, half)| (value - half).abs() < 1e-3), "{values:?}");
    }
}

#[test]
fn nothing_to_decide_is_no_answer() {
    let mut thinker = menagerie_search::Thinker::<ToyGame>::new(menagerie_search::Settings::default());
    let stop = std::sync::atomic::AtomicBool::new(false);
    for place in [4, 11] {
        let request = menagerie_search::Request::at(&ToyGame(place));
        assert!(thinker.think(&request, &stop, &mut |_| {}).is_none(), "chance or nobody acts at {place}");
    }
}
