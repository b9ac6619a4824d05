//! `verify` and `convert`: records from files and from standard input.

use crate::run::{menagerie, menagerie_with, out, refused};

const RECORD: &str = "[Game \"shogi5\"]\n[Seat1 \"black Ann\"]\n[Seat2 \"white Bob\"]\n[Scores \"1 0\"]\n[Rule \"shogi5/end/1\"]\n\
    [Reason \"the king is taken\"]\n[Result \"1-0\"]\n\n1. a5a2 2. c1c2 3. a2a1 1-0\n";

#[test]
fn a_true_record_is_verified() {
    let output = menagerie_with(&["verify", "-"], RECORD.as_bytes());
    assert_eq!(output.out, "verified: shogi5, 3 actions, no dice\n", "{}", output.err);
    assert_eq!(output.status, 0);
}

#[test]
fn a_false_record_exits_with_1_and_says_where() {
    let output = menagerie_with(&["verify", "-"], RECORD.replace("c1c2", "c1c3").as_bytes());
    assert_eq!((output.out.as_str(), output.status), ("", 1));
    assert!(output.err.starts_with("error: not verified: event 2, c1c3: "), "{}", output.err);
    let output = menagerie_with(&["verify", "-"], RECORD.replace("Scores \"1 0\"", "Scores \"0 1\"").as_bytes());
    assert_eq!(output.status, 1, "{}", output.err);
}

#[test]
fn what_is_no_record_exits_with_2() {
    assert!(refused(&["verify", "no-such-file"], 2).contains("no-such-file"));
    for noise in [&b"\xff\xfe"[..], b"", b"{", b"[Game \"poker\"]\n\n*"] {
        let output = menagerie_with(&["convert", "-", "--to", "json"], noise);
        let expected = if noise.starts_with(b"[Game") { 0 } else { 2 };
        assert_eq!(output.status, expected, "{}", output.err);
    }
}

#[test]
fn records_convert_without_loss() {
    let json = menagerie_with(&["convert", "-", "--to", "json"], RECORD.as_bytes()).out;
    assert!(json.starts_with('{') && json.ends_with("}\n"), "{json}");
    assert_eq!(menagerie_with(&["convert", "-", "--to", "text"], json.as_bytes()).out, RECORD);
}

#[test]
fn several_records_are_judged_one_by_one() {
    let untrue = RECORD.replace("c1c2", "c1c3");
    let output = menagerie_with(&["verify", "-"], [RECORD, &untrue, RECORD].join("\n").as_bytes());
    let lines: Vec<_> = output.out.lines().collect();
    assert_eq!(lines.len(), 3, "{}", output.out);
    assert_eq!([lines[0], lines[2]], [1, 3].map(|number| format!("{number} verified: shogi5, 3 actions, no dice")));
    assert!(lines[1].starts_with("2 not verified: event 2, c1c3: "), "{}", output.out);
    assert_eq!((output.err.as_str(), output.status), ("error: not verified: 1 of 3 records\n", 1));
}

#[test]
fn one_record_is_converted_and_several_are_refused_with_the_reason() {
    let output = menagerie_with(&["convert", "-", "--to", "json"], [RECORD, RECORD].join("\n").as_bytes());
    assert_eq!((output.out.as_str(), output.status), ("", 2));
    assert_eq!(output.err, "error: -: line 11: another record begins, and only one can be read here\n");
}

#[test]
fn the_games_of_a_match_saved_in_one_file_verify() {
    let file = std::env::temp_dir().join(format!("menagerie-test-{}-match.txt", std::process::id()));
    let name = file.display().to_string();
    let player = ["--player", "nodes:2", "--player", "nodes:2"];
    // Its progress goes to standard error.
    let output = menagerie(&[&["match", "shogi5"], &player[..], &["--games", "2", "--save", &name]].concat());
    assert_eq!(output.status, 0, "{}", output.err);
    let verified = out(&["verify", &name]);
    std::fs::remove_file(file).unwrap();
    assert!(verified.starts_with("1 verified: shogi5, ") && verified.contains("\n2 verified: shogi5, "), "{verified}");
}

/// A record in a file of its own.
fn file(name: &str, text: &str) -> String {
    let file = std::env::temp_dir().join(format!("menagerie-test-{}-{name}", std::process::id()));
    std::fs::write(&file, text).unwrap();
    file.display().to_string()
}

#[test]
fn each_of_several_files_has_its_line_and_the_worst_decides() {
    let truth = file("true.txt", RECORD);
    let lie = file("lie.txt", &RECORD.replace("[Result \"1-0\"]", "[Result \"0-1\"]"));
    let both = file("both.txt", &[RECORD, RECORD].join("\n"));
    let noise = file("noise.txt", "[");
    let verified = "verified: shogi5, 3 actions, no dice";
    let output = menagerie(&["verify", &truth, &both]);
    let expected = format!("{truth}: {verified}\n{both}: 1 {verified}\n{both}: 2 {verified}\n");
    assert_eq!((output.out, output.err, output.status), (expected, String::new(), 0));
    let output = menagerie(&["verify", &lie, &truth]);
    let why = "not verified: the tag Result \"0-1\" is false: by the events it should be \"1-0\"";
    assert_eq!(output.out, format!("{lie}: {why}\n{truth}: {verified}\n"));
    assert_eq!((output.err.as_str(), output.status), ("error: not verified: 1 of 2 records\n", 1));
    let output = menagerie(&["verify", &noise, &lie, "no-such-file", &truth]);
    assert_eq!((output.out.lines().count(), output.status), (4, 2), "{}{}", output.out, output.err);
    assert!(output.out.lines().nth(2).unwrap().starts_with("no-such-file: "), "{}", output.out);
    for file in [truth, lie, both, noise] {
        std::fs::remove_file(file).unwrap();
    }
}

#[test]
fn a_false_result_exits_with_1_and_names_the_tag() {
    for (found, swapped, tag) in [
        ("[Result \"1-0\"]", "[Result \"0-1\"]", "the tag Result \"0-1\""),
        ("a2a1 1-0", "a2a1 *", "the closing result \"*\""),
        ("[Reason \"", "[Reason \"perhaps ", "the tag Reason \"perhaps "),
        ("[Rule \"", "[Rule \"x", "the tag Rule \"x"),
    ] {
        let output = menagerie_with(&["verify", "-"], RECORD.replace(found, swapped).as_bytes());
        assert_eq!((output.out.as_str(), output.status), ("", 1), "{swapped}");
        assert!(output.err.starts_with(&format!("error: not verified: {tag}")), "{}", output.err);
    }
}

#[test]
fn a_record_with_a_byte_order_mark_is_read() {
    let marked = format!("\u{feff}{RECORD}");
    assert_eq!(menagerie_with(&["verify", "-"], marked.as_bytes()).status, 0);
    assert_eq!(menagerie_with(&["convert", "-", "--to", "text"], marked.as_bytes()).out, RECORD);
}
