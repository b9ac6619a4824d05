//! Forged backups.

use super::*;
use crate::checker::backup;

/// The number of findings of a backup at this second, with this table in it.
fn found(second: u64, restored: Option<&TableLog>) -> usize {
    let table = table();
    let mut check_result = CheckResult::default();
    let began = Duration::from_secs(second);
    backup::check(&table, restored, &honest(&table), began, &mut check_result);
    assert!(check_result.findings.iter().all(|finding| finding.kind == Kind::Backup));
    check_result.findings.len()
}

fn with_events(number: usize) -> TableLog {
    let mut copy = table();
    copy.events.truncate(number);
    copy
}

#[test]
fn a_backup_without_an_acknowledged_event_is_found() {
    // Black's second action is acknowledged at 10 seconds.
    assert_eq!(found(11, Some(&with_events(3))), 0);
    assert_eq!(found(11, Some(&with_events(2))), 1);
    assert_eq!(found(9, Some(&with_events(2))), 0, "it was not yet acknowledged");
    assert_eq!(found(9, Some(&with_events(3))), 0, "it may be there");
}

#[test]
fn a_backup_without_a_table_or_with_other_events_is_found() {
    assert_eq!(found(11, None), 1);
    assert_eq!(found(0, None), 0, "no client had seen it");
    let mut other = with_events(3);
    other.events[0].text = "b5a4".to_owned();
    assert_eq!(found(11, Some(&other)), 1);
}

#[test]
fn a_backup_without_an_acknowledged_message_is_found() {
    let table = table();
    let mut transcripts = honest(&table);
    let say = ChatPost { room: ChatChannel::Players, text: "hello".to_owned() };
    let message = FromClient::Chat { ack: 9, seat: Some(WHITE.to_owned()), say };
    let line = |second, what| TranscriptEntry { at: Duration::from_secs(second), what };
    transcripts[1].entries.extend([line(20, ClientEvent::Sent(message)), line(21, done(9, 3))]);
    let judge = |second| {
        let mut check_result = CheckResult::default();
        backup::check(&table, Some(&table), &transcripts, Duration::from_secs(second), &mut check_result);
        check_result.findings.len()
    };
    assert_eq!((judge(21), judge(22)), (0, 1));
}
