//! Tests of the checker: correct logs and transcripts pass, and each manipulated one gives the right finding.

mod backup;
mod linearizability;
mod liveness;
mod refusals;
mod secrets;

use std::time::Duration;

use menagerie_store::{Channel, ChatMessage, Event, Millis};
use menagerie_wire::table::{Clocks, Offers, Stage, Table, TimeControl};
use menagerie_wire::{ChatChannel, ChatPost, Code, FromClient, LogEntry, Refused, TableView, ToClient};

use super::replay::replay;
use super::{CheckResult, Kind, TableLog};
use crate::transcript::{ClientEvent, Received, Transcript, TranscriptEntry};

const BLACK: &str = "black";
const WHITE: &str = "white";

/// A match of three actions: Black, White, Black.
fn table() -> TableLog {
    let event = |(seq, text, by): (u32, &str, &str)| Event {
        seq,
        text: text.to_owned(),
        by: by.to_owned(),
        at: Millis(1000 * i64::from(seq)),
    };
    let events = [(1, "a5a2", BLACK), (2, "a1b2", WHITE), (3, "b5a4", BLACK)];
    TableLog {
        id: "Table00001".to_owned(),
        game: "shogi5".to_owned(),
        start: menagerie_record::begin("shogi5", None).unwrap().start().text(),
        clock: TimeControl::None,
        stage: Stage::Playing,
        result: None,
        created: 0,
        began_full: true,
        people: vec![BLACK.to_owned(), WHITE.to_owned()],
        computers: Vec::new(),
        dice: None,
        events: events.map(event).to_vec(),
        said: Vec::new(),
        alliances: Vec::new(),
        rematch_votes: Vec::new(),
        rematch: false,
    }
}

/// Checks a table with these transcripts.
fn check(table: &TableLog, transcripts: &[Transcript]) -> CheckResult {
    let mut check_result = CheckResult::default();
    super::check(table, transcripts, &mut check_result);
    check_result
}

/// A message as a client receives it.
fn heard(message: ToClient) -> ClientEvent {
    let raw = serde_json::to_string(&message).unwrap();
    ClientEvent::Heard(Box::new(Received { raw, message }))
}

fn seen(table: &TableLog, viewer: &str, version: usize) -> TableView {
    let moment = &replay(table).unwrap()[version];
    let viewer_state = moment.viewer_state(viewer).unwrap();
    TableView {
        viewer: viewer.to_owned(),
        actor: moment.actor.clone(),
        text: viewer_state.text.clone(),
        actions: viewer_state.actions.clone(),
        scene: None,
        covered: false,
        can_undo: false,
        undo_barred: None,
        clocks: Clocks::default(),
        offers: Offers::default(),
        ended: moment.ended.clone(),
    }
}

fn entry(table: &TableLog, version: u32) -> LogEntry {
    let Event { text, by, at, .. } = table.events[version as usize - 1].clone();
    LogEntry { version, by, event: text, turn: version, at: at.0, happened: Vec::new(), back: None }
}

fn event(table: &TableLog, viewer: &str, version: u32) -> ClientEvent {
    let (entry, seen) = (entry(table, version), Box::new(seen(table, viewer, version as usize)));
    heard(ToClient::Event { version, entry, seen })
}

fn full(table: &TableLog, viewer: &str, version: u32) -> ClientEvent {
    let shown = Table {
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
    };
    heard(ToClient::Full {
        version,
        table: Box::new(shown),
        seen: Box::new(seen(table, viewer, version as usize)),
        earlier: 0,
        log: (1..=version).map(|version| entry(table, version)).collect(),
        talk: Vec::new(),
    })
}

fn act(ack: u32, at: u32, seat: &str, action: &str) -> ClientEvent {
    ClientEvent::Sent(FromClient::Act { ack, at, seat: seat.to_owned(), action: action.to_owned() })
}

fn done(ack: u32, version: u32) -> ClientEvent {
    heard(ToClient::Done { ack, version })
}

fn refused(ack: u32, code: Code) -> ClientEvent {
    let refused = Refused { code, error: "no".to_owned(), rule: None };
    heard(ToClient::Refused { ack: Some(ack), refused })
}

fn transcript(table: &TableLog, seat: &str, what: Vec<ClientEvent>) -> Transcript {
    let line = |(second, what)| TranscriptEntry { at: Duration::from_secs(second), what };
    Transcript {
        table: table.id.clone(),
        seat: Some(seat.to_owned()),
        entries: (0..).zip(what).map(line).collect(),
        settled: true,
        waits_for: None,
    }
}

