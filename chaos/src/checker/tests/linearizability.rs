//! Forged histories: stale reads, lost acknowledgements, and concurrent ones that are legal.

use super::*;

const CONNECTED: ClientEvent = ClientEvent::Connected { node: 0, since: None };

/// A transcript with these times in milliseconds.
fn timed(table: &TableLog, seat: &str, what: Vec<(u64, ClientEvent)>) -> Transcript {
    let entry = |(at, what)| TranscriptEntry { at: Duration::from_millis(at), what };
    Transcript { entries: what.into_iter().map(entry).collect(), ..transcript(table, seat, Vec::new()) }
}

/// The number of operations that are not linearizable. These histories leave out who requested the events.
fn stale(found: &CheckResult) -> usize {
    found.findings.iter().filter(|finding| finding.kind == Kind::Stale).count()
}

/// The stale findings when Black plays all of the match by itself, acknowledged at 1.0 s, and White subscribes at this time
/// and is shown this version. White gets the rest at the end.
fn white_reads(at: u64, version: u32) -> usize {
    let mut table = table();
    table.events.truncate(1);
    let black = timed(
        &table,
        BLACK,
        vec![
            (0, CONNECTED),
            (100, full(&table, BLACK, 0)),
            (500, act(1, 0, BLACK, "a5a2")),
            (1000, done(1, 1)),
            (1001, event(&table, BLACK, 1)),
        ],
    );
    let mut seen = vec![(at, CONNECTED), (at + 2000, full(&table, WHITE, version))];
    if version == 0 {
        seen.push((at + 2001, event(&table, WHITE, 1)));
    }
    let white = timed(&table, WHITE, seen);
    let found = check(&table, &[black, white]);
    assert_eq!(found.operations, 3);
    assert!(found.findings.iter().all(|finding| finding.kind == Kind::Stale), "{:?}", found.findings);
    found.findings.len()
}

#[test]
fn a_subscription_after_an_acknowledgement_must_show_it() {
    assert_eq!(white_reads(1001, 0), 1, "a stale read");
    assert_eq!(white_reads(1001, 1), 0);
}

#[test]
fn a_subscription_that_overlaps_the_action_may_show_either_state() {
    assert_eq!(white_reads(900, 0), 0);
    assert_eq!(white_reads(900, 1), 0);
}

#[test]
fn what_one_client_has_read_no_later_subscription_may_miss() {
    let table = table();
    let first = timed(&table, BLACK, vec![(0, CONNECTED), (10, full(&table, BLACK, 3))]);
    let older = vec![(11, CONNECTED), (20, full(&table, WHITE, 2)), (30, event(&table, WHITE, 3))];
    assert_eq!(stale(&check(&table, &[first, timed(&table, WHITE, older)])), 1);
}

#[test]
fn a_resumed_connection_is_judged_by_the_version_that_it_reaches() {
    let table = table();
    let shown = Box::new(menagerie_wire::table::Table {
        id: table.id.clone(),
        game: table.game.clone(),
        public: false,
        rated: false,
        stage: table.stage,
        seats: Vec::new(),
        clock: table.clock,
        watching: 0,
        commitment: None,
        next_commitment: None,
        rematch: None,
        created: 0,
    });
    let resumed = ClientEvent::Connected { node: 1, since: Some(1) };
    let first = timed(&table, BLACK, vec![(0, CONNECTED), (10, full(&table, BLACK, 3))]);
    let caught_up = vec![
        (0, CONNECTED),
        (5, full(&table, WHITE, 1)),
        (6, ClientEvent::Lost("cut".to_owned())),
        (20, resumed),
        (21, event(&table, WHITE, 2)),
        (22, event(&table, WHITE, 3)),
        (23, heard(ToClient::Table { table: shown.clone() })),
    ];
    // The same, but the answer ends with version 2, and the last event comes later.
    let mut behind = caught_up.clone();
    behind.swap(5, 6);
    let judge = |entries| stale(&check(&table, &[first.clone(), timed(&table, WHITE, entries)]));
    assert_eq!((judge(caught_up), judge(behind)), (0, 1));
}

#[test]
fn an_acknowledgement_that_was_lost_and_repeated_later_is_legal() {
    let table = table();
    let [mut black, mut white] = honest(&table);
    // Black's first action is acknowledged long after White has answered it: it was sent before that.
    for entry in &mut black.entries[4..] {
        entry.at += Duration::from_secs(100);
    }
    white.entries[5].at += Duration::from_secs(100);
    assert_eq!(kinds(&check(&table, &[black, white])), []);
}

#[test]
fn an_action_that_was_seen_before_it_was_sent_is_found() {
    let table = table();
    let [black, mut white] = honest(&table);
    // White saw Black's first action before Black had sent it.
    (white.entries[0].at, white.entries[1].at) = (Duration::ZERO, Duration::from_millis(1));
    assert_eq!(kinds(&check(&table, &[black, white])), [Kind::Stale]);
}
