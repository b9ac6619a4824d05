//! Appends to the event log.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use menagerie_store::*;

use crate::fixture::*;

pub(crate) async fn numbers_events_from_one(store: &Store) {
    let table = make(store, playing()).await;
    for seq in 1..=3 {
        let appended = store.append(&table.id, seq - 1, &[event("a1a2")]).await.unwrap();
        assert_eq!(appended.seq, seq);
        assert!(appended.at >= table.created);
    }
    let numbers: Vec<_> = store.events(&table.id, 1).await.unwrap().iter().map(|event| event.seq).collect();
    assert_eq!(numbers, [1, 2, 3]);
}

pub(crate) async fn keeps_several_events_together(store: &Store) {
    let table = make(store, playing()).await;
    let dice = NewEvent { text: "draw:7".to_owned(), by: "chance".to_owned() };
    let appended = store.append(&table.id, 0, &[event("a1a2"), dice.clone(), dice]).await.unwrap();
    assert_eq!(appended.seq, 3);
    let events = store.events(&table.id, 1).await.unwrap();
    let told: Vec<_> = events.iter().map(|event| (event.text.as_str(), event.by.as_str(), event.at)).collect();
    let at = appended.at;
    assert_eq!(told, [("a1a2", "red", at), ("draw:7", "chance", at), ("draw:7", "chance", at)]);
}

pub(crate) async fn refuses_a_stale_writer(store: &Store) {
    let table = make(store, playing()).await;
    store.append(&table.id, 0, &[event("a1a2")]).await.unwrap();
    let refused = store.append(&table.id, 0, &[event("b1b2"), event("b2b3")]).await;
    assert!(matches!(refused, Err(StoreError::Conflict)), "{refused:?}");
    assert_eq!(texts(store, &table.id).await, ["a1a2"]);
}

pub(crate) async fn refuses_a_gap(store: &Store) {
    let table = make(store, playing()).await;
    let refused = store.append(&table.id, 1, &[event("a1a2")]).await;
    assert!(matches!(refused, Err(StoreError::Conflict)), "{refused:?}");
    assert!(texts(store, &table.id).await.is_empty());
}

pub(crate) async fn refuses_an_unknown_table(store: &Store) {
    let refused = store.append(&fresh_id(), 0, &[event("a1a2")]).await;
    assert!(matches!(refused, Err(StoreError::NotFound("table"))), "{refused:?}");
}

pub(crate) async fn one_of_two_writers_wins(store: &Store) {
    let table = make(store, playing()).await;
    for seq in 0..20 {
        let (red, black) = ([event("red's")], [event("black's")]);
        let (red, black) = tokio::join!(store.append(&table.id, seq, &red), store.append(&table.id, seq, &black));
        let (won, lost) = if red.is_ok() { (red, black) } else { (black, red) };
        assert_eq!(won.unwrap().seq, seq + 1);
        assert!(matches!(lost, Err(StoreError::Conflict)), "{lost:?}");
    }
    assert_eq!(texts(store, &table.id).await.len(), 20);
}

pub(crate) async fn many_writers_keep_their_order(store: &Store) {
    const WRITERS: usize = 40;
    const EVENTS: u32 = 15;
    let mut writers = Vec::new();
    for _ in 0..WRITERS {
        let (id, store) = (make(store, playing()).await.id, store.clone());
        writers.push(tokio::spawn(async move {
            for seq in 0..EVENTS {
                let appended = store.append(&id, seq, &[event(&format!("{id} {seq}"))]).await.unwrap();
                assert_eq!(appended.seq, seq + 1);
                // An acknowledged event is readable on every connection.
                assert_eq!(store.events(&id, seq + 1).await.unwrap().len(), 1);
            }
            id
        }));
    }
    for writer in writers {
        let id = writer.await.unwrap();
        let expected: Vec<_> = (0..EVENTS).map(|seq| format!("{id} {seq}")).collect();
        assert_eq!(texts(store, &id).await, expected);
    }
}

pub(crate) async fn appends_without_a_pause_let_others_write(store: &Store) {
    let done = Arc::new(AtomicBool::new(false));
    let mut writers = Vec::new();
    for _ in 0..4 {
        let (id, store, done) = (make(store, playing()).await.id, store.clone(), Arc::clone(&done));
        writers.push(tokio::spawn(async move {
            let mut seq = 0;
            while !done.load(Ordering::Relaxed) {
                seq = store.append(&id, seq, &[event("a1a2")]).await.unwrap().seq;
            }
        }));
    }
    for _ in 0..10 {
        make(store, playing()).await;
    }
    done.store(true, Ordering::Relaxed);
    for writer in writers {
        writer.await.unwrap();
    }
}

pub(crate) async fn ends_a_match(store: &Store) {
    let table = make(store, playing()).await;
    // An append that conflicts stores no result either.
    assert!(store.append_end(&table.id, 4, &[event("d8d9")], red_wins()).await.is_err());
    assert_eq!(store.table(&table.id).await.unwrap(), table);

    store.append_end(&table.id, 0, &[event("d8d9")], red_wins()).await.unwrap();
    let ended = store.table(&table.id).await.unwrap();
    assert_eq!((ended.stage, ended.result, ended.revision), (Stage::Over, Some(red_wins()), table.revision + 1));
}

pub(crate) async fn times_never_run_backwards(store: &Store) {
    let table = make(store, playing()).await;
    let mut last = table.created;
    for seq in 0..20 {
        let appended = store.append(&table.id, seq, &[event("a1a2")]).await.unwrap();
        assert!(appended.at >= last);
        last = appended.at;
    }
    assert!(store.now().await.unwrap() >= last);
}

pub(crate) async fn reads_from_a_number_on(store: &Store) {
    let table = make(store, playing()).await;
    let events: Vec<_> = (1..=5).map(|n| event(&n.to_string())).collect();
    store.append(&table.id, 0, &events).await.unwrap();
    let from = async |seq| store.events(&table.id, seq).await.unwrap().into_iter().map(|e| e.text).collect::<Vec<_>>();
    assert_eq!(from(4).await, ["4", "5"]);
    assert_eq!(from(0).await.len(), 5);
    assert!(from(6).await.is_empty());
    assert!(from(u32::MAX).await.is_empty());
}

pub(crate) async fn a_caller_who_goes_away_blocks_nobody(store: &Store) {
    let table = make(store, playing()).await;
    for micros in 0..60 {
        let gone = fresh_id();
        let impatient = async {
            let _ = store.create_table(&NewTable { id: gone.clone(), ..playing() }).await;
            let _ = store.append(&gone, 0, &[event("a1a2")]).await;
        };
        let _ = tokio::time::timeout(Duration::from_micros(micros * 20), impatient).await;
    }
    store.append(&table.id, 0, &[event("a1a2")]).await.unwrap();
    make(store, playing()).await;
}
