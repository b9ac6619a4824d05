//! Records of real matches: both forms, round trips, what does not verify, hostile texts.

use menagerie_game::{Actor, Dice};
use menagerie_match::{TimeControl, TimeControlError};
use menagerie_record::dice::{Secret, TableDice};
use menagerie_record::{DiceProof, Ended, Entry, ReadError, Record, Records, VerifyError, begin, clock_tags, verify};
use menagerie_testkit::dice;

const NONCES: [&str; 2] = ["ann", "b\"o\\b\n"];

/// A random match of a game, its chance drawn by the table's dice.
fn played(game: &str, seed: u64, longest: usize) -> Record {
    let secret = Secret::new([seed as u8; 32]);
    let table = TableDice::new(&secret, NONCES);
    let mut dice = dice(seed);
    let mut play = begin(game, None).unwrap();
    let mut draws = 0;
    while play.end().is_none() && play.len() < longest {
        let actions = play.position().actions();
        let index = match play.position().actor() {
            Actor::Chance => {
                let weights: Vec<_> = play.position().probabilities().unwrap().iter().map(|p| p.weight).collect();
                draws += 1;
                table.choose(draws - 1, &weights)
            }
            _ => dice.roll(actions.len() as u32) as usize,
        };
        play.try_event(&actions[index]).unwrap();
    }
    let at = |(index, event): (usize, String)| Entry {
        event,
        at: (index % 3 != 0).then_some(1_700_000_000_000 + index as i64),
    };
    Record {
        game: game.to_owned(),
        seats: play
            .start()
            .seats()
            .iter()
            .map(|seat| play.info().seat_name(seat).to_owned())
            .zip(["Ann \"the rook\" Lee".to_owned(), "Bob\\".to_owned()])
            .collect(),
        tags: vec![("Site".into(), "here, \"there\"".into()), ("Date".into(), "2026.11.15".into())],
        events: play.log_from(0).into_iter().enumerate().map(at).collect(),
        ended: play.end().map(Ended::from),
        dice: Some(DiceProof {
            commitment: secret.commitment(),
            nonces: NONCES.map(str::to_owned).to_vec(),
            secret: Some(secret.to_hex()),
        }),
        ..Record::default()
    }
}

#[test]
fn the_clock_of_a_match_is_in_both_forms() {
    let controls =
        [TimeControl::Fischer { initial: 300, increment: 3 }, TimeControl::Days { days: 2 }, TimeControl::None];
    for control in controls {
        let record = Record { tags: clock_tags(control, Some(1_700_000_000_123)), ..played("jungle", 1, 20) };
        for read in [Record::from_text(&record.to_text()).unwrap(), Record::from_json(&record.to_json()).unwrap()] {
            assert_eq!(read.control(), Ok(control));
            assert_eq!(read.started() == Some(1_700_000_000_123), control != TimeControl::None);
            assert!(verify(&read).is_ok());
        }
    }
    let strange = Record::from_text("[Game \"jungle\"]\n[Clock \"an hourglass\"]\n\n1. a3a4 {[%at 7]} *\n").unwrap();
    assert_eq!((strange.control(), strange.started()), (Err(TimeControlError), None));
    assert!(verify(&strange).is_ok(), "what no clock can be set by disturbs nobody");
}

fn all_games() -> impl Iterator<Item = &'static str> {
    menagerie_catalog::games().iter().map(|game| game.info().id)
}

#[test]
fn both_forms_hold_the_same_and_verify() {
    for game in all_games() {
        for seed in 1..6 {
            let record = played(game, seed, 200);
            let text = record.to_text();
            assert_eq!(Record::from_text(&text).unwrap(), record, "{text}");
            assert_eq!(Record::from_json(&record.to_json()).unwrap(), record);
            assert!(text.lines().filter(|line| !line.starts_with('[')).all(|line| line.len() <= 80), "{text}");
            let verified = verify(&record).unwrap();
            assert_eq!((verified.actions, verified.dice), (record.events.len(), true));
        }
    }
}

#[test]
fn a_changed_action_does_not_verify() {
    let mut record = played("jungle", 3, 60);
    record.events[20].event = record.events[19].event.clone();
    assert!(matches!(verify(&record), Err(VerifyError::Event { number: 21, .. })));
}

#[test]
fn another_secret_does_not_verify() {
    let mut record = played("shogi5", 4, 60);
    record.dice.as_mut().unwrap().secret = Some(Secret::new([9; 32]).to_hex());
    assert!(matches!(verify(&record), Err(VerifyError::Commitment)));
    record.dice.as_mut().unwrap().secret = Some("no hex".into());
    assert!(matches!(verify(&record), Err(VerifyError::Commitment)));
}

#[test]
fn a_changed_draw_does_not_verify() {
    for game in all_games().filter(|id| menagerie_catalog::find(id).unwrap().info().chance) {
        let mut record = played(game, 5, 3);
        // The first action is chance's: take another that chance could have drawn.
        let actions = begin(game, None).unwrap().position().actions();
        let other = actions.iter().find(|&action| *action != record.events[0].event).unwrap();
        record.events.truncate(1);
        record.events[0].event.clone_from(other);
        assert!(matches!(verify(&record), Err(VerifyError::Dice { number: 1, .. })), "{game}");
        // Other nonces are another key.
        let mut record = played(game, 5, 40);
        record.dice.as_mut().unwrap().nonces.reverse();
        assert!(matches!(verify(&record), Err(VerifyError::Dice { .. })), "{game}");
    }
}

#[test]
fn a_wrong_result_does_not_verify() {
    let mut record = played("shogi5", 6, 500);
    record.ended.as_mut().expect("random games of shogi5 end soon").scores.reverse();
    assert!(matches!(verify(&record), Err(VerifyError::Tag { .. })));
    record.events.pop();
    assert!(matches!(verify(&record), Err(VerifyError::Tag { .. })));
}

