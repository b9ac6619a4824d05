//! Words between people.

use menagerie_store::*;
use menagerie_wire::Room;

use crate::fixture::*;

fn words(text: &str, room: Room) -> NewSaid {
    NewSaid { circle: 1, seat: Some("red".to_owned()), name: "Ann".to_owned(), room, text: text.to_owned() }
}

pub(crate) async fn numbers_what_is_said(store: &Store) {
    let (table, other) = (make(store, playing()).await, make(store, playing()).await);
    say(store, &other.id, words("elsewhere", Room::Players)).await.unwrap();
    let mut said = Vec::new();
    for text in ["hello", "good game", "bye"] {
        said.push(say(store, &table.id, words(text, Room::Players)).await.unwrap());
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
        numbers.0.push(say(store, &quiet.id, in_circle(1)).await.unwrap().id);
        for circle in 2..=CIRCLES {
            all.insert(say(store, &busy.id, in_circle(circle)).await.unwrap().id);
        }
        numbers.1.push(say(store, &busy.id, in_circle(1)).await.unwrap().id);
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
        say(store, &table.id, words("psst", room)).await.unwrap();
    }
    let spectator = NewSaid { seat: None, ..words("oh", Room::Spectators) };
    say(store, &table.id, spectator).await.unwrap();
    let talk = store.talk(&table.id, 100).await.unwrap();
    assert_eq!(talk.iter().take(3).map(|said| said.room.clone()).collect::<Vec<_>>(), rooms);
    assert_eq!(talk[3].seat, None);
}

pub(crate) async fn removes_words(store: &Store) {
    let table = make(store, playing()).await;
    let rude = say(store, &table.id, words("rude", Room::Players)).await.unwrap();
    store.remove_said(&table.id, rude.id).await.unwrap();
    assert_eq!(store.talk(&table.id, 100).await.unwrap(), []);
    assert!(matches!(store.remove_said(&table.id, 7).await, Err(StoreError::NotFound("message"))));
    let sorry = say(store, &table.id, words("sorry", Room::Players)).await.unwrap();
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
        ally(store, &table.id, step).await.unwrap();
    }
    let log = store.alliances(&table.id).await.unwrap();
    assert_eq!(log.iter().map(|entry| entry.step.clone()).collect::<Vec<_>>(), steps);
    assert_eq!(log.iter().map(|entry| entry.id).collect::<Vec<_>>(), [1, 2, 3]);
}

pub(crate) async fn unknown_table(store: &Store) {
    let said = say(store, &fresh_id(), words("anybody?", Room::Players)).await;
    assert!(matches!(said, Err(StoreError::NotFound("table"))), "{said:?}");
    assert!(store.talk(&fresh_id(), 10).await.unwrap().is_empty());
}

const PACE: Pace = Pace { most: 3, millis: 60_000 };

fn paced() -> Terms {
    Terms { once: None, pace: Some(PACE) }
}

/// `docs/server.md`, limits: words and steps of alliances count together, and what an operator removed was said all the same.
pub(crate) async fn a_seat_says_and_agrees_on_so_much_in_so_long(store: &Store) {
    let (table, other) = (make(store, playing()).await.id, make(store, playing()).await.id);
    let hello = || words("hello", Room::Players);
    let step = || NewAlliance { by: "red".into(), partner: "black".into(), what: "offered".into(), open: true };
    let Once::Now(first) = store.say(&table, hello(), paced()).await.unwrap() else {
        panic!("nothing was said before")
    };
    store.say(&table, words("psst", Room::Seat { seat: "black".into() }), paced()).await.unwrap();
    store.ally(&table, step(), paced()).await.unwrap();
    store.remove_said(&table, first.id).await.unwrap();
    assert!(matches!(store.say(&table, hello(), paced()).await, Err(StoreError::TooFast)));
    assert!(matches!(store.ally(&table, step(), paced()).await, Err(StoreError::TooFast)));
    store.say(&other, hello(), paced()).await.expect("another table");
    store.say(&table, NewSaid { seat: Some("black".into()), ..hello() }, paced()).await.expect("another seat");
    let longer_ago = Terms { once: None, pace: Some(Pace { millis: 0, ..PACE }) };
    store.say(&table, hello(), longer_ago).await.expect("what was said before does not count");
}

/// Two nodes ask at the same time: the lock of the table lets one after the other count.
pub(crate) async fn of_many_words_at_once_so_many_are_kept(store: &Store) {
    let table = make(store, playing()).await.id;
    let say = || store.say(&table, words("hello", Room::Players), paced());
    let said = tokio::join!(say(), say(), say(), say(), say(), say());
    let said = [said.0, said.1, said.2, said.3, said.4, said.5];
    assert_eq!(said.iter().filter(|it| it.is_ok()).count(), PACE.most);
    assert_eq!(store.talk(&table, 10).await.unwrap().len(), PACE.most);
}
