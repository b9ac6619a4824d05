//! The judge must be able to say no: honest papers pass, and each doctored one is found out for what it is.

use std::time::Duration;

use menagerie_store::{Event, Millis, Said};
use menagerie_wire::table::{Clocks, Offers, Stage, Table, TimeControl};
use menagerie_wire::{Code, Entry, FromClient, Refused, Room, Say, Seen, ToClient};

use super::replay::replay;
use super::{Judgement, Kind, TableLog, check};
use crate::transcript::{Line, Transcript, What};

const BLACK: &str = "black";
const WHITE: &str = "white";

/// A match of three actions: black, white, black.
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
        dice: None,
        events: events.map(event).to_vec(),
        said: Vec::new(),
    }
}

fn seen(table: &TableLog, viewer: &str, version: usize) -> Seen {
    let moment = &replay(table).unwrap()[version];
    let sight = moment.sight(viewer).unwrap();
    Seen {
        viewer: viewer.to_owned(),
        actor: moment.actor.clone(),
        text: sight.text.clone(),
        actions: sight.actions.clone(),
        scene: None,
        covered: false,
        can_undo: false,
        undo_barred: None,
        clocks: Clocks::default(),
        offers: Offers::default(),
        ended: moment.ended.clone(),
    }
}

fn entry(table: &TableLog, version: u32) -> Entry {
    let Event { text, by, at, .. } = table.events[version as usize - 1].clone();
    Entry { version, by, event: text, turn: version, at: at.0, happened: Vec::new(), back: None }
}

fn event(table: &TableLog, viewer: &str, version: u32) -> What {
    let (entry, seen) = (entry(table, version), Box::new(seen(table, viewer, version as usize)));
    What::Heard(Box::new(ToClient::Event { version, entry, seen }))
}

fn full(table: &TableLog, viewer: &str, version: u32) -> What {
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
    What::Heard(Box::new(ToClient::Full {
        version,
        table: Box::new(shown),
        seen: Box::new(seen(table, viewer, version as usize)),
        earlier: 0,
        log: (1..=version).map(|version| entry(table, version)).collect(),
        talk: Vec::new(),
    }))
}

fn act(ack: u32, at: u32, seat: &str, action: &str) -> What {
    What::Sent(FromClient::Act { ack, at, seat: seat.to_owned(), action: action.to_owned() })
}

fn done(ack: u32, version: u32) -> What {
    What::Heard(Box::new(ToClient::Done { ack, version }))
}

fn refused(ack: u32, code: Code) -> What {
    let refused = Refused { code, error: "no".to_owned(), rule: None };
    What::Heard(Box::new(ToClient::Refused { ack: Some(ack), refused }))
}

fn transcript(table: &TableLog, seat: &str, what: Vec<What>) -> Transcript {
    let line = |(second, what)| Line { at: Duration::from_secs(second), what };
    Transcript {
        table: table.id.clone(),
        seat: Some(seat.to_owned()),
        lines: (0..).zip(what).map(line).collect(),
        settled: true,
    }
}

/// What both clients would have written down, black losing its connection once.
fn honest(table: &TableLog) -> [Transcript; 2] {
    let connected = |since| What::Connected { node: 0, since };
    let black = vec![
        connected(None),
        full(table, BLACK, 0),
        act(1, 0, BLACK, "a5a2"),
        What::Lost("cut".to_owned()),
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
    [transcript(table, BLACK, black), transcript(table, WHITE, white)]
}

fn kinds(judgement: &Judgement) -> Vec<Kind> {
    let mut kinds: Vec<Kind> = judgement.findings.iter().map(|finding| finding.kind).collect();
    kinds.sort_unstable();
    kinds.dedup();
    kinds
}

/// What is found when the log is changed after the clients have written down what they saw.
fn doctored_log(doctor: impl FnOnce(&mut TableLog)) -> Vec<Kind> {
    let mut table = table();
    let transcripts = honest(&table);
    doctor(&mut table);
    kinds(&check(&[table], &transcripts))
}

/// What is found when clients say something else than they saw.
fn doctored_transcripts(doctor: impl FnOnce(&TableLog, &mut [Transcript; 2])) -> Vec<Kind> {
    let table = table();
    let mut transcripts = honest(&table);
    doctor(&table, &mut transcripts);
    kinds(&check(&[table], &transcripts))
}

#[test]
fn honest_papers_pass() {
    let table = table();
    let transcripts = honest(&table);
    let judgement = check(&[table], &transcripts);
    assert_eq!(judgement.findings, []);
    assert_eq!((judgement.events, judgement.sights), (3, 7));
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
        let asked = |line: &Line| matches!(&line.what, What::Sent(FromClient::Act { ack: 2, .. }));
        let answered =
            |line: &Line| matches!(&line.what, What::Heard(it) if matches!(**it, ToClient::Done { ack: 2, .. }));
        black.lines.retain(|line| !asked(line) && !answered(line));
    });
    assert_eq!(found, [Kind::Doubled]);
}

