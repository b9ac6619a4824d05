//! Chess: Heaven and Hell: chance and hidden traps.

use menagerie_game::{Actor, Rules, RulesExt, Seat, Silent};
use menagerie_heaven_hell::Position;
use menagerie_search::Value;

use crate::{ask, read};

/// A position from its turn, pieces, items, traps and coins; nothing is for sale.
fn at(turn: &str, pieces: &str, traps: &str) -> Position {
    let shop = "6,12,8,6,5,20,4,8,6,12,12,6,6,2,8,10";
    read(&format!("{turn} {pieces} - {traps} 0/0 {shop} - - - - a1h8/a1h8 -"))
}

#[test]
fn the_last_king_is_captured() {
    let position = at("w1", "Ra1,Ke1,Ph2,ph7,Qd1^,kd8^", "-");
    let answer = ask(&position, 500);
    assert_eq!(answer.action.to_string(), "d1^d8^");
    assert_eq!(answer.value, Value::Wins { plies: 1 });
}

#[test]
fn the_last_piece_on_earth_is_captured() {
    let position = at("b1", "Ph2,ke8,rh8,Ke1^", "-");
    assert_eq!(ask(&position, 500).action.to_string(), "h8h2");
}

#[test]
fn a_piece_is_not_given_away() {
    // The Queen is attacked by a Pawn: wherever she goes, no black action captures her next.
    let position = at("w1", "Ke1,Ph2,Qd4,pe5,pa7,ra8,ke8", "-");
    // On Earth: who is captured goes elsewhere.
    let queens = |position: &Position| {
        let text = position.to_string();
        let pieces = text.split(' ').nth(1).unwrap().split(',');
        pieces.filter(|piece| piece.starts_with('Q') && !piece.contains(['^', '_'])).count()
    };
    let captured = |position: &Position| {
        let replies = position.list();
        assert!(position.actor() == Actor::Seat(Seat(1)) && !replies.is_empty(), "black answers in {position}");
        replies.into_iter().any(|reply| {
            let mut next = position.clone();
            let _ = next.apply(reply, &mut Silent);
            queens(&next) == 0
        })
    };
    let after = |action| {
        let mut next = position.clone();
        let _ = next.apply(action, &mut Silent);
        next
    };
    assert!(captured(&after("h2h3".parse().unwrap())), "left where she is, she is lost");
    let after = after(ask(&position, 3_000).action);
    assert_eq!(queens(&after), 1, "{after}");
    assert!(!captured(&after), "{after}");
}

#[test]
fn equal_views_get_equal_answers_wherever_the_traps_are() {
    let pieces = "Ra1,Ke1,Pa2,Pd4,pd5,pa7,ke8,rh8";
    let answers: Vec<_> =
        ["d2b,e3b", "e2b,f7b", "a3^b,d6_b"].into_iter().map(|traps| ask(&at("w1", pieces, traps), 1_500)).collect();
    for answer in &answers {
        assert_eq!(answer.action, answers[0].action);
        assert_eq!(answer.value_by_seat, answers[0].value_by_seat, "not even the judgement depends on what is hidden");
        assert_eq!(answer.principal_variation, answers[0].principal_variation);
        assert_eq!(answer.stats.nodes, answers[0].stats.nodes);
    }
}

#[test]
fn own_traps_are_known() {
    let pieces = "Ra1,Ke1,Pa2,Pd4,pd5,pa7,ke8,rh8";
    let one = ask(&at("w1", pieces, "d2w"), 1_500);
    let other = ask(&at("w1", pieces, "e2w"), 1_500);
    assert_ne!(one.value_by_seat, other.value_by_seat, "a seat sees its own traps");
}
