//! Events that are durable: what each connection is told, and how chance is drawn.

use std::sync::{Arc, Mutex};

use menagerie_table::{LiveTable, StampedEvent};
use menagerie_wire::ToClient;

use crate::tables::{connect, heaven_hell, kinds, open, play, shogi};

/// Otherwise a player who has seen one draw would know the next.
#[test]
fn each_draw_of_a_match_has_a_number_of_its_own() {
    let numbers = Arc::new(Mutex::new(Vec::new()));
    let drawn = Arc::clone(&numbers);
    let draw = move |number, _: &[u32]| {
        drawn.lock().unwrap().push(number);
        0
    };
    let mut table = LiveTable::open(heaven_hell(2, "-"), &[], Box::new(draw), 0).unwrap();
    for trap in ["buy:trap @h4", "buy:trap @g4"] {
        play(&mut table, trap, 0);
    }
    assert_eq!(*numbers.lock().unwrap(), [0, 1]);
}

#[test]
fn a_secret_action_reads_as_each_may_know_it() {
    let mut table = open(heaven_hell(1, "-"));
    let ids = [(1, &["white"][..]), (2, &["black"]), (3, &[])].map(|(id, seats)| connect(&mut table, id, seats));
    play(&mut table, "buy:trap", 0);
    let told = play(&mut table, "@h4", 0);
    let read = ids.map(|id| {
        assert_eq!(kinds(&told, id), ["event", "event"], "the trap and a draw");
        let first = told.iter().find(|it| it.to.contains(&id)).unwrap();
        let ToClient::Event { entry, .. } = &first.message else { panic!("an event is told") };
        entry.event.clone()
    });
    assert_eq!(read, ["@h4", "@?", "@?"]);
}

#[test]
fn what_another_node_appended_is_told_as_if_it_had_happened_here() {
    let log = [("a5a2", 3_000), ("a1b2", 9_000)].map(|(text, at)| StampedEvent { text: text.to_owned(), at });
    let [mut lived, mut followed] = [(), ()].map(|()| {
        let mut table = open(shogi());
        connect(&mut table, 1, &["black"]);
        connect(&mut table, 2, &["white"]);
        table
    });
    let told: Vec<_> = log.iter().flat_map(|event| play(&mut lived, &event.text, event.at)).collect();
    assert_eq!(told, followed.apply_stored(&log).unwrap());
}
