//! A player that gets a view instead of a position.

use menagerie_game::{Actor, Viewer};

use crate::queries::{all_variants, random_game};
use crate::talk::Talk;

fn best_move(said: &[String]) -> &str {
    said.last().unwrap().strip_prefix("bestmove ").unwrap()
}

#[test]
fn a_view_is_enough_to_play_and_to_be_asked() {
    for variant in all_variants() {
        let mut talk = Talk::about(&variant);
        for (position, _) in random_game(&variant, 11, 24).iter().step_by(6) {
            let Actor::Seat(seat) = position.actor() else { continue };
            let (name, view) = (position.info().seat_name(seat), position.view(Viewer::Seat(seat)));
            assert_eq!(talk.say(&format!("position view {name} {}", view.text())), [""; 0]);
            assert_eq!(talk.ask("query actor"), format!("response {name}"));
            assert_eq!(talk.ask("query legal"), format!("response {}", position.actions().join(" ")));
            assert_eq!(talk.ask(&format!("query view {name}")), format!("response {}", view.text()));
            let said = talk.say("go nodes 30");
            assert!(position.actions().iter().any(|action| action == best_move(&said)), "{said:?}");
        }
    }
}

/// Hidden information does not change what a seat learns about chance.
#[test]
fn chance_is_the_same_from_every_seat() {
    for variant in all_variants() {
        let mut talk = Talk::about(&variant);
        for (position, _) in
            random_game(&variant, 13, 60).iter().filter(|(position, _)| position.actor() == Actor::Chance)
        {
            assert_eq!(talk.say(&format!("position fen {}", position.text())), [""; 0]);
            let whole = talk.ask("query chance");
            for seat in position.seats().iter() {
                let (name, view) = (position.info().seat_name(seat), position.view(Viewer::Seat(seat)));
                assert_eq!(talk.say(&format!("position view {name} {}", view.text())), [""; 0]);
                assert_eq!(talk.ask("query chance"), whole, "{name}: {}", position.text());
            }
        }
    }
}

#[test]
fn the_view_of_another_seat_decides_nothing() {
    let mut talk = Talk::about("shogi5");
    assert_eq!(talk.say("position view white lbsgk/4p/5/P4/KGSBL[] b"), [""; 0]);
    assert_eq!(talk.say("go depth 1"), ["info string this view is not that of the seat that acts", "bestmove 0000"]);
    assert_eq!(talk.ask("go perft 1"), "info string perft needs a whole position, and there is only a view");
    assert!(talk.ask("query view black").starts_with("info string only one seat's view is known"));
    assert!(talk.ask("position view red x").starts_with("info string there is no seat 'red'"));
}

#[test]
fn searchmoves_leaves_no_other_choice() {
    let mut talk = Talk::about("shogi5");
    let said = talk.say("go searchmoves a5a4 depth 2");
    assert_eq!(best_move(&said).split(' ').next(), Some("a5a4"));
    let said = talk.say("go searchmoves a5a4 z9z9 depth 1");
    assert_eq!(said[0], "info string 1 of the actions after searchmoves are not legal here");
}

#[test]
fn the_same_question_gets_the_same_answer() {
    let without_speed = |said: Vec<String>| -> Vec<String> {
        said.iter().map(|line| line.split(" nodes ").next().unwrap().to_owned()).collect()
    };
    for variant in all_variants() {
        let think = || without_speed(Talk::at_a_decision(&variant).say("go nodes 200")).last().cloned();
        assert_eq!(think(), think(), "{variant}");
    }
}

#[test]
fn several_lines_begin_with_different_actions() {
    let mut talk = Talk::about("shogi5");
    assert_eq!(talk.say("setoption name MultiPV value 3"), [""; 0]);
    let said = talk.say("go depth 2");
    let first = |number: u32| {
        let mark = format!(" multipv {number} ");
        let line = said.iter().rfind(|line| line.contains(&mark)).unwrap();
        line.split(" pv ").nth(1).unwrap().split(' ').next().unwrap().to_owned()
    };
    let (a, b, c) = (first(1), first(2), first(3));
    assert!(a != b && b != c && a != c, "{said:?}");
}
