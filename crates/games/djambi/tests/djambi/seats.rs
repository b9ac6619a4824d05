//! The many-seat side of the contract: seats, who lives, views, control.

use menagerie_game::{Actor, GameInfo, Options, Rules, RulesExt, Seat, SeatSet, View, Viewer};

use crate::{P, at};

fn start(options: &str) -> P {
    P::start(P::INFO.parse_options(options).unwrap())
}

fn seats(indices: &[u8]) -> SeatSet {
    indices.iter().map(|&index| Seat(index)).collect()
}

#[test]
fn seats_keep_the_number_of_their_colour() {
    assert_eq!(start("").seats(), seats(&[0, 1, 2, 3]));
    assert_eq!(start("3").seats(), seats(&[0, 1, 2]));
    assert_eq!(start("2").seats(), seats(&[0, 2]));
    assert_eq!(start("2").living(), seats(&[0, 2]));
    assert_eq!(start("2").seat_named("blue"), None);
    assert_eq!(P::start(Options::NONE), start(""));
    assert!(P::INFO.parse_options("2,3").is_err());
}

#[test]
fn a_seat_is_living_or_eliminated() {
    // "djambi/words/1"
    let position: P = "gC7yC/9/9/9/9/9/9/9/rC8 4 rryg y -".parse().unwrap();
    assert_eq!(position.living(), seats(&[0, 2, 3]));
    assert_eq!(position.seats(), seats(&[0, 1, 2, 3]));
}

#[test]
fn control_is_of_whole_colours() {
    // All of blue, wherever it stands, is red's after the kill.
    let _ = at("djambi/words/2", "gC7yC/9/9/bD8/9/8bM/9/bC8/rC7bA 4 rbyg r -")
        .apply("a1a2 @a1 i9i8 a9a8")
        .has("i4i5 i1h1 a6b6");
}

#[test]
fn an_eliminated_seat_controls_nothing() {
    let _ = at("djambi/words/3", "gC8/9/9/6yM2/9/9/9/bC8/rC8 4 rbbg r -")
        .apply("a1a2 @a1")
        .actor("green")
        .refuses("g6g5", "djambi/actions/1");
}

#[test]
fn neutral_pieces_stand_still_and_can_be_killed() {
    let _ = at("djambi/words/4", "gC7yC/9/9/9/9/9/9/bM8/rC7bC 2 r-y- r -")
        .refuses("a2a3", "djambi/words/4")
        .refuses("i1i2", "djambi/words/4")
        .allows("a1a2");
}

#[test]
fn leaderless_pieces_cannot_be_moved_killed_or_lifted() {
    let _ = at("djambi/words/5", "gC7yC/9/9/9/9/9/2rD6/rAbM1bM5/rC1rM6 4 r-yg r -")
        .refuses("b2b3", "djambi/words/5")
        .refuses("a2b2", "djambi/pieces/4")
        .refuses("a1b2", "djambi/pieces/4")
        .refuses("c3d2", "djambi/pieces/4")
        .refuses("c1d2", "djambi/pieces/4");
    let _ = at("djambi/words/5", "gC7yC/9/9/9/9/9/3bM5/2gMrR5/rC8 4 r-yg r kill:d2")
        .refuses("@d3", "djambi/pieces/11")
        .actions("@c2 stop");
}

#[test]
fn a_corpse_does_not_move() {
    let _ = at("djambi/words/6", "gC7yC/9/9/9/9/9/9/x8/rC7bC 4 rbyg r -").refuses("a2a3", "djambi/words/6");
}

#[test]
fn pieces_and_corpses_occupy() {
    let _ = at("djambi/words/7", "gC7yC/9/9/9/9/9/9/x8/rC7bC 4 rbyg r x")
        .refuses("@a2", "djambi/put-down/1")
        .refuses("@i1", "djambi/put-down/1")
        .count(81 - 5 - 1);
}

#[test]
fn every_seat_sees_everything_and_only_the_actor_has_actions() {
    for options in ["", "3", "2"] {
        let position = start(options);
        let viewers = position.seats().iter().map(Viewer::Seat).chain([Viewer::Spectator]);
        for viewer in viewers {
            let view = position.view(viewer);
            assert_eq!(view.to_string(), position.to_string());
            let mut actions = Vec::new();
            let _ = view.actions(&mut actions);
            assert_eq!(actions.is_empty(), !viewer.is(Seat(0)), "{viewer:?}");
        }
    }
}

#[test]
fn turns_go_round_the_living_seats() {
    let order = |options: &str, moves: &[&str]| {
        let mut position = start(options);
        let mut names = Vec::new();
        for action in moves {
            let Actor::Seat(seat) = position.actor() else { panic!("{position}: a seat acts") };
            names.push(P::INFO.seat_name(seat));
            position.play(action.parse().unwrap()).unwrap();
        }
        names
    };
    let four = ["a3a4", "i3i4", "i7i6", "a7a6", "a4a5"];
    assert_eq!(order("", &four), ["red", "blue", "yellow", "green", "red"]);
    assert_eq!(order("3", &["a3a4", "i3i4", "i7i6", "a4a5"]), ["red", "blue", "yellow", "red"]);
    assert_eq!(order("2", &["a3a4", "i7i6", "a4a5"]), ["red", "yellow", "red"]);
}

/// The relative luminance of `#rrggbb`, as web guidelines define it.
fn luminance(color: &str) -> f64 {
    let part = |at: usize| {
        let value = f64::from(u8::from_str_radix(&color[at..at + 2], 16).unwrap()) / 255.0;
        if value <= 0.040_45 { value / 12.92 } else { ((value + 0.055) / 1.055).powf(2.4) }
    };
    0.2126 * part(1) + 0.7152 * part(3) + 0.0722 * part(5)
}

#[test]
fn seats_differ_without_colour_vision() {
    let contrast = |a: &str, b: &str| {
        let (a, b) = (luminance(a) + 0.05, luminance(b) + 0.05);
        a.max(b) / a.min(b)
    };
    let info: &GameInfo = P::INFO;
    for (i, seat) in info.seats.iter().enumerate() {
        assert!(contrast(seat.fill, seat.ink) >= 4.5, "{} is hard to read", seat.name);
        for other in &info.seats[i + 1..] {
            assert!(contrast(seat.fill, other.fill) >= 1.5, "{} and {} are equally light", seat.name, other.name);
            assert_ne!(seat.shape, other.shape);
        }
    }
}
