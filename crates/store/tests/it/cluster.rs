//! What several nodes and workers share: jobs with leases, deadlines, and version counters of tables.

use std::sync::LazyLock;

use menagerie_store::*;

use crate::fixture::*;

const LONG: i64 = 60_000;

/// A job without budget owners.
fn new_job<'a>(id: &'a str, requester: &'a str, priority: JobPriority, request: &'a str) -> NewJob<'a> {
    static NOBODY: LazyLock<BudgetOwners> = LazyLock::new(BudgetOwners::default);
    NewJob { id, requester, priority, request, owners: &NOBODY, attended: true, max_millis: 0 }
}

pub(crate) async fn a_job_goes_to_one_worker(store: &Store) {
    store.enqueue_job(new_job("t:1", "node", JobPriority::Move, "what now?")).await.unwrap();
    let job = store.take_job("one", LONG, JobFilter::ANY).await.unwrap();
    let expected = Job { id: "t:1".to_owned(), requester: "node".to_owned(), request: "what now?".to_owned() };
    assert_eq!(job, Some(expected));
    assert_eq!(store.take_job("two", LONG, JobFilter::ANY).await.unwrap(), None);
    // A repeated job changes only its requester.
    store.enqueue_job(new_job("t:1", "other node", JobPriority::Move, "what now?")).await.unwrap();
    assert_eq!(store.take_job("two", LONG, JobFilter::ANY).await.unwrap(), None);
    assert_eq!(store.finish_job("t:1", "this").await.unwrap().as_deref(), Some("other node"));
}

pub(crate) async fn a_lease_that_ran_out_is_taken_by_another(store: &Store) {
    store.enqueue_job(new_job("t:1", "node", JobPriority::Move, "?")).await.unwrap();
    // A lease of no length: its worker is dead from the start.
    assert!(store.take_job("dead", 0, JobFilter::ANY).await.unwrap().is_some());
    assert!(store.take_job("alive", LONG, JobFilter::ANY).await.unwrap().is_some());
    assert!(!store.renew_job("t:1", "dead", LONG).await.unwrap(), "it is another's by now");
    assert!(store.renew_job("t:1", "alive", LONG).await.unwrap());
}

pub(crate) async fn the_first_answer_counts(store: &Store) {
    store.enqueue_job(new_job("t:1", "node", JobPriority::Move, "?")).await.unwrap();
    assert_eq!(store.job_state("t:1").await.unwrap(), JobState::Pending);
    assert_eq!(store.finish_job("t:1", "first").await.unwrap().as_deref(), Some("node"));
    assert_eq!(store.finish_job("t:1", "second").await.unwrap(), None);
    assert!(matches!(store.job_state("t:1").await.unwrap(), JobState::Answered { text, .. } if text == "first"));
    assert_eq!(store.take_job("one", LONG, JobFilter::ANY).await.unwrap(), None, "nothing is left to think about");
}

pub(crate) async fn who_waits_at_a_board_comes_first(store: &Store) {
    store.enqueue_job(new_job("curious", "node", JobPriority::Analysis, "?")).await.unwrap();
    store.enqueue_job(new_job("t:1", "node", JobPriority::Move, "?")).await.unwrap();
    let take = async |max_priority| {
        store.take_job("one", LONG, JobFilter { max_priority, ..JobFilter::ANY }).await.unwrap().map(|job| job.id)
    };
    assert_eq!(take(JobPriority::Analysis).await.as_deref(), Some("t:1"));
    assert_eq!(take(JobPriority::Move).await, None);
    assert_eq!(take(JobPriority::Analysis).await.as_deref(), Some("curious"));
}

/// `docs/host/cluster.md`: a worker takes jobs as the scheduler of a single server does.
pub(crate) async fn jobs_are_taken_in_fair_turns(store: &Store) {
    let of = |address: &str, table: u64| BudgetOwners {
        creator: Creator { address: address.to_owned(), account: None },
        table: Some(TableId::from_random(table)),
    };
    let ask = async |id: &str, owners: &BudgetOwners, attended: bool, max_millis: i64| {
        let new = NewJob { owners, attended, max_millis, ..new_job(id, "node", JobPriority::Move, "?") };
        store.enqueue_job(new).await.unwrap();
    };
    let take = async || store.take_job("one", LONG, JobFilter::ANY).await.unwrap().unwrap().id;
    for table in 0..3 {
        ask(&format!("many:{table}"), &of("greedy", table), true, 5_000).await;
    }
    assert_eq!(take().await, "many:0");
    ask("offline:1", &of("absent", 8), false, 300).await;
    ask("one:1", &of("modest", 9), true, 300).await;
    assert_eq!(take().await, "one:1", "another address comes before the second table of one that thinks already");
    assert_eq!(take().await, "many:1", "a player is connected there");
    ask("offline:1", &of("absent", 8), true, 300).await;
    assert_eq!(take().await, "offline:1", "the player has come back");
    ask("again:1", &of("greedy", 0), true, 5_000).await;
    assert_eq!(take().await, "many:2", "this table of the address has thought less");
    let short = JobFilter { max_millis: 2_000, ..JobFilter::ANY };
    assert_eq!(store.take_job("one", LONG, short).await.unwrap(), None, "a long search takes no place of short ones");
    assert_eq!(store.jobs_waiting().await.unwrap(), (1, 0));
}

