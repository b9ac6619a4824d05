//! Commitments: each secret is used once, before it expires.

use menagerie_store::*;

const SECRET: DiceSecret = DiceSecret([7; 32]);
const LONG: i64 = 60_000;
const MOST: usize = 16;

fn token(name: &str) -> TokenHash {
    TokenHash::of(name)
}

pub(crate) async fn used_once(store: &Store) {
    store.add_commitment(token("a"), SECRET, "here", LONG, MOST).await.unwrap();
    assert!(matches!(store.add_commitment(token("a"), SECRET, "here", LONG, MOST).await, Err(StoreError::Taken(_))));
    assert!(matches!(store.use_commitment(token("b")).await, Err(StoreError::NotFound("commitment"))));
    assert_eq!(store.use_commitment(token("a")).await.unwrap(), SECRET);
    assert!(matches!(store.use_commitment(token("a")).await, Err(StoreError::NotFound("commitment"))));
}

pub(crate) async fn used_by_one_of_two(store: &Store) {
    store.add_commitment(token("a"), SECRET, "here", LONG, MOST).await.unwrap();
    let (one, other) = tokio::join!(store.use_commitment(token("a")), store.use_commitment(token("a")));
    assert_eq!(usize::from(one.is_ok()) + usize::from(other.is_ok()), 1);
}

pub(crate) async fn gone_when_expired(store: &Store) {
    let until = store.add_commitment(token("a"), SECRET, "here", 0, MOST).await.unwrap();
    store.add_commitment(token("b"), SECRET, "here", LONG, MOST).await.unwrap();
    assert!(matches!(store.use_commitment(token("a")).await, Err(StoreError::NotFound("commitment"))));
    assert_eq!(store.drop_commitments(Millis(until.0 + 1)).await.unwrap(), 1);
    assert_eq!(store.use_commitment(token("b")).await.unwrap(), SECRET, "this one has time");
}

pub(crate) async fn few_for_each_asker(store: &Store) {
    for number in 0..16 {
        store.add_commitment(token(&format!("{number}")), SECRET, "here", LONG, MOST).await.unwrap();
    }
    assert!(matches!(
        store.add_commitment(token("x"), SECRET, "here", LONG, MOST).await,
        Err(StoreError::Quota { limit: MOST, .. })
    ));
    store.add_commitment(token("x"), SECRET, "elsewhere", LONG, MOST).await.unwrap();
    store.use_commitment(token("3")).await.unwrap();
    store.add_commitment(token("y"), SECRET, "here", LONG, MOST).await.unwrap();
}
