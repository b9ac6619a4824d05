//! `inspect`: one JSON object per line, for any input.

use crate::run::{SHOGI5, Talk, menagerie_with};

const START: &str = r#"{"position":"lbsgk/4p/5/P4/KGSBL[] b","actor":"black","actions":["a5a2","a5a3","a5a4","b5a4","b5c4","b5d3","b5e2","c5b4","c5c4","c5d4","d5c4","d5d4","e4e3","e5d4"],"probabilities":null,"outcome":null,"error":null}"#;
/// A spear takes the king: the game is over.
const OVER: &str = r#"{"position":"1bsgk/4p/5/5/+lGSBL[kp] w","actor":null,"actions":[],"probabilities":null,"outcome":{"black":1,"white":0},"error":null}"#;

fn answers(input: &[u8]) -> Vec<String> {
    let output = menagerie_with(&["inspect", "shogi5"], input);
    assert_eq!((output.err.as_str(), output.status), ("", 0));
    output.out.lines().map(str::to_owned).collect()
}

/// The error of an invalid line; the other keys are null.
#[track_caller]
fn error(input: &[u8]) -> String {
    let all = answers(input);
    let [line] = all.as_slice() else { panic!("one line in, {} out", all.len()) };
    let nulls = r#"{"position":null,"actor":null,"actions":null,"probabilities":null,"outcome":null,"error":""#;
    let sentence = line.strip_prefix(nulls).and_then(|rest| rest.strip_suffix("\"}"));
    sentence.unwrap_or_else(|| panic!("no error object: {line}")).to_owned()
}

#[test]
fn a_position_byte_for_byte() {
    assert_eq!(answers(format!("{SHOGI5}\n").as_bytes()), [START]);
}

#[test]
fn a_last_line_without_line_feed_is_answered() {
    assert_eq!(answers(SHOGI5.as_bytes()), [START]);
}

#[test]
fn actions_after_a_tab_lead_on() {
    assert_eq!(answers(format!("{SHOGI5}\ta5a2 c1c2 a2a1\n").as_bytes())[0], over_after_c1c2());
    assert_eq!(answers(format!("{SHOGI5}\t\n").as_bytes()), [START]);
}

fn over_after_c1c2() -> String {
    OVER.replace("1bsgk/4p/5/5/+lGSBL[kp] w", "1bsgk/4p/5/2S2/+lG1BL[kp] w")
}

#[test]
fn every_line_has_its_answer_in_order_also_after_errors() {
    let input = format!("nonsense\n{SHOGI5}\n\n{SHOGI5}\ta1a2\n{SHOGI5}\n");
    let all = answers(input.as_bytes());
    assert_eq!(all.len(), 5);
    assert_eq!((all[1].as_str(), all[4].as_str()), (START, START));
    assert!([0, 2, 3].iter().all(|&i| all[i].starts_with(r#"{"position":null,"#)));
}

#[test]
fn errors_are_sentences() {
    assert_eq!(error(b"\n"), "the line is empty; it should hold a position");
    assert_eq!(error(b"\xff\xfe\n"), "the line is not UTF-8 text");
    assert!(error(format!("{SHOGI5}\ta1a2\n").as_bytes()).starts_with("a1a2 is not legal here: "));
    assert!(error(format!("{SHOGI5}\tjump\n").as_bytes()).starts_with("'jump' is no action: "));
    assert!(!error(b"lbsgk/4p/5/P4/KGSBL[] x\n").is_empty());
    assert!(!error(format!("{SHOGI5}\r\n").as_bytes()).is_empty());
}

#[test]
fn a_megabyte_on_one_line_is_one_error() {
    let mut input = vec![b'l'; 1 << 20];
    input.extend_from_slice(b" b\n");
    assert!(error(&input).len() < 500);
    let mut tail = format!("{SHOGI5}\t").into_bytes();
    tail.extend(std::iter::repeat_n(b'a', 1 << 20));
    assert!(error(&tail).len() < 500);
}

#[test]
fn binary_noise_is_answered_line_by_line() {
    let noise: Vec<u8> = (0..20_000u32).map(|i| (i.wrapping_mul(2_654_435_761) >> 13) as u8).collect();
    let lines = noise.split(|&byte| byte == b'\n').count();
    let all = answers(&noise);
    assert!(all.len() == lines || all.len() + 1 == lines);
    assert!(all.iter().all(|line| line.starts_with(r#"{"position":null,"#)));
}

#[test]
fn an_answer_comes_before_the_next_question() {
    let mut talk = Talk::begin(&["inspect", "shogi5"]);
    for _ in 0..3 {
        talk.say(&format!("{SHOGI5}\n"));
        assert_eq!(talk.hear(), START);
    }
    // An incomplete line in the pipe must not delay the answer to the complete one before it.
    talk.say(&format!("{SHOGI5}\nlbs"));
    assert_eq!(talk.hear(), START);
    talk.say("gk/4p/5/P4/KGSBL[] b\n");
    assert_eq!(talk.hear(), START);
    assert_eq!(talk.end(), (String::new(), 0));
}

#[test]
fn nobody_listening_is_no_failure() {
    assert_eq!(Talk::begin(&["inspect", "shogi5"]).hang_up(), 0);
}
