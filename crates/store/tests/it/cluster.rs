//! What several nodes and workers share: jobs with leases, tables that are due, and where tables stand.

use menagerie_store::*;

use crate::fixture::*;

const LONG: i64 = 60_000;

pub(crate) async fn a_job_goes_to_one_worker(store: &Store) {
    store.ask("t:1", "node", Rank::Move, "what now?").await.unwrap();
    let job = store.take_job("one", LONG, Rank::Analysis).await.unwrap();
    let expected = Job { id: "t:1".to_owned(), asker: "node".to_owned(), question: "what now?".to_owned() };
    assert_eq!(job, Some(expected));
    assert_eq!(store.take_job("two", LONG, Rank::Analysis).await.unwrap(), None);
    // To ask again changes nothing but who waits.
    store.ask("t:1", "other node", Rank::Move, "what now?").await.unwrap();
    assert_eq!(store.take_job("two", LONG, Rank::Analysis).await.unwrap(), None);
    assert_eq!(store.answer_job("t:1", "this").await.unwrap().as_deref(), Some("other node"));
}

pub(crate) async fn a_lease_that_ran_out_is_taken_by_another(store: &Store) {
    store.ask("t:1", "node", Rank::Move, "?").await.unwrap();
    // A lease of no length: its holder is dead from the start.
    assert!(store.take_job("dead", 0, Rank::Analysis).await.unwrap().is_some());
    assert!(store.take_job("alive", LONG, Rank::Analysis).await.unwrap().is_some());
    assert!(!store.keep_job("t:1", "dead", LONG).await.unwrap(), "it is another's by now");
    assert!(store.keep_job("t:1", "alive", LONG).await.unwrap());
}

pub(crate) async fn the_first_answer_counts(store: &Store) {
    store.ask("t:1", "node", Rank::Move, "?").await.unwrap();
    assert_eq!(store.job_state("t:1").await.unwrap(), JobState::Open);
    assert_eq!(store.answer_job("t:1", "first").await.unwrap().as_deref(), Some("node"));
    assert_eq!(store.answer_job("t:1", "second").await.unwrap(), None);
    assert_eq!(store.job_state("t:1").await.unwrap(), JobState::Answered("first".to_owned()));
    assert_eq!(store.take_job("one", LONG, Rank::Analysis).await.unwrap(), None, "nothing is left to think about");
}

pub(crate) async fn who_waits_at_a_board_comes_first(store: &Store) {
    store.ask("curious", "node", Rank::Analysis, "?").await.unwrap();
    store.ask("t:1", "node", Rank::Move, "?").await.unwrap();
    let take = async |last| store.take_job("one", LONG, last).await.unwrap().map(|job| job.id);
    assert_eq!(take(Rank::Analysis).await.as_deref(), Some("t:1"));
    assert_eq!(take(Rank::Move).await, None);
    assert_eq!(take(Rank::Analysis).await.as_deref(), Some("curious"));
}

pub(crate) async fn a_dropped_job_is_in_vain(store: &Store) {
    store.ask("t:1", "node", Rank::Move, "?").await.unwrap();
    store.take_job("one", LONG, Rank::Analysis).await.unwrap();
    store.drop_job("t:1").await.unwrap();
    assert!(!store.keep_job("t:1", "one", LONG).await.unwrap());
    assert_eq!(store.answer_job("t:1", "too late").await.unwrap(), None);
    store.ask("t:2", "node", Rank::Move, "?").await.unwrap();
    assert_eq!(store.drop_jobs(Millis(i64::MAX)).await.unwrap(), 1);
}

pub(crate) async fn what_is_due_is_given_to_one(store: &Store) {
    let (due, later) = (make(store, playing()).await.id, make(store, playing()).await.id);
    let now = store.now().await.unwrap();
    store.wake_at(&due, Some(Millis(now.0 - 1))).await.unwrap();
    store.wake_at(&later, Some(Millis(now.0 + LONG))).await.unwrap();
    assert_eq!(store.take_due(LONG, 10).await.unwrap(), std::slice::from_ref(&due));
    assert_eq!(store.take_due(LONG, 10).await.unwrap(), [], "somebody looks after it already");
    store.wake_at(&due, Some(Millis(now.0 - 1))).await.unwrap();
    store.wake_at(&due, None).await.unwrap();
    assert_eq!(store.take_due(LONG, 10).await.unwrap(), [], "nobody needs to look any more");
}

pub(crate) async fn an_append_says_when_to_look_again(store: &Store) {
    let (one, two) = (make(store, playing()).await.id, make(store, playing()).await.id);
    store.append_and_wake(&one, 0, &[event("a")], Some(-LONG)).await.unwrap();
    store.append_and_wake(&two, 0, &[event("a")], Some(LONG)).await.unwrap();
    assert_eq!(store.take_due(-LONG, 10).await.unwrap(), std::slice::from_ref(&one));
    assert_eq!(store.take_due(-LONG, 10).await.unwrap(), std::slice::from_ref(&one), "whoever took it has died");
    store.append_end(&one, 1, &[event("b")], red_wins()).await.unwrap();
    assert_eq!(store.take_due(LONG, 10).await.unwrap(), [], "nothing is due when a match is over");
}

pub(crate) async fn standings_tell_what_has_changed(store: &Store) {
    let table = make(store, playing()).await;
    let standing = async || store.standings(&[table.id.clone(), fresh_id()]).await.unwrap();
    let mut before = standing().await;
    assert_eq!(before.len(), 1, "an unknown table is left out");
    let mut differs = async |why: &str| {
        let after = standing().await;
        assert_ne!(before, after, "{why}");
        before = after;
    };
    store.append(&table.id, 0, &[event("a")]).await.unwrap();
    differs("an event").await;
    let room = menagerie_wire::Room::Players;
    let said = NewSaid { circle: 1, seat: None, name: "Ann".to_owned(), room, text: "hello".to_owned() };
    let said = say(store, &table.id, said).await.unwrap();
    differs("something was said").await;
    store.remove_said(&table.id, said.id).await.unwrap();
    differs("it was removed").await;
    let step = NewAlliance { by: "red".into(), partner: "black".into(), what: "offered".into(), open: true };
    ally(store, &table.id, step).await.unwrap();
    differs("an alliance").await;
    store.update_table(&table).await.unwrap();
    differs("the table").await;
    store.want_rematch(&table.id, "red", None).await.unwrap();
    differs("a wish").await;
    store.withdraw_rematch(&table.id, "red").await.unwrap();
    differs("it was withdrawn").await;
    make(store, NewTable { rematch_of: Some(table.id.clone()), ..playing() }).await;
    differs("a rematch").await;
}
