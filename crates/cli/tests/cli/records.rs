//! `verify` and `convert`: records from files and from standard input.

use crate::run::{menagerie_with, refused};

const RECORD: &str = "[Game \"shogi5\"]\n[Seat1 \"black Ann\"]\n[Seat2 \"white Bob\"]\n[Scores \"1 0\"]\n[Rule \"shogi5/end/1\"]\n\
    [Reason \"the king is taken\"]\n[Result \"1-0\"]\n\n1. a5a2 2. c1c2 3. a2a1 1-0\n";

#[test]
fn a_true_record_is_verified() {
    let answer = menagerie_with(&["verify", "-"], RECORD.as_bytes());
    assert_eq!(answer.out, "verified: shogi5, 3 actions, no dice\n", "{}", answer.err);
    assert_eq!(answer.status, 0);
}

#[test]
fn a_false_record_exits_with_1_and_says_where() {
    let answer = menagerie_with(&["verify", "-"], RECORD.replace("c1c2", "c1c3").as_bytes());
    assert_eq!((answer.out.as_str(), answer.status), ("", 1));
    assert!(answer.err.starts_with("error: not verified: event 2, c1c3: "), "{}", answer.err);
    let answer = menagerie_with(&["verify", "-"], RECORD.replace("Scores \"1 0\"", "Scores \"0 1\"").as_bytes());
    assert_eq!(answer.status, 1, "{}", answer.err);
}

#[test]
fn what_is_no_record_exits_with_2() {
    assert!(refused(&["verify", "no-such-file"], 2).contains("no-such-file"));
    for noise in [&b"\xff\xfe"[..], b"", b"{", b"[Game \"poker\"]\n\n*"] {
        let answer = menagerie_with(&["convert", "-", "--to", "json"], noise);
        let expected = if noise.starts_with(b"[Game") { 0 } else { 2 };
        assert_eq!(answer.status, expected, "{}", answer.err);
    }
}

#[test]
fn records_convert_without_loss() {
    let json = menagerie_with(&["convert", "-", "--to", "json"], RECORD.as_bytes()).out;
    assert!(json.starts_with('{') && json.ends_with("}\n"), "{json}");
    assert_eq!(menagerie_with(&["convert", "-", "--to", "text"], json.as_bytes()).out, RECORD);
}
