//! Forged logs and stores of members.

use std::time::Duration;

use menagerie_store::Millis;

use super::*;

const TABLE: &str = "Table00001";

fn table(events: &[(&str, &str)], scores: Option<[f64; 2]>) -> MemberTable {
    let event = |(seq, (text, by)): (u32, &(&str, &str))| Event {
        seq,
        text: (*text).to_owned(),
        by: (*by).to_owned(),
        at: Millis(0),
    };
    MemberTable {
        key: "game".to_owned(),
        rated: true,
        seats: vec![("black".to_owned(), Some("ann".to_owned())), ("white".to_owned(), Some("bob".to_owned()))],
        events: (1..).zip(events).map(event).collect(),
        scores: scores.map(|scores| scores.to_vec()),
    }
}

const PLAYED: &[(&str, &str)] = &[("a1a2", "black"), ("b1b2", "white"), ("!resign:black", "black")];

/// Ann lost one rated match against Bob, and its record was imported. Glicko-2 takes 162 points between two new players.
fn honest() -> (MemberLog, MemberStore) {
    let accounts = ["ann", "bob"].map(|name| (name.to_owned(), Duration::ZERO)).to_vec();
    let mut log = MemberLog { accounts, ..MemberLog::default() };
    let done = |moves: &[&str]| Moves { sent: 2, done: moves.iter().map(|text| (*text).to_owned()).collect() };
    log.moves.insert((TABLE.to_owned(), "ann".to_owned()), done(&["a1a2"]));
    log.moves.insert((TABLE.to_owned(), "bob".to_owned()), done(&[]));
    log.streamed.insert(TABLE.to_owned(), vec![vec![], vec!["a1a2".to_owned()]]);
    log.imports.push(("Import0001".to_owned(), TABLE.to_owned()));
    let mut store = MemberStore { rated: vec![TABLE.to_owned()], ..MemberStore::default() };
    store.tables.insert(TABLE.to_owned(), table(PLAYED, Some([0.0, 1.0])));
    let imported = MemberTable { rated: false, seats: Vec::new(), ..table(PLAYED, Some([0.0, 1.0])) };
    store.tables.insert("Import0001".to_owned(), imported);
    let new = Glicko2Rating::new();
    let (lost, won) = glicko2(&new, &new, &Outcomes::LOSS, &Glicko2Config::new());
    assert_eq!((lost.rating.round(), won.rating.round()), (1338.0, 1662.0));
    for (name, it) in [("ann", lost), ("bob", won)] {
        let rating = Rating { value: it.rating, deviation: it.deviation, volatility: it.volatility, games: 1 };
        store.accounts.insert(name.to_owned(), vec![("game".to_owned(), rating)]);
    }
    (log, store)
}

fn doctored(doctor: impl FnOnce(&mut MemberLog, &mut MemberStore)) -> Vec<Kind> {
    let (mut log, mut store) = honest();
    doctor(&mut log, &mut store);
    let mut check_result = CheckResult::default();
    check(&log, &store, &mut check_result);
    let mut kinds: Vec<Kind> = check_result.findings.iter().map(|finding| finding.kind).collect();
    kinds.dedup();
    kinds
}

#[test]
fn honest_members_pass() {
    assert_eq!(doctored(|_, _| ()), []);
}

#[test]
fn an_account_or_a_move_that_was_acknowledged_and_is_gone_is_found() {
    assert_eq!(doctored(|log, _| log.accounts.push(("eve".to_owned(), Duration::ZERO))), [Kind::Lost]);
    let key = || (TABLE.to_owned(), "bob".to_owned());
    assert_eq!(doctored(|log, _| log.moves.get_mut(&key()).unwrap().done.push("b1b2".to_owned())), []);
    assert_eq!(doctored(|log, _| log.moves.get_mut(&key()).unwrap().done.push("c1c2".to_owned())), [Kind::Lost]);
    assert_eq!(doctored(|log, _| log.moves.get_mut(&key()).unwrap().sent = 0), [Kind::Doubled]);
}

#[test]
fn a_stream_that_shows_other_moves_is_found() {
    let listed = |moves: &[&str]| {
        let moves: Vec<String> = moves.iter().map(|text| (*text).to_owned()).collect();
        doctored(|log, _| log.streamed.get_mut(TABLE).unwrap().push(moves))
    };
    assert_eq!(listed(&["a1a2", "b1b2"]), []);
    assert_eq!(listed(&["a1a2", "c1c2"]), [Kind::View]);
    assert_eq!(listed(&["a1a2", "b1b2", "a2a3"]), [Kind::View]);
}

#[test]
fn an_import_that_is_gone_or_differs_is_found() {
    assert_eq!(doctored(|_, store| drop(store.tables.remove("Import0001"))), [Kind::Lost]);
    assert_eq!(doctored(|_, store| drop(store.tables.get_mut("Import0001").unwrap().events.pop())), [Kind::Lost]);
}

#[test]
fn a_match_that_counts_twice_or_never_is_found() {
    assert_eq!(doctored(|_, store| store.rated.push(TABLE.to_owned())), [Kind::Rating]);
    assert_eq!(doctored(|_, store| store.rated.clear()), [Kind::Rating]);
    assert_eq!(doctored(|_, store| store.queue.push(TABLE.to_owned())), [Kind::Rating]);
    let games = |store: &mut MemberStore| store.accounts.get_mut("ann").unwrap()[0].1.games = 2;
    assert_eq!(doctored(|_, store| games(store)), [Kind::Rating]);
    let value = |store: &mut MemberStore| store.accounts.get_mut("bob").unwrap()[0].1.value += 1.0;
    assert_eq!(doctored(|_, store| value(store)), [Kind::Rating]);
    assert_eq!(doctored(|_, store| store.accounts.get_mut("ann").unwrap().clear()), [Kind::Rating]);
}
