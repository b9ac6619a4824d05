//! What a record says about itself must be what its events lead to; what is not true is named by its tag.

use menagerie_record::{Claims, Ended, Record, Records, VerifyError, begin, verify};

/// The first seat loses at once.
fn lost() -> Record {
    let mut game = begin("shogi5", None).unwrap();
    for event in ["a5a4", "!resign:white"] {
        game.try_event(event).unwrap();
    }
    let text = "[Game \"shogi5\"]\n[Seat1 \"black Ann\"]\n[Seat2 \"white Bob\"]\n\n1. a5a4 2. !resign:white";
    let record: Record = text.parse().unwrap();
    Record { ended: game.end().map(Ended::from), claims: Claims::default(), ..record }
}

fn verdict(text: &str) -> Result<(), String> {
    verify(&text.parse::<Record>().unwrap()).map(drop).map_err(|error| error.to_string())
}

/// Swaps a part of a true text for another and gives the reason why it is refused.
#[track_caller]
fn refused(text: &str, found: &str, swapped: &str) -> String {
    assert!(text.contains(found), "{text}");
    verdict(&text.replacen(found, swapped, 1)).expect_err(swapped)
}

#[test]
fn a_false_result_is_refused_with_the_tag_and_both_values() {
    let text = lost().to_text();
    assert_eq!(verdict(&text), Ok(()), "{text}");
    for false_result in ["0-1", "1/2-1/2", "*"] {
        let why = refused(&text, "[Result \"1-0\"]", &format!("[Result \"{false_result}\"]"));
        assert_eq!(why, format!("the tag Result \"{false_result}\" is false: by the events it should be \"1-0\""));
        let why = refused(&text, "!resign:white 1-0", &format!("!resign:white {false_result}"));
        assert_eq!(why, format!("the closing result \"{false_result}\" is false: by the events it should be \"1-0\""));
    }
    refused(&text, "!resign:white 1-0", "!resign:white 0-1 1-0");
    refused(&text, "[Result \"1-0\"]", "[Result \"won\"]");
}

#[test]
fn an_invented_reason_rule_or_score_is_refused() {
    let record = lost();
    let ended = record.ended.clone().unwrap();
    let text = record.to_text();
    let why = refused(&text, &ended.reason, "black ran out of time");
    assert_eq!(why, "the tag Reason \"black ran out of time\" is false: by the events it should be \"white resigned\"");
    assert!(refused(&text, &ended.rule, "shogi5/end/99").contains("the tag Rule \"shogi5/end/99\""));
    assert!(refused(&text, "[Scores \"1 0\"]", "[Scores \"0 1\"]").contains("the tag Scores \"0 1\""));
    // Alone it is no less a claim.
    let alone = "[Game \"shogi5\"]\n[Reason \"white resigned\"]\n\n1. a5a4 2. !resign:white 1-0\n";
    assert_eq!(verdict(alone), Ok(()));
    refused(alone, "white resigned", "black resigned");
}

#[test]
fn json_is_checked_as_text_is() {
    let record = lost();
    let read = |json: &str| verify(&Record::from_json(json).unwrap());
    assert!(read(&record.to_json()).is_ok());
    let ended = record.ended.clone().unwrap();
    let lies = [
        Ended { scores: vec!["0".into(), "1".into()], ..ended.clone() },
        Ended { rule: "shogi5/end/99".into(), ..ended.clone() },
        Ended { reason: "it was late".into(), ..ended },
    ];
    for ended in lies {
        let lie = Record { ended: Some(ended), ..record.clone() };
        assert!(matches!(read(&lie.to_json()), Err(VerifyError::Tag { .. })), "{lie:?}");
    }
    let unended = Record { ended: None, ..record };
    assert!(matches!(read(&unended.to_json()), Err(VerifyError::Tag { .. })), "it says that the match goes on");
}

#[test]
fn an_unfinished_match_has_no_result() {
    let text = "[Game \"shogi5\"]\n[Result \"*\"]\n\n1. a5a4 *\n";
    assert_eq!(verdict(text), Ok(()));
    for result in ["1-0", "0-1", "1/2-1/2"] {
        let why = refused(text, "\"*\"", &format!("\"{result}\""));
        assert_eq!(why, format!("the tag Result \"{result}\" is false: by the events it should be \"*\""));
        refused(text, "a5a4 *", &format!("a5a4 {result}"));
    }
    for tag in ["Scores \"1 0\"", "Reason \"white resigned\"", "Winner \"black\"", "Termination \"normal\""] {
        refused(text, "[Result", &format!("[{tag}]\n[Result"));
    }
    assert_eq!(verdict(&text.replace("[Result", "[Termination \"unterminated\"]\n[Result")), Ok(()));
}

#[test]
fn more_than_two_seats_have_scores_and_no_result() {
    let mut game = begin("djambi:3", None).unwrap();
    let names: Vec<_> = game.position().seats().iter().map(|seat| game.info().seat_name(seat)).collect();
    let events: Vec<_> = names[1..].iter().map(|name| format!("!resign:{name}")).collect();
    for event in &events {
        game.try_event(event).unwrap();
    }
    let scores = Ended::from(game.end().unwrap()).scores.join(" ");
    let text = format!("[Game \"djambi:3\"]\n[Scores \"{scores}\"]\n[Result \"*\"]\n\n{} *\n", events.join(" "));
    assert_eq!(verdict(&text), Ok(()));
    refused(&text, "[Result \"*\"]", "[Result \"1-0\"]");
    refused(&text, &format!("\"{scores}\""), "\"0 0 1\"");
}

