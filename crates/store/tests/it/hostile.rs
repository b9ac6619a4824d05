//! Hostile texts and lists.

use menagerie_store::*;

use crate::fixture::*;

const HOSTILE: [&str; 8] = [
    "'; DROP TABLE tables; --",
    "\" OR 1=1 --",
    "$1 ?1 :a @b",
    "%_\\",
    "\u{202e}evil\u{feff}",
    "👩‍👩‍👧‍👦",
    "\r\n\t\u{1}",
    "{\"kind\":\"open\"}",
];

fn said(text: &str) -> NewChatMessage {
    NewChatMessage { audience: 1, seat: None, name: text.to_owned(), channel: Channel::Players, text: text.to_owned() }
}

pub(crate) async fn texts_come_back_as_they_were(store: &Store) {
    for (n, text) in (0..).zip(HOSTILE) {
        let seats = vec![person("red", text, None)];
        let table = make(store, NewTable { seats, game: text.to_owned(), start: text.to_owned(), ..playing() }).await;
        assert_eq!(store.table(&table.id).await.unwrap(), table);
        store.append(&table.id, 0, &[event(text)]).await.unwrap();
        assert_eq!(texts(store, &table.id).await, [text]);
        say(store, &table.id, said(text)).await.unwrap();
        assert_eq!(store.chat_messages(&table.id, 1).await.unwrap()[0].text, text);
        let account = store.create_account(text, text).await.unwrap();
        assert_eq!(store.account_named(text).await.unwrap(), account);
        store.open_session(account.id, TokenHash::of(text), text).await.unwrap();
        store.ban(BanSubject::Address(text.to_owned()), text, None).await.unwrap();
        assert_eq!(store.bans().await.unwrap().len(), n + 1);
    }
}

pub(crate) async fn nul_is_refused(store: &Store) {
    let table = make(store, playing()).await;
    let nul = "a\0b";
    let refusals = [
        store.append(&table.id, 0, &[event(nul)]).await.err(),
        say(store, &table.id, said(nul)).await.err(),
        store.create_account(nul, "hash").await.err(),
        store.mute(&table.id, "red", nul).await.err(),
        store.ban(BanSubject::Address(nul.to_owned()), "", None).await.err(),
        store.create_table(&NewTable { seats: vec![person("red", nul, None)], ..playing() }).await.err(),
        store.create_table(&NewTable { start: nul.to_owned(), ..playing() }).await.err(),
    ];
    for refusal in refusals {
        assert!(matches!(refusal, Some(StoreError::Nul(_))), "{refusal:?}");
    }
    assert!(matches!(store.account_named(nul).await, Err(StoreError::NotFound(_))));
}

pub(crate) async fn long_texts_are_refused(store: &Store) {
    let table = make(store, playing()).await;
    let long = "x".repeat(1_000_000);
    let refusals = [
        store.append(&table.id, 0, &[event("a1a2"), event(&long)]).await.err(),
        say(store, &table.id, said(&long)).await.err(),
        store.create_account(&long, "hash").await.err(),
        store
            .report(NewReport {
                table: table.id.clone(),
                message: None,
                reporter: "red".to_owned(),
                reporter_address: None,
                message_text: None,
                reported: "black".to_owned(),
                reason: long.clone(),
            })
            .await
            .err(),
        store.create_table(&NewTable { seats: vec![person("red", &long, None)], ..playing() }).await.err(),
        store.create_table(&NewTable { game: long.clone(), ..playing() }).await.err(),
        store.create_account(&"ä".repeat(61), "hash").await.err(),
    ];
    for refusal in refusals {
        assert!(matches!(refusal, Some(StoreError::TooLong { .. })), "{refusal:?}");
    }
    assert!(texts(store, &table.id).await.is_empty());
    assert!(matches!(store.account_named(&long).await, Err(StoreError::NotFound(_))));
    // Characters count, not bytes.
    for longest in ["ä", "🐒"] {
        store.create_account(&longest.repeat(60), "hash").await.unwrap();
    }
}

pub(crate) async fn huge_lists_are_refused(store: &Store) {
    let table = make(store, playing()).await;
    let refusals = [
        store.append(&table.id, 0, &vec![event("a1a2"); 1_001]).await.err(),
        store.create_table(&NewTable { seats: vec![open_seat("red"); 9], ..playing() }).await.err(),
    ];
    for refusal in refusals {
        assert!(matches!(refusal, Some(StoreError::TooMany { .. })), "{refusal:?}");
    }
    assert_eq!(store.append(&table.id, 0, &vec![event("a1a2"); 1_000]).await.unwrap().seq, 1_000);
    assert_eq!(texts(store, &table.id).await.len(), 1_000);
}
