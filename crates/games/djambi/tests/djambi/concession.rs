//! Concession, and what the match is told.

use menagerie_game::{Counts, Rules, Seat, Silent};

use crate::{P, at};

#[test]
fn the_chief_of_who_concedes_falls_where_it_stands() {
    // In the Maze too, and the corpse stays there.
    let _ = at("djambi/concession/1", "gC7yC/9/9/9/4rC4/9/9/9/8bC 4 rbyg b -")
        .concede("red")
        .gives("gC7yC/9/9/9/4x4/9/9/9/8bC 4 -byg b -");
    // The corpse rings yellow's chief, which falls as well; blue stays on turn.
    let _ = at("djambi/concession/1", "gC6xyC/7xrC/9/9/9/9/9/9/8bC 4 rbyg b -")
        .concede("red")
        .gives("gC6xx/7xx/9/9/9/9/9/9/8bC 4 -b-g b -");
    // A seat in power takes the colour at once.
    let _ = at("djambi/concession/1", "8yC/9/9/9/1rM2gC4/9/9/9/rC7bC 4 rbyg b -")
        .concede("red")
        .gives("8yC/9/9/9/1rM2gC4/9/9/9/x7bC 4 gbyg b -");
    // With two left the other wins.
    let _ = at("djambi/concession/1", "8yC/9/9/9/9/9/9/9/rC8 2 r-y- r -")
        .concede("yellow")
        .gives("8x/9/9/9/9/9/9/9/rC8 2 r--- - -")
        .outcome("red 1 yellow 0");
}

#[test]
fn the_seat_on_turn_stays_on_turn_if_it_can() {
    let _ = at("djambi/concession/2", "gC7yC/9/9/9/4rC4/9/9/9/rM7bC 4 rbyg r+b -")
        .concede("blue")
        .gives("gC7yC/9/9/9/4rC4/9/9/9/rM7x 4 rryg r+b -");
    // In power without a move is enough.
    let _ = at("djambi/concession/2", "gC7yC/9/9/3xxx3/3xrCx3/3xxx3/9/9/8bC 4 rbyg r+b -")
        .concede("yellow")
        .gives("gC7x/9/9/3xxx3/3xrCx3/3xxx3/9/9/8bC 4 rbrg r+b -");
}

#[test]
fn the_seat_on_turn_falls_if_the_concession_takes_its_last_move() {
    // Blue could only take red's chief on i2, which is a corpse now.
    let _ = at("djambi/concession/3", "gC7yC/9/9/9/9/9/9/6xxrC/6xbMbC 4 rbyg b -")
        .actions("h1i2 i1i2")
        .concede("red")
        .gives("gC7yC/9/9/9/9/9/9/6xxx/6xbMx 4 --yg y -");
}

#[test]
fn no_extra_turn_follows_a_turn_that_was_not_played() {
    // Green rules; blue concedes on its own turn; yellow plays next, not green.
    let _ = at("djambi/concession/4", "8yC/9/9/9/4gC4/9/9/9/rC7bC 4 rbyg b -")
        .concede("blue")
        .gives("8yC/9/9/9/4gC4/9/9/9/rC7x 4 rgyg y -");
    // The ruler concedes in its extra turn: the round goes on after the slot.
    let _ = at("djambi/concession/4", "gC7yC/9/9/9/4rC4/9/9/9/rM7bC 4 rbyg r+b -")
        .concede("red")
        .gives("gC7yC/9/9/9/4x4/9/9/9/rM7bC 4 -byg y -");
    // Two left, and the ruler is next in the round: it is not passed over.
    let _ = at("djambi/concession/4", "8yC/9/9/9/4gC4/9/9/9/8bC 4 gbyg y -")
        .concede("yellow")
        .gives("8x/9/9/9/4gC4/9/9/9/8bC 4 gbgg g -");
    // N3 inside: blue, next after red, has no move and falls too.
    let _ = at("djambi/concession/4", "gC7yC/9/9/9/9/9/6xxx/6xbMx/rC5xbMbC 4 rbyg r -")
        .concede("red")
        .gives("gC7yC/9/9/9/9/9/6xxx/6xbMx/x5xbMx 4 --yg y -");
}

