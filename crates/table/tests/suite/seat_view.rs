//! What a connection sees: the view of its seat, or the spectator's.

use menagerie_table::{ConnectionId, Subscription, TableInfo};
use menagerie_wire::ViewFormat;
use menagerie_wire::table::Stage;

use crate::tables::{connect, djambi, heaven_hell, hello, open, play, shogi, snapshot};

#[test]
fn the_seat_that_acts_gets_its_actions_and_nobody_else_does() {
    let mut table = open(shogi());
    let ids = [(1, &["black"][..]), (2, &["white"]), (3, &[])].map(|(id, seats)| connect(&mut table, id, seats));
    let acts = |table: &_| ids.map(|id| snapshot(table, id, 0).seen.actions.is_some_and(|list| !list.is_empty()));
    assert_eq!(acts(&table), [true, false, false]);
    play(&mut table, "a5a2", 0);
    assert_eq!(acts(&table), [false, true, false]);
    play(&mut table, "!resign:white", 0);
    assert_eq!(acts(&table), [false, false, false], "the match is over");
}

#[test]
fn nobody_acts_before_the_match_begins() {
    let mut table = open(TableInfo { stage: Stage::Waiting, ..shogi() });
    let black = connect(&mut table, 1, &["black"]);
    let screen = connect(&mut table, 2, &["white", "black"]);
    for id in [black, screen] {
        assert_eq!(snapshot(&table, id, 0).seen.actions, None);
    }
    assert_eq!(snapshot(&table, screen, 0).seen.viewer, "black", "the first seat of the screen in order of play");
}

#[test]
fn the_scene_of_the_seat_that_acts_has_choices_and_no_other_scene_has() {
    let mut table = open(shogi());
    let ids = [(1, &["black"][..]), (2, &["white"]), (3, &[])].map(|(id, seats)| {
        let drawing = Subscription { form: ViewFormat::Scene, ..hello(seats) };
        table.connect(ConnectionId(id), &drawing, 0).unwrap();
        ConnectionId(id)
    });
    let choices = |table: &_| ids.map(|id| !snapshot(table, id, 0).seen.scene.expect("a scene").choices.is_empty());
    assert_eq!(choices(&table), [true, false, false]);
    play(&mut table, "a5a2", 0);
    assert_eq!(choices(&table), [false, true, false]);
}

/// A screen of two seats shows the one that acts, or else the first one. It never shows a seat of other people.
#[test]
fn a_screen_of_two_seats_shows_one_of_them() {
    let mut table = open(djambi());
    let screen = connect(&mut table, 1, &["red", "blue"]);
    for (events, viewer, acts) in [("", "red", true), ("c2e2", "blue", true), ("g3e3", "red", false)] {
        play(&mut table, events, 0);
        let seen = snapshot(&table, screen, 0).seen;
        assert_eq!((&*seen.viewer, seen.actions.is_some(), seen.covered), (viewer, acts, false), "after '{events}'");
    }
}

#[test]
fn a_player_alone_at_a_screen_sees_its_own_view_while_the_other_acts() {
    let mut table = open(heaven_hell(1, "h4w"));
    let ids = [(1, &["white"][..]), (2, &["black"]), (3, &[])].map(|(id, seats)| connect(&mut table, id, seats));
    for action in ["a2a3", "a7a6"] {
        play(&mut table, action, 0);
        let seen = ids.map(|id| snapshot(&table, id, 0).seen);
        assert_eq!(seen.each_ref().map(|it| &*it.viewer), ["white", "black", "spectator"]);
        assert_eq!(seen.each_ref().map(|it| it.text.contains("h4w")), [true, false, false], "the trap of white");
        assert_eq!(seen.each_ref().map(|it| it.covered), [false; 3]);
    }
}

#[test]
fn everything_is_open_when_the_match_is_over() {
    let mut table = open(heaven_hell(1, "h4w"));
    let looker = connect(&mut table, 1, &[]);
    play(&mut table, "!resign:white", 0);
    assert!(snapshot(&table, looker, 0).seen.text.contains("h4w"));
}
