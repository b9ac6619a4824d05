//! Seeks meet through the store, whichever node they were made at.

use menagerie_store::*;

use crate::fixture::*;

const LONG: Option<i64> = Some(60_000);
/// A lease of no length has expired from the start.
const DEAD: Option<i64> = Some(0);

fn lease(node: &str, millis: Option<i64>) -> SeekLease {
    SeekLease { node: node.to_owned(), millis }
}

fn seek(account: AccountId, place: Option<u8>) -> Seek {
    Seek { account, terms: TokenHash::of("jungle in five minutes"), place }
}

async fn account(store: &Store, name: &str) -> AccountId {
    store.create_account(name, "hash").await.unwrap().id
}

/// Adds a seek at a table of its own.
async fn waits(store: &Store, seek: &Seek, lease: &SeekLease) -> TableId {
    let table = make(store, waiting()).await.id;
    assert_eq!(store.add_seek(&table, seek, lease).await.unwrap(), None);
    table
}

pub(crate) async fn a_seek_is_found_by_whom_it_fits(store: &Store) {
    let (ann, bob) = (account(store, "Ann").await, account(store, "Bob").await);
    let table = waits(store, &seek(ann, Some(0)), &lease("one", LONG)).await;
    assert_eq!(store.find_seek(&seek(bob, None)).await.unwrap().as_ref(), Some(&table));
    assert_eq!(store.find_seek(&seek(bob, Some(1))).await.unwrap().as_ref(), Some(&table));
    assert_eq!(store.find_seek(&seek(bob, Some(0))).await.unwrap(), None, "that place is Ann's");
    assert_eq!(store.find_seek(&seek(ann, None)).await.unwrap(), None, "nobody plays against oneself");
    let other = Seek { terms: TokenHash::of("jungle in an hour"), ..seek(bob, None) };
    assert_eq!(store.find_seek(&other).await.unwrap(), None);
    // A waiting seek without a wanted seat has one already: a newcomer cannot choose.
    store.delete_invitations(&table).await.unwrap();
    let table = waits(store, &seek(ann, None), &lease("one", LONG)).await;
    assert_eq!(store.find_seek(&seek(bob, Some(1))).await.unwrap(), None);
    assert_eq!(store.find_seek(&seek(bob, None)).await.unwrap(), Some(table));
}

pub(crate) async fn a_seek_whose_lease_ran_out_is_over(store: &Store) {
    let (ann, bob) = (account(store, "Ann").await, account(store, "Bob").await);
    let dead = waits(store, &seek(ann, None), &lease("dead", DEAD)).await;
    assert_eq!(store.find_seek(&seek(bob, None)).await.unwrap(), None);
    assert_eq!(store.expired_seeks(10).await.unwrap(), std::slice::from_ref(&dead));
    assert_eq!(store.renew_seeks("dead", 60_000).await.unwrap(), [], "it does not come back to life");
    let alive = waits(store, &seek(ann, None), &lease("alive", LONG)).await;
    assert_eq!(store.renew_seeks("alive", 60_000).await.unwrap(), std::slice::from_ref(&alive));
    store.delete_invitations(&dead).await.unwrap();
    assert_eq!(store.expired_seeks(10).await.unwrap(), []);
    store.expire_seeks("alive").await.unwrap();
    assert_eq!(store.find_seek(&seek(bob, None)).await.unwrap(), None, "its node has said goodbye");
    assert_eq!(store.expired_seeks(10).await.unwrap(), [alive]);
}

pub(crate) async fn a_table_that_begins_is_sought_no_more(store: &Store) {
    let (ann, bob) = (account(store, "Ann").await, account(store, "Bob").await);
    let table = make(store, waiting()).await;
    store.add_seek(&table.id, &seek(ann, None), &lease("one", LONG)).await.unwrap();
    store.update_table(&Table { stage: Stage::Playing, ..table }).await.unwrap();
    assert_eq!(store.find_seek(&seek(bob, None)).await.unwrap(), None);
    assert_eq!(store.renew_seeks("one", 60_000).await.unwrap(), [], "its node learns it from the answer");
}

pub(crate) async fn of_two_seeks_at_once_one_finds_the_other(store: &Store) {
    let (ann, bob) = (account(store, "Ann").await, account(store, "Bob").await);
    for _ in 0..10 {
        let (hers, his) = (make(store, waiting()).await.id, make(store, waiting()).await.id);
        let (one, two) = (lease("one", LONG), lease("two", LONG));
        let (she, he) = (seek(ann, None), seek(bob, None));
        let (she, he) = tokio::join!(store.add_seek(&hers, &she, &one), store.add_seek(&his, &he, &two));
        let found = [she.unwrap(), he.unwrap()];
        assert!(found == [None, Some(hers.clone())] || found == [Some(his.clone()), None], "{found:?}");
        store.delete_invitations(&hers).await.unwrap();
        store.delete_invitations(&his).await.unwrap();
    }
}

pub(crate) async fn a_seek_without_a_lease_waits_with_its_table(store: &Store) {
    let (ann, bob) = (account(store, "Ann").await, account(store, "Bob").await);
    let table = waits(store, &seek(ann, None), &lease("one", None)).await;
    store.expire_seeks("one").await.unwrap();
    assert_eq!(store.expired_seeks(10).await.unwrap(), []);
    assert_eq!(store.find_seek(&seek(bob, None)).await.unwrap(), Some(table));
    assert_eq!(store.drop_seeks(Millis(i64::MAX)).await.unwrap(), 1);
    assert_eq!(store.find_seek(&seek(bob, None)).await.unwrap(), None);
}
