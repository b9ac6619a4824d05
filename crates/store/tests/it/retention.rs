//! Retention of tables where nobody plays (`docs/host/server.md`, "How long tables are kept").

use std::slice::from_ref;

use menagerie_store::*;

use crate::fixture::*;

/// A time after everything that has happened so far.
async fn later(store: &Store) -> Millis {
    Millis(store.now().await.unwrap().0 + 60_000)
}

pub(crate) async fn abandoned_matches_are_closed_and_then_deleted(store: &Store) {
    let table = make(store, playing()).await;
    store.append_with_deadline(&table.id, 0, &[event("a")], Some(-1)).await.unwrap();
    assert!(store.close_abandoned(table.updated).await.unwrap().is_empty(), "it began lately");
    assert_eq!(store.close_abandoned(later(store).await).await.unwrap(), from_ref(&table.id));
    let closed = store.table(&table.id).await.unwrap();
    assert_eq!((closed.stage, closed.revision), (Stage::Closed, table.revision + 1));
    assert_eq!(store.take_due(1, 10).await.unwrap(), [], "nothing is due there any more");
    assert_eq!(texts(store, &table.id).await, ["a"], "what was played can still be read");
    assert_eq!(store.delete_closed(closed.updated).await.unwrap(), 0, "it was closed lately");
    let room = Channel::Players;
    let said =
        NewChatMessage { audience: 1, seat: None, name: "Ann".to_owned(), channel: room, text: "hello".to_owned() };
    say(store, &table.id, said).await.unwrap();
    assert_eq!(store.delete_closed(later(store).await).await.unwrap(), 1);
    assert!(matches!(store.table(&table.id).await, Err(StoreError::NotFound("table"))));
    assert!(texts(store, &table.id).await.is_empty());
}

/// Until its first action no clock runs that could end such a match.
pub(crate) async fn a_match_without_a_first_action_is_closed(store: &Store) {
    let settings = Settings { clock: blitz(), first_action: FirstAction::Free, ..Settings::default() };
    let table = make(store, NewTable { settings, ..playing() }).await;
    assert_eq!(store.close_abandoned(later(store).await).await.unwrap(), [table.id]);
}

pub(crate) async fn what_people_want_to_keep_is_kept(store: &Store) {
    let ann = store.create_account("Ann", "hash").await.unwrap();
    let of_ann = NewTable { seats: vec![person("red", "Ann", Some(ann.id)), open_seat("black")], ..playing() };
    let rated = NewTable { settings: Settings { rated: true, ..Settings::default() }, ..playing() };
    let clocked = NewTable { settings: Settings { clock: blitz(), ..Settings::default() }, ..playing() };
    for new in [of_ann.clone(), rated, clocked] {
        make(store, new).await;
    }
    assert!(store.close_abandoned(later(store).await).await.unwrap().is_empty());
    let over = make(store, playing()).await;
    store.append_end(&over.id, 0, &[event("a")], red_wins()).await.unwrap();
    // An operator closed it after its end: its result stays.
    let over = store.table(&over.id).await.unwrap();
    store.update_table(&Table { stage: Stage::Closed, ..over.clone() }).await.unwrap();
    make(store, NewTable { id: fresh_id(), stage: Stage::Closed, ..of_ann }).await;
    let first = make(store, NewTable { stage: Stage::Closed, ..playing() }).await;
    make(store, NewTable { stage: Stage::Closed, rematch_of: Some(first.id.clone()), ..playing() }).await;
    assert_eq!(store.delete_closed(later(store).await).await.unwrap(), 0);
}