pub(crate) async fn a_payer_over_its_budget_comes_after_everybody(store: &Store) {
    let of = |address: &str, account| BudgetOwners {
        creator: Creator { address: address.to_owned(), account },
        table: None,
    };
    let ask = async |id: &str, owners: &BudgetOwners, attended: bool, max_millis: i64| {
        let new = NewJob { owners, attended, max_millis, ..new_job(id, "node", JobPriority::Move, "?") };
        store.enqueue_job(new).await.unwrap();
    };
    let take = async || store.take_job("one", LONG, JobFilter::ANY).await.unwrap().unwrap().id;
    let account = Some(AccountId(7));
    ask("huge", &of("greedy", account), true, BUDGET).await;
    assert_eq!(take().await, "huge");
    ask("elsewhere", &of("another address", account), true, 1).await;
    ask("offline", &of("absent", None), false, 1).await;
    assert_eq!(take().await, "offline");
    assert_eq!(take().await, "elsewhere", "an account has its budget wherever it is");
    // Search time that was not used is given back.
    store.finish_job("huge", "at once").await.unwrap();
    ask("greedy", &of("greedy", account), true, 1).await;
    ask("offline again", &of("absent", None), false, 1).await;
    assert_eq!(take().await, "greedy");
}

pub(crate) async fn a_dropped_job_is_in_vain(store: &Store) {
    store.enqueue_job(new_job("t:1", "node", JobPriority::Move, "?")).await.unwrap();
    store.take_job("one", LONG, JobFilter::ANY).await.unwrap();
    store.delete_job("t:1").await.unwrap();
    assert!(!store.renew_job("t:1", "one", LONG).await.unwrap());
    assert_eq!(store.finish_job("t:1", "too late").await.unwrap(), None);
    store.enqueue_job(new_job("t:2", "node", JobPriority::Move, "?")).await.unwrap();
    assert_eq!(store.drop_jobs(Millis(i64::MAX)).await.unwrap(), 1);
}

pub(crate) async fn what_is_due_is_given_to_one(store: &Store) {
    let (due, later) = (make(store, playing()).await.id, make(store, playing()).await.id);
    let now = store.now().await.unwrap();
    store.set_deadline(&due, Some(Millis(now.0 - 1))).await.unwrap();
    store.set_deadline(&later, Some(Millis(now.0 + LONG))).await.unwrap();
    assert_eq!(store.take_due(LONG, 10).await.unwrap(), std::slice::from_ref(&due));
    assert_eq!(store.take_due(LONG, 10).await.unwrap(), [], "one node has taken it");
    store.set_deadline(&due, Some(Millis(now.0 - 1))).await.unwrap();
    store.set_deadline(&due, None).await.unwrap();
    assert_eq!(store.take_due(LONG, 10).await.unwrap(), [], "nobody needs to look any more");
}

pub(crate) async fn an_append_says_when_to_look_again(store: &Store) {
    let (one, two) = (make(store, playing()).await.id, make(store, playing()).await.id);
    store.append_with_deadline(&one, 0, &[event("a")], Some(-LONG)).await.unwrap();
    store.append_with_deadline(&two, 0, &[event("a")], Some(LONG)).await.unwrap();
    assert_eq!(store.take_due(-LONG, 10).await.unwrap(), std::slice::from_ref(&one));
    assert_eq!(store.take_due(-LONG, 10).await.unwrap(), std::slice::from_ref(&one), "the node that took it has died");
    store.append_end(&one, 1, &[event("b")], red_wins()).await.unwrap();
    assert_eq!(store.take_due(LONG, 10).await.unwrap(), [], "nothing is due when a match is over");
}

pub(crate) async fn versions_tell_what_has_changed(store: &Store) {
    let table = make(store, playing()).await;
    let versions = async || store.table_versions(&[table.id.clone(), fresh_id()]).await.unwrap();
    let mut before = versions().await;
    assert_eq!(before.len(), 1, "an unknown table is left out");
    let mut differs = async |why: &str| {
        let after = versions().await;
        assert_ne!(before, after, "{why}");
        before = after;
    };
    store.append(&table.id, 0, &[event("a")]).await.unwrap();
    differs("an event").await;
    let channel = Channel::Players;
    let said = NewChatMessage { audience: 1, seat: None, name: "Ann".to_owned(), channel, text: "hello".to_owned() };
    let said = say(store, &table.id, said).await.unwrap();
    differs("something was said").await;
    store.remove_chat_message(&table.id, said.id).await.unwrap();
    differs("it was removed").await;
    let step = NewAllianceStep { by: "red".into(), partner: "black".into(), what: "offered".into(), open: true };
    ally(store, &table.id, step).await.unwrap();
    differs("an alliance").await;
    store.update_table(&table).await.unwrap();
    differs("the table").await;
    store.vote_for_rematch(&table.id, "red", None).await.unwrap();
    differs("a wish").await;
    store.withdraw_rematch_vote(&table.id, "red").await.unwrap();
    differs("it was withdrawn").await;
    make(store, NewTable { rematch_of: Some(table.id.clone()), ..playing() }).await;
    differs("a rematch").await;
}