#[test]
fn what_is_no_record_is_refused_with_its_line() {
    let refused = |text: &str| Record::from_text(text).unwrap_err().to_string();
    assert_eq!(refused(""), "the tag Game is missing");
    assert_eq!(refused("[Game \"x\"]\n[Bad]"), "line 2: a tag is [Name \"value\"], found '[Bad]'");
    assert_eq!(refused("[Game \"x\" y\"]"), "line 1: a tag is [Name \"value\"], found '[Game \"x\" y\"]'");
    assert_eq!(refused("[Game \"x\"]\n\n1. a {open"), "line 3: a comment has no end");
    assert_eq!(refused("[Secret \"x\"]"), "the tag Commitment comes before Nonce and Secret");
    assert!(matches!(Record::from_text(&"x".repeat(9 << 20)), Err(ReadError::TooLong)));
    assert!(Record::from_json("{\"game\":1}").is_err());
    assert!(Record::from_json(&"[".repeat(100_000)).is_err());
    assert!(matches!(verify(&Record { game: "poker".into(), ..Record::default() }), Err(VerifyError::Begin(_))));
}

#[test]
fn records_can_stand_one_after_the_other() {
    let records: Vec<_> = all_games().map(|game| played(game, 2, 90)).collect();
    let text: String = records.iter().map(|record| record.to_text() + "\n").collect();
    let read = |text: &str| Records::of(text.as_bytes()).collect::<Result<Vec<_>, _>>();
    assert_eq!(read(&text).unwrap(), records);
    assert_eq!(read(&records[0].to_json()).unwrap(), records[..1]);
    let second = records[0].to_text().lines().count() + 2;
    let one = text.parse::<Record>().unwrap_err().to_string();
    assert_eq!(one, format!("line {second}: another record begins, and only one can be read here"));
}

#[test]
fn what_is_wrong_among_several_records_is_named_by_its_line() {
    let text = "[Game \"shogi5\"]\n\n1. a5a2 *\n\n[Game \"jungle\"]\n[Bad]\n\n*\n\n[Game \"djambi\"]\n\n*\n";
    let mut records = Records::of(text.as_bytes());
    assert_eq!(records.next().unwrap().unwrap().game, "shogi5");
    let wrong = records.next().unwrap().unwrap_err().to_string();
    assert_eq!(wrong, "line 6: a tag is [Name \"value\"], found '[Bad]'");
    assert!(records.next().is_none(), "after an error nothing is trusted");
}

/// Neither a line without end nor a record without end fills the memory.
#[test]
fn endless_input_is_refused() {
    let endless = |line: &'static [u8]| std::io::Read::chain(&b"[Game \"x\"]\n"[..], Repeat(line.iter().cycle()));
    for line in [&b"a "[..], b"a\n", b"[A \"b\"]\n", b"\n"] {
        assert!(matches!(Record::read(endless(line)), Err(ReadError::TooLong)));
        assert!(matches!(Records::of(endless(line)).next(), Some(Err(ReadError::TooLong))));
    }
    assert!(matches!(Record::read(&b"\xff"[..]), Err(ReadError::NotText)));
    assert!(matches!(Records::of(&b"\xff"[..]).next(), Some(Err(ReadError::NotText))));
    assert!(matches!(Records::of(&b""[..]).next(), Some(Err(ReadError::Value { name: "Game", .. }))));
}

/// The same bytes for ever.
struct Repeat(std::iter::Cycle<std::slice::Iter<'static, u8>>);

impl std::io::Read for Repeat {
    fn read(&mut self, buffer: &mut [u8]) -> std::io::Result<usize> {
        buffer.iter_mut().zip(&mut self.0).for_each(|(byte, &next)| *byte = next);
        Ok(buffer.len())
    }
}

#[test]
fn damaged_records_never_panic() {
    let record = played("chess2", 7, 40);
    let forms = [record.to_text(), record.to_json()];
    let mut dice = dice(8);
    for number in 0..3000 {
        let mut bytes = forms[number % 2].clone().into_bytes();
        for _ in 0..=dice.roll(4) {
            let at = dice.roll(bytes.len() as u32) as usize;
            bytes[at] = b"[]{}\"\\ \n!*.x0"[dice.roll(13) as usize];
        }
        let damaged = String::from_utf8_lossy(&bytes);
        let read = if number % 2 == 0 { Record::from_text(&damaged) } else { Record::from_json(&damaged) };
        if let Ok(record) = read {
            assert_eq!(Record::from_text(&record.to_text()).unwrap().events, record.events);
            let _ = verify(&record);
        }
    }
}

/// Strangers' JSON is written as text for others: it must stay what it is.
#[test]
fn json_that_would_break_out_of_the_text_is_refused() {
    let fields = [
        r#""tags": [["X\"]\n[Game \"jungle", "v"]]"#,
        r#""tags": [["Secret", "v"]]"#,
        r#""tags": [["Seat1", "v"]]"#,
        r#""events": [{"event": "a5a2 !resign:white"}]"#,
        r#""events": [{"event": "{"}]"#,
        r#""events": [{"event": "1-0"}]"#,
        r#""events": [{"event": "[Game"}]"#,
        r#""seats": [["the black", "Ann"]]"#,
        r#""ended": {"scores": ["1 0"], "rule": "", "reason": ""}"#,
    ];
    for field in fields {
        let read = Record::from_json(&format!(r#"{{"game": "shogi5", {field}}}"#));
        assert!(matches!(read, Err(ReadError::Field { .. })), "{field}: {read:?}");
    }
}