#[test]
fn a_record_that_says_nothing_about_its_result_says_nothing_false() {
    for text in ["[Game \"shogi5\"]\n\n1. a5a4 2. !resign:white\n", "[Game \"shogi5\"]\n\n1. a5a4\n"] {
        assert_eq!(verdict(text), Ok(()));
        let record: Record = text.parse().unwrap();
        assert_eq!(record.to_text().parse::<Record>().unwrap(), record);
    }
    assert_eq!(verdict("[Game \"shogi5\"]\n\n1. a5a4 2. !resign:white 1-0\n"), Ok(()), "the closing result is enough");
}

#[test]
fn what_is_false_stays_so_in_both_forms() {
    let text = lost().to_text();
    for (found, swapped) in [("[Result \"1-0\"]", "[Result \"0-1\"]"), ("!resign:white 1-0", "!resign:white *")] {
        let record: Record = text.replace(found, swapped).parse().unwrap();
        for again in [record.to_text().parse().unwrap(), Record::from_json(&record.to_json()).unwrap()] {
            assert_eq!(again, record);
            assert!(verify(&again).is_err(), "{swapped}");
        }
    }
}

#[test]
fn winner_and_termination_of_other_programs_are_checked() {
    let text = lost().to_text();
    let with = |tag: &str| verdict(&text.replacen("[Seat1", &format!("[{tag}]\n[Seat1"), 1));
    for truth in ["Winner \"black\"", "Winner \"Ann\"", "Termination \"Normal\"", "Termination \"abandoned\""] {
        assert_eq!(with(truth), Ok(()), "{truth}");
    }
    for lie in ["Winner \"white\"", "Winner \"Bob\"", "Termination \"time forfeit\"", "Termination \"unterminated\""] {
        assert!(with(lie).is_err(), "{lie}");
    }
}

#[test]
fn seats_are_those_of_the_game_in_order_of_play() {
    let text = lost().to_text();
    let why = refused(&text, "black Ann", "purple Ann");
    assert_eq!(why, "the tag Seat1 \"purple\" is false: by the events it should be one of black, white");
    refused(&text, "white Bob", "black Bob");
}

#[test]
fn set_up_says_whether_there_is_a_position() {
    let start = begin("shogi5", None).unwrap().start().text();
    let text = format!("[Game \"shogi5\"]\n[SetUp \"1\"]\n[FEN \"{start}\"]\n\n*\n");
    assert_eq!(verdict(&text), Ok(()));
    assert!(refused(&text, "[SetUp \"1\"]", "[SetUp \"0\"]").contains("it should be \"1\""));
    assert!(refused(&text, &format!("[FEN \"{start}\"]\n"), "").contains("the tag SetUp \"1\""));
    assert_eq!(verdict("[Game \"shogi5\"]\n[SetUp \"0\"]\n\n*\n"), Ok(()));
}

#[test]
fn a_flag_falls_only_when_the_time_is_up() {
    let text = |flag: i64| {
        format!(
            "[Game \"shogi5\"]\n[Clock \"1+0\"]\n[Started \"1000\"]\n\n\
             1. a5a4 {{[%at 2000]}} 2. !flag:white {{[%at {flag}]}} 1-0\n"
        )
    };
    assert_eq!(verdict(&text(62_000)), Ok(()));
    let why = verdict(&text(32_000)).unwrap_err();
    assert_eq!(why, "event 2, !flag:white: the tag Clock and the stamps leave white 30000 ms more");
    let late = text(62_000).replace("[Started \"1000\"]", "[Started \"3000\"]");
    assert!(verdict(&late).unwrap_err().contains("the tag Started \"3000\""));
    // Stamps beyond all reckoning decide nothing.
    for strange in [i64::MAX, i64::MIN, -1] {
        assert_eq!(verdict(&text(strange)), Ok(()));
    }
}

#[test]
fn a_tag_that_can_stand_once_stands_once() {
    for tag in ["Result \"1-0\"", "Game \"jungle\"", "Seat1 \"black Eve\"", "Reason \"x\""] {
        let text = lost().to_text().replacen("[Seat1", &format!("[{tag}]\n[Seat1"), 1);
        let name = tag.split(' ').next().unwrap();
        let why = text.parse::<Record>().unwrap_err().to_string();
        assert!(why.ends_with(&format!("the tag {name} stands there twice")), "{why}");
    }
}

#[test]
fn a_byte_order_mark_is_no_part_of_a_record() {
    let record = lost();
    let marked = |text: String| format!("\u{feff}{text}");
    let joined = marked(record.to_text()) + "\n" + &marked(record.to_text());
    for text in [marked(record.to_text()), marked(record.to_json())] {
        assert_eq!(Record::read(text.as_bytes()).unwrap(), record);
        let read: Vec<_> = Records::of(text.as_bytes()).map(Result::unwrap).collect();
        assert_eq!(read, std::slice::from_ref(&record));
    }
    let read: Vec<_> = Records::of(joined.as_bytes()).map(Result::unwrap).collect();
    assert_eq!(read, [record.clone(), record]);
    // Nor of an event, wherever a line may break.
    let inside: Record = "[Game \"shogi5\"]\n\n1. \u{feff}a5a4 *\n".parse().unwrap();
    assert_eq!(inside.events[0].event, "a5a4");
}
