//! Accounts, sessions, API tokens.

use std::slice::from_ref;

use menagerie_store::*;

pub(crate) async fn names_are_unique_in_any_case(store: &Store) {
    let zoe = store.create_account("Zoë", "hash").await.unwrap();
    for name in ["Zoë", "zoë", "ZOË"] {
        assert!(matches!(store.create_account(name, "other").await, Err(StoreError::Taken("name"))), "{name}");
        assert_eq!(store.account_named(name).await.unwrap(), zoe);
    }
    assert_eq!(store.account(zoe.id).await.unwrap(), zoe);
    assert_eq!(zoe.name, "Zoë", "as it was first written");
    assert_ne!(store.create_account("Zoe", "hash").await.unwrap().id, zoe.id);
    assert!(matches!(store.account_named("Nobody").await, Err(StoreError::NotFound("account"))));
    assert!(matches!(store.account(AccountId(99)).await, Err(StoreError::NotFound("account"))));
}

pub(crate) async fn passwords(store: &Store) {
    let ann = store.create_account("Ann", "$argon2id$v=19$first").await.unwrap();
    store.set_password(ann.id, "$argon2id$v=19$second").await.unwrap();
    let credentials = store.credentials("ann").await.unwrap();
    assert_eq!((credentials.account, credentials.password_hash.as_str()), (ann, "$argon2id$v=19$second"));
    assert!(matches!(store.credentials("nobody").await, Err(StoreError::NotFound("account"))));
    assert!(matches!(store.set_password(AccountId(99), "hash").await, Err(StoreError::NotFound("account"))));
}

pub(crate) async fn bots(store: &Store) {
    let robot = store.create_account("Robot", "hash").await.unwrap();
    assert!(!robot.bot);
    store.make_bot(robot.id).await.unwrap();
    assert!(store.account(robot.id).await.unwrap().bot);
}

pub(crate) async fn sessions_can_be_revoked(store: &Store) {
    let ann = store.create_account("Ann", "hash").await.unwrap();
    let ben = store.create_account("Ben", "hash").await.unwrap();
    let token = |n: u32| TokenHash::of(&format!("session {n}"));
    let mut sessions = Vec::new();
    for n in 0..3 {
        sessions.push(store.open_session(ann.id, token(n), "Firefox").await.unwrap());
    }
    assert_eq!(store.session(&token(0)).await.unwrap().as_ref(), Some(&sessions[0]));
    assert_eq!(store.session(&token(7)).await.unwrap(), None);
    let listed = store.sessions(ann.id).await.unwrap();
    assert_eq!(listed.iter().map(|session| session.id).collect::<Vec<_>>(), [3, 2, 1]);

    assert!(matches!(store.revoke_session(ben.id, sessions[0].id).await, Err(StoreError::NotFound("session"))));
    store.revoke_session(ann.id, sessions[0].id).await.unwrap();
    assert_eq!(store.session(&token(0)).await.unwrap(), None);
    assert!(store.session(&token(1)).await.unwrap().is_some());

    assert_eq!(store.revoke_other_sessions(ann.id, sessions[2].id).await.unwrap(), 1);
    assert_eq!(store.session(&token(1)).await.unwrap(), None);
    assert!(store.session(&token(2)).await.unwrap().is_some());
    assert!(matches!(store.open_session(ben.id, token(2), "").await, Err(StoreError::Taken("token"))));
    assert!(matches!(store.open_session(AccountId(99), token(5), "").await, Err(StoreError::NotFound("account"))));
}

pub(crate) async fn a_new_password_ends_sessions(store: &Store) {
    let ann = store.create_account("Ann", "hash").await.unwrap();
    store.open_session(ann.id, TokenHash::of("stolen"), "").await.unwrap();
    store.set_password(ann.id, "new hash").await.unwrap();
    assert_eq!(store.session(&TokenHash::of("stolen")).await.unwrap(), None);
}

pub(crate) async fn unused_sessions_are_dropped(store: &Store) {
    let ann = store.create_account("Ann", "hash").await.unwrap();
    let session = store.open_session(ann.id, TokenHash::of("old"), "").await.unwrap();
    assert_eq!(store.drop_sessions(session.used).await.unwrap(), 0);
    assert_eq!(store.drop_sessions(Millis(session.used.0 + 1)).await.unwrap(), 1);
    assert_eq!(store.session(&TokenHash::of("old")).await.unwrap(), None);
}

pub(crate) async fn an_account_has_so_many_api_tokens(store: &Store) {
    let ann = store.create_account("Ann", "hash").await.unwrap();
    let ben = store.create_account("Ben", "hash").await.unwrap();
    let make = async |owner: &Account, number: u32| {
        store.create_api_token(owner.id, TokenHash::of(&format!("{} {number}", owner.name)), "", &[]).await
    };
    for number in 0..50 {
        make(&ann, number).await.unwrap();
    }
    let too_many = make(&ann, 50).await;
    assert!(matches!(too_many, Err(StoreError::Quota { limit: 50, .. })), "{too_many:?}");
    make(&ben, 0).await.unwrap();
    let newest = store.api_tokens(ann.id).await.unwrap()[0].id;
    store.revoke_api_token(ann.id, newest).await.unwrap();
    make(&ann, 50).await.unwrap();
}

pub(crate) async fn api_tokens(store: &Store) {
    let ann = store.create_account("Ann", "hash").await.unwrap();
    let ben = store.create_account("Ben", "hash").await.unwrap();
    let scopes = ["board:play".to_owned(), "challenge:write".to_owned()];
    let token = store.create_api_token(ann.id, TokenHash::of("secret"), "my bot", &scopes).await.unwrap();
    assert_eq!(token.scopes, scopes);
    assert_eq!(store.api_token(&TokenHash::of("secret")).await.unwrap(), Some(token.clone()));
    assert_eq!(store.api_tokens(ann.id).await.unwrap(), from_ref(&token));
    assert!(store.api_tokens(ben.id).await.unwrap().is_empty());

    assert!(matches!(store.revoke_api_token(ben.id, token.id).await, Err(StoreError::NotFound("token"))));
    store.revoke_api_token(ann.id, token.id).await.unwrap();
    assert_eq!(store.api_token(&TokenHash::of("secret")).await.unwrap(), None);
}

pub(crate) async fn places_of_sign_ins_are_known(store: &Store) {
    let (ann, bob) = (store.create_account("Ann", "h").await.unwrap(), store.create_account("Bob", "h").await.unwrap());
    let place = |number: u32| TokenHash::of(&number.to_string());
    for number in 0..20 {
        store.record_sign_in(ann.id, place(number)).await.unwrap();
    }
    store.record_sign_in(ann.id, place(0)).await.unwrap();
    assert!(store.is_known_sign_in(ann.id, place(0)).await.unwrap());
    assert!(!store.is_known_sign_in(bob.id, place(0)).await.unwrap());
    store.record_sign_in(ann.id, place(99)).await.unwrap();
    assert!(store.is_known_sign_in(ann.id, place(99)).await.unwrap());
    assert_eq!(store.drop_known_sign_ins(Millis(i64::MAX)).await.unwrap(), 20, "the newest are kept");
}