#[test]
fn a_resignation_more_than_was_asked_for_is_found() {
    let mut table = table();
    table.events.push(Event { seq: 4, text: "!resign:white".into(), by: WHITE.into(), at: Millis(9000) });
    table.stage = Stage::Over;
    table.result = replay(&table).unwrap()[4].ended.clone();
    let found = kinds(&check(&[table.clone()], &honest(&table)));
    assert_eq!(found, [Kind::Doubled]);
}

#[test]
fn words_said_twice_are_found_and_words_lost_too() {
    let mut table = table();
    let mut transcripts = honest(&table);
    let say = Say { room: Room::Players, text: "hello".to_owned() };
    let message = FromClient::Say { ack: 9, seat: Some(WHITE.to_owned()), say };
    let line = |what| Line { at: Duration::from_secs(99), what };
    transcripts[1].lines.extend([line(What::Sent(message.clone())), line(done(9, 3))]);
    assert_eq!(kinds(&check(&[table.clone()], &transcripts)), [Kind::Lost]);
    let said = Said {
        id: 1,
        seat: Some(WHITE.to_owned()),
        name: "Bob".to_owned(),
        room: Room::Players,
        text: "hello".to_owned(),
        at: Millis(5),
    };
    table.said = vec![said.clone()];
    assert_eq!(kinds(&check(&[table.clone()], &transcripts)), []);
    table.said.push(Said { id: 2, ..said });
    assert_eq!(kinds(&check(&[table.clone()], &transcripts)), [Kind::Doubled]);
    // Sent again because the answer was lost: to be said once all the same.
    transcripts[1].lines.push(line(What::Sent(message)));
    assert_eq!(kinds(&check(&[table], &transcripts)), [Kind::Doubled]);
}

#[test]
fn an_action_that_was_refused_and_yet_done_is_found() {
    let refuse = |code| doctored_transcripts(|_, [black, _]| black.lines[10].what = refused(2, code));
    assert_eq!(refuse(Code::Stale), [Kind::Refused]);
    // After trouble nobody can know; that is counted, not blamed.
    assert_eq!(refuse(Code::Trouble), []);
}

#[test]
fn a_wrong_view_is_found() {
    let found = doctored_transcripts(|table, [black, _]| {
        let What::Heard(message) = &mut black.lines[11].what else { panic!("an event") };
        let ToClient::Event { seen: shown, .. } = &mut **message else { panic!("an event") };
        shown.text = seen(table, BLACK, 2).text;
    });
    assert_eq!(found, [Kind::View]);
}

#[test]
fn versions_in_the_wrong_order_twice_or_with_a_gap_are_found() {
    let reordered = doctored_transcripts(|_, [_, white]| white.lines.swap(4, 5));
    let doubled = doctored_transcripts(|_, [_, white]| white.lines.push(white.lines[5].clone()));
    let gap = doctored_transcripts(|_, [_, white]| drop(white.lines.remove(4)));
    let back = doctored_transcripts(|table, [_, white]| {
        white.lines.push(Line { at: Duration::ZERO, what: full(table, WHITE, 1) });
    });
    let forgetful = doctored_transcripts(|table, [_, white]| {
        // The other node does not know what was acknowledged here.
        white.lines.truncate(4);
        let connected = What::Connected { node: 1, since: None };
        white.lines.extend([connected, full(table, WHITE, 1)].map(|what| Line { at: Duration::ZERO, what }));
    });
    for found in [reordered, doubled, gap, back, forgetful] {
        assert_eq!(found, [Kind::Order]);
    }
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

#[test]
fn a_client_without_an_answer_is_found() {
    assert_eq!(doctored_transcripts(|_, [_, white]| white.settled = false), [Kind::Unanswered]);
}

/// A match in which white's flag falls so many milliseconds after black's first action, and nobody looks on.
fn flagged(after: i64) -> Vec<Kind> {
    let mut table = table();
    table.clock = TimeControl::Fischer { initial: 10, increment: 0 };
    table.events.truncate(1);
    table.events.push(Event { seq: 2, text: "!flag:white".into(), by: WHITE.into(), at: Millis(1000 + after) });
    table.people.clear();
    table.stage = Stage::Over;
    table.result = replay(&table).unwrap()[2].ended.clone();
    kinds(&check(&[table], &[]))
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
    assert_eq!(kinds(&check(&[table], &[])), [Kind::Clock]);
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
    let fair = check(&[table(&secret)], &[]);
    assert_eq!((kinds(&fair), fair.draws), (vec![], 3));
    let others = (0..20).map(|byte| kinds(&check(&[table(&Secret::new([byte; 32]))], &[])));
    assert!(others.filter(|found| *found == [Kind::Dice]).count() > 15, "another secret leads to other draws");
}