/// The transcripts of both clients; Black's connection is lost once. Black's entries are a second apart.
fn honest(table: &TableLog) -> [Transcript; 2] {
    let connected = |since| ClientEvent::Connected { node: 0, since };
    let black = vec![
        connected(None),
        full(table, BLACK, 0),
        act(1, 0, BLACK, "a5a2"),
        ClientEvent::Lost("cut".to_owned()),
        connected(Some(0)),
        event(table, BLACK, 1),
        act(1, 0, BLACK, "a5a2"),
        done(1, 1),
        event(table, BLACK, 2),
        act(2, 2, BLACK, "b5a4"),
        done(2, 3),
        event(table, BLACK, 3),
    ];
    let white = vec![
        connected(None),
        full(table, WHITE, 1),
        act(1, 1, WHITE, "a1b2"),
        done(1, 2),
        event(table, WHITE, 2),
        event(table, WHITE, 3),
    ];
    let mut white = transcript(table, WHITE, white);
    for (entry, millis) in white.entries.iter_mut().zip([2500, 3500, 7500, 7600, 7700, 10_500]) {
        entry.at = Duration::from_millis(millis);
    }
    [transcript(table, BLACK, black), white]
}

fn kinds(check_result: &CheckResult) -> Vec<Kind> {
    let mut kinds: Vec<Kind> = check_result.findings.iter().map(|finding| finding.kind).collect();
    kinds.sort_unstable();
    kinds.dedup();
    kinds
}

/// The findings when the log is changed after the clients wrote their transcripts.
fn doctored_log(doctor: impl FnOnce(&mut TableLog)) -> Vec<Kind> {
    let mut table = table();
    let transcripts = honest(&table);
    doctor(&mut table);
    kinds(&check(&table, &transcripts))
}

/// The findings when a transcript is changed.
fn doctored_transcripts(doctor: impl FnOnce(&TableLog, &mut [Transcript; 2])) -> Vec<Kind> {
    let table = table();
    let mut transcripts = honest(&table);
    doctor(&table, &mut transcripts);
    kinds(&check(&table, &transcripts))
}

#[test]
fn honest_papers_pass() {
    let table = table();
    let transcripts = honest(&table);
    let check_result = check(&table, &transcripts);
    assert_eq!(check_result.findings, []);
    assert_eq!((check_result.events, check_result.views), (3, 7));
}

#[test]
fn an_acknowledged_action_that_is_gone_is_found() {
    let found = doctored_log(|table| drop(table.events.pop()));
    assert!(found.contains(&Kind::Lost), "{found:?}");
}

#[test]
fn another_action_in_place_of_an_acknowledged_one_is_found() {
    let found = doctored_log(|table| table.events[2].text = "c5c4".to_owned());
    assert!(found.contains(&Kind::Lost) && found.contains(&Kind::Doubled) && found.contains(&Kind::View), "{found:?}");
}

#[test]
fn an_action_done_twice_is_found() {
    let found = doctored_transcripts(|_, [black, _]| {
        let asked = |line: &TranscriptEntry| matches!(&line.what, ClientEvent::Sent(FromClient::Act { ack: 2, .. }));
        let answered = |line: &TranscriptEntry| matches!(&line.what, ClientEvent::Heard(it) if matches!(it.message, ToClient::Done { ack: 2, .. }));
        black.entries.retain(|line| !asked(line) && !answered(line));
    });
    assert_eq!(found, [Kind::Doubled]);
}

#[test]
fn a_resignation_more_than_was_asked_for_is_found() {
    let mut table = table();
    table.events.push(Event { seq: 4, text: "!resign:white".into(), by: WHITE.into(), at: Millis(9000) });
    table.stage = Stage::Over;
    table.result = replay(&table).unwrap()[4].ended.clone();
    let found = kinds(&check(&table, &honest(&table)));
    assert!(found.contains(&Kind::Doubled), "{found:?}");
}

#[test]
fn words_said_twice_are_found_and_words_lost_too() {
    let mut table = table();
    let mut transcripts = honest(&table);
    let say = ChatPost { room: ChatChannel::Players, text: "hello".to_owned() };
    let message = FromClient::Chat { ack: 9, seat: Some(WHITE.to_owned()), say };
    let line = |what| TranscriptEntry { at: Duration::from_secs(99), what };
    transcripts[1].entries.extend([line(ClientEvent::Sent(message.clone())), line(done(9, 3))]);
    assert_eq!(kinds(&check(&table, &transcripts)), [Kind::Lost]);
    let said = ChatMessage {
        id: 1,
        seat: Some(WHITE.to_owned()),
        name: "Bob".to_owned(),
        channel: Channel::Players,
        text: "hello".to_owned(),
        at: Millis(5),
    };
    table.said = vec![said.clone()];
    assert_eq!(kinds(&check(&table, &transcripts)), []);
    table.said.push(ChatMessage { id: 2, ..said });
    assert_eq!(kinds(&check(&table, &transcripts)), [Kind::Doubled]);
    // Sent again because the answer was lost: it must be stored once.
    transcripts[1].entries.push(line(ClientEvent::Sent(message)));
    assert_eq!(kinds(&check(&table, &transcripts)), [Kind::Doubled]);
}

#[test]
fn an_action_that_was_refused_and_yet_done_is_found() {
    let refuse = |code| doctored_transcripts(|_, [black, _]| black.entries[10].what = refused(2, code));
    assert_eq!(refuse(Code::Stale), [Kind::Refused]);
    // After an internal error the client cannot know: it is counted and is no finding.
    assert_eq!(refuse(Code::Trouble), []);
}

