//! Challenges: every node sees them.

use menagerie_store::*;

use crate::fixture::*;

pub(crate) async fn challenges_wait_until_they_are_answered(store: &Store) {
    let ann = store.create_account("Ann", "hash").await.unwrap().id;
    let bob = store.create_account("Bob", "hash").await.unwrap().id;
    let table = make(store, waiting()).await.id;
    let challenge = Challenge { table: table.clone(), from: ann, to: bob, body: "{}".to_owned() };
    store.add_challenge(&challenge).await.unwrap();
    assert!(matches!(store.add_challenge(&challenge).await, Err(StoreError::Taken(_))));
    assert_eq!(store.challenges_to(bob).await.unwrap(), std::slice::from_ref(&challenge));
    assert_eq!(store.challenges_to(ann).await.unwrap(), []);
    assert_eq!(store.challenges_from(ann).await.unwrap(), std::slice::from_ref(&challenge));
    assert_eq!(store.challenges_from(bob).await.unwrap(), []);
    assert_eq!(store.challenge_of_table(&table).await.unwrap(), Some(challenge));
    assert!(store.answer_challenge(&table).await.unwrap());
    assert!(!store.answer_challenge(&table).await.unwrap(), "it is answered once");
    assert_eq!(store.drop_challenges(Millis(i64::MAX)).await.unwrap(), 0);
}
