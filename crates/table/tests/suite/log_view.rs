//! The log of a match that is not in memory any more.

use menagerie_game::Viewer;
use menagerie_table::{StampedEvent, entries, new_match};

use crate::tables::{heaven_hell, shogi};

fn stamped(events: &[&str]) -> Vec<StampedEvent> {
    events.iter().map(|&text| StampedEvent { text: text.to_owned(), at: 7 }).collect()
}

#[test]
fn turns_and_versions_are_counted_from_1() {
    let info = shogi();
    let game = || new_match(&info.game, &info.start).unwrap();
    let log = stamped(&["a5a2", "!offer-draw:black", "a1b2", "b5a4"]);
    let told = |versions| {
        let entries = entries(game(), &log, Viewer::Spectator, versions).unwrap();
        entries.into_iter().map(|entry| (entry.version, entry.turn, entry.by)).collect::<Vec<_>>()
    };
    let [first, second, third] = [(1, 1, "black".to_owned()), (2, 2, "black".to_owned()), (3, 2, "white".to_owned())];
    assert_eq!(told(1..4), [first, second.clone(), third.clone()]);
    assert_eq!(told(2..4), [second, third]);
}

#[test]
fn a_secret_action_is_told_to_its_seat_only() {
    let info = heaven_hell(1, "-");
    let log = stamped(&["buy:trap", "@h4"]);
    for (viewer, text) in [(Viewer::Seat(menagerie_game::Seat(0)), "@h4"), (Viewer::Spectator, "@?")] {
        let game = new_match(&info.game, &info.start).unwrap();
        assert_eq!(entries(game, &log, viewer, 2..3).unwrap()[0].event, text);
    }
}
