//! A match of some game, by texts alone.

use menagerie_game::Seat;
use menagerie_match::{AnyMatch, Match};

use crate::toys::stairs::Stairs;

fn any() -> Box<dyn AnyMatch> {
    Box::new(Match::new("4 white - many".parse::<Stairs>().expect("a position")))
}

#[test]
fn texts_go_in_and_come_out() {
    let mut game = any();
    assert!(game.is_empty());
    for event in ["up", "!undo", "roll", "die:2", "!offer-draw:black"] {
        game.try_event(event).expect(event);
    }
    assert_eq!(game.position().text(), "6 white . many");
    assert_eq!(game.position_at(1).text(), "5 white . many");
    assert_eq!(game.log_from(3), ["die:2", "!offer-draw:black"]);
    let mut copy = game.boxed();
    copy.try_event("!agree-draw:white").expect("agreement");
    assert!(copy.end().is_some() && game.end().is_none());
}

#[test]
fn noise_is_refused_and_changes_nothing() {
    let mut game = any();
    for noise in ["", " ", "!", "!!", "!undo", "!resign:nobody", "\u{0}", "up ", "!offer-takeback:white:1", "stop stop"]
    {
        assert!(game.check(noise).is_err(), "{noise}");
        assert!(game.try_event(noise).is_err(), "{noise}");
    }
    assert_eq!(game.len(), 0);
}

#[test]
fn a_match_by_texts_says_the_same_as_the_match() {
    let mut game = any();
    for event in ["up", "stop", "up"] {
        game.try_event(event).expect(event);
    }
    assert_eq!((game.len(), game.turns(), game.living().len()), (3, 1, 2));
    assert_eq!((game.can_undo(), game.undo_barred()), (Some(Seat(1)), None));
    game.try_event("peek").expect("peek");
    assert_eq!((game.can_undo(), game.undo_barred().map(|(seat, _)| seat)), (None, Some(Seat(1))));
    assert_eq!(game.boxed().log_from(0), game.log_from(0));
}
