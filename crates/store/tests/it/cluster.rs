//! What several nodes and workers share: jobs with leases, tables that are due, and where tables stand.

use std::sync::LazyLock;

use menagerie_store::*;

use crate::fixture::*;

const LONG: i64 = 60_000;

/// A job that is charged to nobody in particular.
fn new_job<'a>(id: &'a str, asker: &'a str, rank: Rank, question: &'a str) -> NewJob<'a> {
    static NOBODY: LazyLock<Payers> = LazyLock::new(Payers::default);
    NewJob { id, asker, rank, question, payers: &NOBODY, attended: true, cost: 0 }
}

pub(crate) async fn a_job_goes_to_one_worker(store: &Store) {
    store.ask(new_job("t:1", "node", Rank::Move, "what now?")).await.unwrap();
    let job = store.take_job("one", LONG, Wanted::ANY).await.unwrap();
    let expected = Job { id: "t:1".to_owned(), asker: "node".to_owned(), question: "what now?".to_owned() };
    assert_eq!(job, Some(expected));
    assert_eq!(store.take_job("two", LONG, Wanted::ANY).await.unwrap(), None);
    // To ask again changes nothing but who waits.
    store.ask(new_job("t:1", "other node", Rank::Move, "what now?")).await.unwrap();
    assert_eq!(store.take_job("two", LONG, Wanted::ANY).await.unwrap(), None);
    assert_eq!(store.answer_job("t:1", "this").await.unwrap().as_deref(), Some("other node"));
}

pub(crate) async fn a_lease_that_ran_out_is_taken_by_another(store: &Store) {
    store.ask(new_job("t:1", "node", Rank::Move, "?")).await.unwrap();
    // A lease of no length: its holder is dead from the start.
    assert!(store.take_job("dead", 0, Wanted::ANY).await.unwrap().is_some());
    assert!(store.take_job("alive", LONG, Wanted::ANY).await.unwrap().is_some());
    assert!(!store.keep_job("t:1", "dead", LONG).await.unwrap(), "it is another's by now");
    assert!(store.keep_job("t:1", "alive", LONG).await.unwrap());
}

pub(crate) async fn the_first_answer_counts(store: &Store) {
    store.ask(new_job("t:1", "node", Rank::Move, "?")).await.unwrap();
    assert_eq!(store.job_state("t:1").await.unwrap(), JobState::Open);
    assert_eq!(store.answer_job("t:1", "first").await.unwrap().as_deref(), Some("node"));
    assert_eq!(store.answer_job("t:1", "second").await.unwrap(), None);
    assert!(matches!(store.job_state("t:1").await.unwrap(), JobState::Answered { text, .. } if text == "first"));
    assert_eq!(store.take_job("one", LONG, Wanted::ANY).await.unwrap(), None, "nothing is left to think about");
}

pub(crate) async fn who_waits_at_a_board_comes_first(store: &Store) {
    store.ask(new_job("curious", "node", Rank::Analysis, "?")).await.unwrap();
    store.ask(new_job("t:1", "node", Rank::Move, "?")).await.unwrap();
    let take =
        async |last| store.take_job("one", LONG, Wanted { last, ..Wanted::ANY }).await.unwrap().map(|job| job.id);
    assert_eq!(take(Rank::Analysis).await.as_deref(), Some("t:1"));
    assert_eq!(take(Rank::Move).await, None);
    assert_eq!(take(Rank::Analysis).await.as_deref(), Some("curious"));
}

/// `docs/cluster.md`: a worker takes jobs as the scheduler of a single server does.
pub(crate) async fn jobs_are_taken_in_fair_turns(store: &Store) {
    let of = |address: &str, table: u64| Payers {
        creator: Creator { address: address.to_owned(), account: None },
        table: Some(TableId::from_random(table)),
    };
    let ask = async |id: &str, payers: &Payers, attended: bool, cost: i64| {
        let new = NewJob { payers, attended, cost, ..new_job(id, "node", Rank::Move, "?") };
        store.ask(new).await.unwrap();
    };
    let take = async || store.take_job("one", LONG, Wanted::ANY).await.unwrap().unwrap().id;
    for table in 0..3 {
        ask(&format!("many:{table}"), &of("greedy", table), true, 5_000).await;
    }
    assert_eq!(take().await, "many:0");
    ask("offline:1", &of("absent", 8), false, 300).await;
    ask("one:1", &of("modest", 9), true, 300).await;
    assert_eq!(take().await, "one:1", "another address comes before the second table of one that thinks already");
    assert_eq!(take().await, "many:1", "somebody is connected there");
    ask("offline:1", &of("absent", 8), true, 300).await;
    assert_eq!(take().await, "offline:1", "the player has come back");
    ask("again:1", &of("greedy", 0), true, 5_000).await;
    assert_eq!(take().await, "many:2", "this table of the address has thought less");
    let short = Wanted { longest: 2_000, ..Wanted::ANY };
    assert_eq!(store.take_job("one", LONG, short).await.unwrap(), None, "a long search takes no place of short ones");
    assert_eq!(store.jobs_waiting().await.unwrap(), (1, 0));
}

pub(crate) async fn a_payer_over_its_budget_comes_after_everybody(store: &Store) {
    let of = |address: &str, account| Payers { creator: Creator { address: address.to_owned(), account }, table: None };
    let ask = async |id: &str, payers: &Payers, attended: bool, cost: i64| {
        let new = NewJob { payers, attended, cost, ..new_job(id, "node", Rank::Move, "?") };
        store.ask(new).await.unwrap();
    };
    let take = async || store.take_job("one", LONG, Wanted::ANY).await.unwrap().unwrap().id;
    let account = Some(AccountId(7));
    ask("huge", &of("greedy", account), true, BUDGET).await;
    assert_eq!(take().await, "huge");
    ask("elsewhere", &of("another address", account), true, 1).await;
    ask("offline", &of("absent", None), false, 1).await;
    assert_eq!(take().await, "offline");
    assert_eq!(take().await, "elsewhere", "an account has its budget wherever it is");
    // What was not used is given back.
    store.answer_job("huge", "at once").await.unwrap();
    ask("greedy", &of("greedy", account), true, 1).await;
    ask("offline again", &of("absent", None), false, 1).await;
    assert_eq!(take().await, "greedy");
}

pub(crate) async fn a_dropped_job_is_in_vain(store: &Store) {
    store.ask(new_job("t:1", "node", Rank::Move, "?")).await.unwrap();
    store.take_job("one", LONG, Wanted::ANY).await.unwrap();
    store.drop_job("t:1").await.unwrap();
    assert!(!store.keep_job("t:1", "one", LONG).await.unwrap());
    assert_eq!(store.answer_job("t:1", "too late").await.unwrap(), None);
    store.ask(new_job("t:2", "node", Rank::Move, "?")).await.unwrap();
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
