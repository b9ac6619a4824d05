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
        reporter: "red".to_owned(),
        reporter_address: None,
        message_text: Some("rude words".to_owned()),
        reported: about.to_owned(),
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

pub(crate) async fn repeated_and_many_reports(store: &Store) {
    let (table, other) = (make(store, playing()).await, make(store, playing()).await);
    let complaint = |table: &Table, message, by: &str, from: Option<&str>| NewReport {
        table: table.id.clone(),
        message: Some(message),
        reporter: by.to_owned(),
        reporter_address: from.map(str::to_owned),
        reported: "Troll".to_owned(),
        message_text: None,
        reason: "insults".to_owned(),
    };
    let first = store.report(complaint(&table, 1, "red", None)).await.unwrap();
    assert_eq!(store.report(complaint(&table, 1, "red", None)).await.unwrap(), first, "a repetition is the same");
    store.settle_report(first.id).await.unwrap();
    let again = store.report(complaint(&table, 1, "red", None)).await.unwrap();
    assert_eq!((again.id, again.settled.is_some()), (first.id, true), "also once it is settled");
    for number in 0..20 {
        store.report(complaint(&table, 10 + number, "spectator", Some("192.0.2.1"))).await.unwrap();
    }
    let too_many = store.report(complaint(&table, 1, "spectator", Some("192.0.2.1"))).await;
    assert!(matches!(too_many, Err(StoreError::Quota { limit: 20, .. })), "{too_many:?}");
    let elsewhere = store.report(complaint(&table, 10, "spectator", Some("192.0.2.2"))).await.unwrap();
    assert_ne!(elsewhere.id, first.id, "two addresses are two spectators");
    for number in 0..79 {
        let from = format!("198.51.100.{number}");
        store.report(complaint(&table, 10, "spectator", Some(&from))).await.unwrap();
    }
    let too_many = store.report(complaint(&table, 2, "red", None)).await;
    assert!(matches!(too_many, Err(StoreError::Quota { limit: 100, .. })), "{too_many:?}");
    store.report(complaint(&other, 2, "red", None)).await.unwrap();
    assert!(matches!(store.report(complaint(&table, 1, "red", None)).await, Ok(report) if report.id == first.id));
}

pub(crate) async fn bans(store: &Store) {
    let troll = BanSubject::Account("Troll".to_owned());
    let address = BanSubject::Address("2001:db8::7".to_owned());
    assert!(store.bans().await.unwrap().is_empty());
    store.ban(troll.clone(), "insults", None).await.unwrap();
    let now = store.now().await.unwrap();
    store.ban(address.clone(), "flood", Some(Millis(now.0 + 3_600_000))).await.unwrap();

    let other_case = BanSubject::Account("TROLL".to_owned());
    let same = BanSubject::Account("troll".to_owned());
    let banned = async || -> Vec<_> {
        let mut bans = store.bans().await.unwrap();
        bans.sort_by_key(|ban| ban.reason.clone());
        bans.into_iter().map(|ban| (ban.subject, ban.reason)).collect()
    };
    assert_eq!(banned().await, [(address.clone(), "flood".to_owned()), (same.clone(), "insults".to_owned())]);

    store.ban(address.clone(), "flood, but over", Some(now)).await.unwrap();
    assert_eq!(banned().await, [(same, "insults".to_owned())], "a ban ends");
    store.unban(&other_case).await.unwrap();
    assert!(matches!(store.unban(&troll).await, Err(StoreError::NotFound("ban"))));
    assert!(store.bans().await.unwrap().is_empty());
}
