//! Words between people.

use menagerie_store::*;
use menagerie_wire::Room;

use crate::fixture::*;

fn words(text: &str, room: Room) -> NewSaid {
    NewSaid { circle: 1, seat: Some("red".to_owned()), name: "Ann".to_owned(), room, text: text.to_owned() }
}

pub(crate) async fn numbers_what_is_said(store: &Store) {
    let (table, other) = (make(store, playing()).await, make(store, playing()).await);
    store.say(&other.id, words("elsewhere", Room::Players)).await.unwrap();
    let mut said = Vec::new();
    for text in ["hello", "good game", "bye"] {
        said.push(store.say(&table.id, words(text, Room::Players)).await.unwrap());
    }
    let numbers: Vec<u32> = said.iter().map(|said| said.id).collect();
    assert!(numbers.is_sorted_by(|one, other| one < other), "{numbers:?}");
    assert!(said[0].at >= table.created);
    assert_eq!(store.talk(&table.id, 100).await.unwrap(), said);
    assert_eq!(store.talk(&table.id, 2).await.unwrap(), said[1..], "the newest, in order");
}

/// Whoever hears one circle's words sees by their numbers nothing of what the others say.
pub(crate) async fn numbers_each_circle_apart(store: &Store) {
    let (quiet, busy) = (make(store, playing()).await, make(store, playing()).await);
    let in_circle = |circle| NewSaid { circle, ..words("hm", Room::Players) };
    let mut numbers = (Vec::new(), Vec::new());
    let mut all = std::collections::BTreeSet::new();
    for _ in 0..3 {
        numbers.0.push(store.say(&quiet.id, in_circle(1)).await.unwrap().id);
        for circle in 2..=CIRCLES {
            all.insert(store.say(&busy.id, in_circle(circle)).await.unwrap().id);
        }
        numbers.1.push(store.say(&busy.id, in_circle(1)).await.unwrap().id);
    }
    assert_eq!(numbers.0, numbers.1);
    let recalled = store.talk(&busy.id, 2).await.unwrap();
    assert_eq!(recalled.len(), 2 * usize::from(CIRCLES), "nobody's words make others be forgotten");
    all.extend(numbers.1);
    assert_eq!(all.len(), 3 * usize::from(CIRCLES), "no number is used twice");
}

pub(crate) async fn keeps_rooms(store: &Store) {
    let table = make(store, playing()).await;
    let rooms = [Room::Players, Room::Spectators, Room::Seat { seat: "black".to_owned() }];
    for room in rooms.clone() {
        store.say(&table.id, words("psst", room)).await.unwrap();
    }
    let spectator = NewSaid { seat: None, ..words("oh", Room::Spectators) };
    store.say(&table.id, spectator).await.unwrap();
    let talk = store.talk(&table.id, 100).await.unwrap();
    assert_eq!(talk.iter().take(3).map(|said| said.room.clone()).collect::<Vec<_>>(), rooms);
    assert_eq!(talk[3].seat, None);
}

pub(crate) async fn removes_words(store: &Store) {
    let table = make(store, playing()).await;
    let rude = store.say(&table.id, words("rude", Room::Players)).await.unwrap();
    store.remove_said(&table.id, rude.id).await.unwrap();
    assert_eq!(store.talk(&table.id, 100).await.unwrap(), []);
    assert!(matches!(store.remove_said(&table.id, 7).await, Err(StoreError::NotFound("message"))));
    let sorry = store.say(&table.id, words("sorry", Room::Players)).await.unwrap();
    assert!(sorry.id > rude.id, "numbers are not used again");
    assert_eq!(store.talk(&table.id, 100).await.unwrap(), [sorry]);
}

pub(crate) async fn keeps_alliances(store: &Store) {
    let table = make(store, playing()).await;
    let step = |what: &str, open| NewAlliance {
        by: "red".to_owned(),
        partner: "blue".to_owned(),
        what: what.to_owned(),
        open,
    };
    let steps = [step("offered", false), step("made", true), step("broken", false)];
    for step in steps.clone() {
        store.ally(&table.id, step).await.unwrap();
    }
    let log = store.alliances(&table.id).await.unwrap();
    assert_eq!(log.iter().map(|entry| entry.step.clone()).collect::<Vec<_>>(), steps);
    assert_eq!(log.iter().map(|entry| entry.id).collect::<Vec<_>>(), [1, 2, 3]);
}

pub(crate) async fn unknown_table(store: &Store) {
    let said = store.say(&fresh_id(), words("anybody?", Room::Players)).await;
    assert!(matches!(said, Err(StoreError::NotFound("table"))), "{said:?}");
    assert!(store.talk(&fresh_id(), 10).await.unwrap().is_empty());
}