#[test]
fn who_is_out_or_has_no_seat_cannot_concede() {
    for (text, seat) in [
        ("gC7yC/9/9/9/9/9/9/9/rC8 4 r-yg r -", 1),
        ("gC7yC/9/9/9/9/9/9/9/rC7bC 2 r-y- r -", 3),
        ("9/9/9/9/9/9/9/9/rC8 2 rr-- - -", 0),
        ("gC7yC/9/9/9/9/9/9/9/rC7bC 4 rbyg r -", 9),
    ] {
        let before: P = text.parse().unwrap();
        let mut after = before;
        let _ = after.leave(Seat(seat), &mut Silent);
        assert_eq!(after, before);
    }
}

#[test]
fn the_match_is_told_when_it_is_drawn() {
    let rules = |text: &str| text.parse::<P>().unwrap().match_rules();
    let four = rules("gC7yC/9/9/9/9/9/9/9/rC7bC 4 rbyg r -");
    assert_eq!(four.agreement, "djambi/match/1");
    assert_eq!(four.repetition.map(|limit| (limit.number, limit.rule)), Some((3, "djambi/match/2")));
    assert_eq!(four.counts, Counts::Turns);
    assert_eq!(four.no_progress.map(|limit| (limit.number, limit.rule)), Some((240, "djambi/match/3")));
    assert_eq!(four.length.map(|limit| (limit.number, limit.rule)), Some((2000, "djambi/match/4")));
    // "djambi/match/6": the clock is a concession.
    assert_eq!(four.resignation, "djambi/elimination/4");
    // 60 for each seat that is still living.
    let limit = |text| rules(text).no_progress.map(|limit| limit.number);
    assert_eq!(limit("gC7yC/9/9/9/9/9/9/9/rC8 4 rryg r -"), Some(180));
    assert_eq!(limit("gC7yC/9/9/9/9/9/9/9/rC7bC 2 r-y- r -"), Some(120));
}

#[test]
fn progress_is_a_death() {
    // "djambi/match/3": by a kill or a fall.
    let progress = |text: &str, action: &str| {
        let mut position: P = text.parse().unwrap();
        position.apply(action.parse().unwrap(), &mut Silent) == menagerie_game::Progress::Yes
    };
    let sparse = "gC7yC/9/9/9/9/3bM5/9/9/rC2rR4bC 4 rbyg r -";
    assert!(!progress(sparse, "d1d3"));
    assert!(progress("gC7yC/9/9/9/9/3bM5/3rR5/9/rC7bC 4 rbyg r kill:d3", "@d4"));
    assert!(!progress("gC7yC/9/9/9/9/3bM5/3rR5/9/rC7bC 4 rbyg r kill:d3", "stop"));
    assert!(progress("gC7yC/9/9/9/9/9/9/bM8/rC7bC 4 rbyg r -", "a1a2"));
    assert!(!progress("gC7yC/9/9/9/9/9/9/rC8/8bC 4 rbyg r x", "@a1"));
    assert!(!progress("gC7yC/9/9/9/9/9/9/xrN7/rC7bC 4 rbyg r -", "b2a2"));
    // Putting the corpse down rings blue's chief.
    assert!(progress("gC7yC/9/9/rN8/9/9/9/4rC2x1/7xbC 4 rbyg r x", "@i2"));
}

#[test]
fn a_draw_is_shared_by_the_living() {
    // "djambi/match/5"
    let drawn = |text: &str| {
        let position: P = text.parse().unwrap();
        let outcome = position.drawn();
        position.seats().iter().map(|seat| outcome.score(seat).to_string()).collect::<Vec<_>>()
    };
    assert_eq!(drawn("gC7yC/9/9/9/9/9/9/9/rC7bC 4 rbyg r -"), ["0.25", "0.25", "0.25", "0.25"]);
    assert_eq!(
        drawn("8yC/9/9/9/9/9/9/9/rC7bC 4 rbyr r -"),
        ["0.3333333333333333"; 3].into_iter().chain(["0"]).collect::<Vec<_>>()
    );
    assert_eq!(drawn("gC7yC/9/9/9/9/9/9/9/rC7bC 2 r-y- r -"), ["0.5", "0.5"]);
}