#[test]
fn a_wrong_view_is_found() {
    let found = doctored_transcripts(|table, [black, _]| {
        let ClientEvent::Heard(received) = &mut black.entries[11].what else { panic!("an event") };
        let ToClient::Event { seen: shown, .. } = &mut received.message else { panic!("an event") };
        shown.text = seen(table, BLACK, 2).text;
    });
    assert_eq!(found, [Kind::View]);
}

#[test]
fn versions_in_the_wrong_order_twice_or_with_a_gap_are_found() {
    let reordered = doctored_transcripts(|_, [_, white]| white.entries.swap(4, 5));
    let doubled = doctored_transcripts(|_, [_, white]| white.entries.push(white.entries[5].clone()));
    let gap = doctored_transcripts(|_, [_, white]| drop(white.entries.remove(4)));
    let back = doctored_transcripts(|table, [_, white]| {
        white.entries.push(TranscriptEntry { at: Duration::from_secs(20), what: full(table, WHITE, 1) });
    });
    let forgetful = doctored_transcripts(|table, [_, white]| {
        // The other node does not know what was acknowledged here.
        white.entries.truncate(4);
        let connected = ClientEvent::Connected { node: 1, since: None };
        white.entries.extend(
            [connected, full(table, WHITE, 1)].map(|what| TranscriptEntry { at: Duration::from_secs(20), what }),
        );
    });
    for found in [reordered, doubled, gap, back] {
        assert_eq!(found, [Kind::Order]);
    }
    assert!(forgetful.contains(&Kind::Order) && forgetful.contains(&Kind::Stale), "{forgetful:?}");
}

#[test]
fn a_log_out_of_order_is_found() {
    assert_eq!(doctored_log(|table| table.events.swap(0, 1)), [Kind::Numbers]);
    assert!(doctored_log(|table| table.events[1].at = Millis(5)).contains(&Kind::Stamps));
    assert_eq!(doctored_log(|table| table.events[1].text = "a1e5".to_owned()), [Kind::Unplayable]);
    assert_eq!(doctored_log(|table| table.events[1].by = BLACK.to_owned()), [Kind::Unplayable]);
}

#[test]
fn a_table_that_is_over_without_an_end_is_found() {
    assert_eq!(doctored_log(|table| table.stage = Stage::Over), [Kind::End]);
}

/// A match in which White's flag falls this many milliseconds after Black's first action, without spectators.
fn flagged(after: i64) -> Vec<Kind> {
    let mut table = table();
    table.clock = TimeControl::Fischer { initial: 10, increment: 0 };
    table.events.truncate(1);
    table.events.push(Event { seq: 2, text: "!flag:white".into(), by: WHITE.into(), at: Millis(1000 + after) });
    table.people.clear();
    table.stage = Stage::Over;
    table.result = replay(&table).unwrap()[2].ended.clone();
    kinds(&check(&table, &[]))
}

#[test]
fn a_flag_that_falls_too_early_is_found() {
    assert_eq!(flagged(9_999), [Kind::Clock]);
    assert_eq!(flagged(10_000), []);
}

#[test]
fn an_action_long_after_the_flag_should_have_fallen_is_found() {
    let mut table = table();
    table.clock = TimeControl::Fischer { initial: 10, increment: 0 };
    table.people.clear();
    table.events[2].at = Millis(60_000);
    assert_eq!(kinds(&check(&table, &[])), [Kind::Clock]);
}

#[test]
fn dice_that_fell_otherwise_are_found() {
    use menagerie_record::DiceProof;
    use menagerie_record::dice::{Secret, TableDice};
    let secret = Secret::new([7; 32]);
    let mut game = menagerie_record::begin("heaven-hell", None).unwrap();
    let start = game.start().text();
    let dice = TableDice::new(&secret, ["a"]);
    let mut events = Vec::new();
    // The first legal action, until chance has acted three times.
    let mut draws = 0;
    while draws < 3 {
        let position = game.position();
        let (by, index) = match position.probabilities() {
            Some(list) => {
                draws += 1;
                let weights: Vec<u32> = list.iter().map(|it| it.weight).collect();
                ("chance".to_owned(), dice.choose(draws - 1, &weights))
            }
            None => (position.info().seat_name(position.actor().seat().unwrap()).to_owned(), 0),
        };
        let text = position.actions().swap_remove(index);
        game.try_event(&text).unwrap();
        let seq = events.len() as u32 + 1;
        events.push(Event { seq, text, by, at: Millis(0) });
    }
    let proof = |secret: &Secret| DiceProof {
        commitment: secret.commitment(),
        nonces: vec!["a".to_owned()],
        secret: Some(secret.to_hex()),
    };
    let table = |secret: &Secret| TableLog {
        game: "heaven-hell".to_owned(),
        start: start.clone(),
        people: Vec::new(),
        dice: Some(proof(secret)),
        events: events.clone(),
        ..self::table()
    };
    let fair = check(&table(&secret), &[]);
    assert_eq!((kinds(&fair), fair.draws), (vec![], 3));
    let others = (0..20).map(|byte| kinds(&check(&table(&Secret::new([byte; 32])), &[])));
    assert!(others.filter(|found| *found == [Kind::Dice]).count() > 15, "another secret leads to other draws");
}
