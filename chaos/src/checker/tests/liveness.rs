//! Forged histories of tables that stall and of events that never arrive.

use super::*;

#[test]
fn a_client_that_left_with_an_older_version_than_the_log_is_found() {
    let missed = doctored_transcripts(|_, [_, white]| drop(white.entries.pop()));
    assert_eq!(missed, [Kind::Undelivered]);
}

#[test]
fn a_client_without_an_answer_is_found_with_what_it_waited_for() {
    let table = table();
    let mut transcripts = honest(&table);
    transcripts[1].settled = false;
    transcripts[1].waits_for = Some("version 3: an action of black".to_owned());
    let found = check(&table, &transcripts).findings;
    assert_eq!(found.iter().map(|it| it.kind).collect::<Vec<_>>(), [Kind::Unanswered]);
    assert!(found[0].detail.contains("an action of black"), "{}", found[0].detail);
}

/// The findings when White's connection gets the last event this many seconds after Black knew it. A spectator's
/// connection to the same node is lost meanwhile, or not.
fn last_event_after(seconds: u64, reconnects: bool) -> Vec<Kind> {
    doctored_transcripts(|_, [_, white]| {
        white.entries[5].at = Duration::from_secs(11 + seconds);
        if reconnects {
            let lost = TranscriptEntry { at: Duration::from_secs(12), what: ClientEvent::Lost("cut".to_owned()) };
            let again = ClientEvent::Connected { node: 1, since: Some(2) };
            let again = TranscriptEntry { at: Duration::from_secs(11 + seconds), what: again };
            white.entries.splice(5..5, [lost, again]);
        }
    })
}

#[test]
fn an_event_that_takes_too_long_on_an_open_connection_is_found() {
    assert_eq!(last_event_after(20, false), []);
    assert_eq!(last_event_after(60, false), [Kind::Undelivered]);
    assert_eq!(last_event_after(60, true), [], "it was not connected");
}

#[test]
fn a_resumed_connection_that_gets_nothing_is_found() {
    let found = doctored_transcripts(|_, [_, white]| {
        let last = white.entries.pop().unwrap();
        let at = |second, what| TranscriptEntry { at: Duration::from_secs(second), what };
        white.entries.push(at(12, ClientEvent::Lost("cut".to_owned())));
        white.entries.push(at(13, ClientEvent::Connected { node: 1, since: Some(2) }));
        white.entries.push(at(99, last.what));
    });
    assert_eq!(found, [Kind::Undelivered]);
}

#[test]
fn a_message_that_cannot_be_parsed_is_found() {
    let found = doctored_transcripts(|_, [_, white]| {
        let what = ClientEvent::Garbled("{\"t\":\"evnt\"}".to_owned());
        white.entries.push(TranscriptEntry { at: Duration::from_secs(9), what });
    });
    assert_eq!(found, [Kind::Garbled]);
}

/// The findings of a match against a computer player as White that ends after this number of events.
fn computer(events: usize) -> Vec<Kind> {
    let mut table = table();
    let [mut black, _] = honest(&table);
    table.people = vec![BLACK.to_owned()];
    table.computers = vec![WHITE.to_owned()];
    table.events.truncate(events);
    black.entries.truncate(if events == 3 { 12 } else { 9 });
    kinds(&check(&table, &[black]))
}

#[test]
fn a_computer_player_that_takes_too_long_or_never_moves_is_found() {
    let slow = |millis: i64| {
        let mut table = table();
        table.people.clear();
        table.computers = vec![BLACK.to_owned(), WHITE.to_owned()];
        table.events[2].at = Millis(2000 + millis);
        let found = check(&table, &[]);
        assert_eq!(found.longest_thought, millis.max(1000));
        found.findings.iter().filter(|it| it.detail.contains("took")).count()
    };
    assert_eq!((slow(5_000), slow(59_000), slow(61_000)), (0, 0, 1));
    assert_eq!(computer(2), [], "the person is to move, without a clock");
    assert_eq!(computer(3), [Kind::Stalled], "the computer player never answered");
}

#[test]
fn a_flag_that_never_falls_is_found() {
    let mut table = table();
    let transcripts = honest(&table);
    assert_eq!(kinds(&check(&table, &transcripts)), [], "no clock");
    table.clock = TimeControl::Fischer { initial: 10, increment: 0 };
    let found = kinds(&check(&table, &transcripts));
    assert!(found.contains(&Kind::Stalled), "a run ends when all flags have fallen: {found:?}");
}
