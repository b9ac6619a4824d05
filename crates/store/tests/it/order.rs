//! Mutes, reports and bans.

use std::slice::from_ref;

use menagerie_store::*;

use crate::fixture::*;

pub(crate) async fn mutes(store: &Store) {
    let table = make(store, playing()).await;
    store.mute(&table.id, "red", "Troll").await.unwrap();
    store.mute(&table.id, "red", "Troll").await.unwrap();
    store.mute(&table.id, "black", "red").await.unwrap();
    let pair = |listener: &str, speaker: &str| (listener.to_owned(), speaker.to_owned());
    assert_eq!(store.mutes(&table.id).await.unwrap(), [pair("black", "red"), pair("red", "Troll")]);
    store.unmute(&table.id, "red", "Troll").await.unwrap();
    assert_eq!(store.mutes(&table.id).await.unwrap(), [pair("black", "red")]);
    assert!(matches!(store.mute(&fresh_id(), "red", "Troll").await, Err(StoreError::NotFound("table"))));
}

pub(crate) async fn reports(store: &Store) {
    let table = make(store, playing()).await;
    let about = |about: &str, message| NewReport {
        table: table.id.clone(),
        message,
        by: "red".to_owned(),
        about: about.to_owned(),
        reason: "insults".to_owned(),
    };
    let first = store.report(about("Troll", Some(3))).await.unwrap();
    let second = store.report(about("black", None)).await.unwrap();
    assert_eq!(store.open_reports(10).await.unwrap(), [first.clone(), second.clone()]);
    assert_eq!(store.open_reports(1).await.unwrap(), from_ref(&first), "the oldest first");
    store.settle_report(first.id).await.unwrap();
    assert!(matches!(store.settle_report(first.id).await, Err(StoreError::NotFound(_))));
    assert_eq!(store.open_reports(10).await.unwrap(), [second]);
}

pub(crate) async fn bans(store: &Store) {
    let troll = Subject::Account("Troll".to_owned());
    let address = Subject::Address("2001:db8::7".to_owned());
    assert_eq!(store.banned(&troll).await.unwrap(), None);
    store.ban(troll.clone(), "insults", None).await.unwrap();
    let now = store.now().await.unwrap();
    store.ban(address.clone(), "flood", Some(Millis(now.0 + 3_600_000))).await.unwrap();

    let other_case = Subject::Account("TROLL".to_owned());
    assert_eq!(store.banned(&other_case).await.unwrap().unwrap().reason, "insults");
    assert_eq!(store.banned(&Subject::Address("troll".to_owned())).await.unwrap(), None, "a name is no address");
    assert_eq!(store.bans().await.unwrap().len(), 2);

    store.ban(address.clone(), "flood, but over", Some(now)).await.unwrap();
    assert_eq!(store.banned(&address).await.unwrap(), None, "a ban ends");
    store.unban(&other_case).await.unwrap();
    assert_eq!(store.banned(&troll).await.unwrap(), None);
    assert!(matches!(store.unban(&troll).await, Err(StoreError::NotFound("ban"))));
    assert!(store.bans().await.unwrap().is_empty());
}
