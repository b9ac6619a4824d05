//! Two seats and nothing hidden: Monte-Carlo plays what alpha-beta plays otherwise.

use menagerie_game::{Options, Rules, RulesExt, Silent};
use menagerie_search::{Limits, Method, Request};
use menagerie_shogi5::Position;

use crate::{answer, ask, read};

#[test]
fn both_kinds_take_a_king() {
    let position: Position = king_to_take();
    for method in [Method::MonteCarlo, Method::PlainMonteCarlo] {
        let answer = answer(method, &Request::at(&position).within(Limits::nodes(1_000)));
        let mut after = position;
        let _ = after.apply(answer.action, &mut Silent);
        assert!(after.outcome().is_some(), "{method:?} plays {} in {position}", answer.action);
    }
}

/// Random moves until one of them would end the game.
fn king_to_take() -> Position {
    let mut position = Position::start(Options::NONE);
    for number in 0_usize.. {
        let list = position.list();
        let ends = |action| {
            let mut next = position;
            let _ = next.apply(action, &mut Silent);
            next.outcome().is_some()
        };
        if list.iter().any(|&action| ends(action)) {
            return position;
        }
        let _ = position.apply(list[number * 7 % list.len()], &mut Silent);
    }
    unreachable!()
}

#[test]
fn the_start_is_no_win_for_anybody() {
    let answer = ask(&Position::start(Options::NONE), 500);
    assert!(answer.value_by_seat.0[0] > 0.2 && answer.value_by_seat.0[0] < 0.8, "{:?}", answer.value_by_seat);
    assert!((answer.value_by_seat.0[0] + answer.value_by_seat.0[1] - 1.0).abs() < 1e-3);
    let again: Position = read(&Position::start(Options::NONE).to_string());
    assert_eq!(ask(&again, 500).action, answer.action, "equal questions get equal answers");
}
