//! `menagerie net`: what it shows of the embedded nets, and of files that it cannot trust.

use std::path::Path;
use std::{env, fs, process};

use menagerie_catalog::games;

use crate::run::out;

/// The note of each net with the id of its game. What belongs to a game is indented below its id.
fn notes(shown: &str) -> Vec<(&str, &str)> {
    let mut notes = Vec::new();
    let mut game = "";
    for line in shown.lines() {
        match line.strip_prefix("  ") {
            None => game = line,
            Some(note) if note.starts_with('{') => notes.push((game, note)),
            Some(_) => {}
        }
    }
    notes
}

#[test]
fn each_embedded_net_names_its_round_its_commit_and_its_data() {
    let shown = out(&["net"]);
    let notes = notes(&shown);
    // A game may have no net yet.
    let shown_games: Vec<_> = shown.lines().filter(|line| !line.starts_with(' ')).collect();
    assert_eq!(notes.iter().map(|(game, _)| *game).collect::<Vec<_>>(), shown_games, "{shown}");
    assert!(shown_games.iter().all(|game| games().iter().any(|it| it.info().id == *game)), "{shown}");
    for (game, note) in notes {
        let note: serde_json::Value =
            serde_json::from_str(note).unwrap_or_else(|error| panic!("{game}: {error}: {note}"));
        assert!(note["round"].as_u64().is_some_and(|round| round > 0), "{game}: {note}");
        let commit = note["commit"].as_str().unwrap_or_default();
        assert!(commit.len() >= 7 && commit.chars().all(|c| c.is_ascii_hexdigit()), "{game}: {note}");
        let data = note["data"].as_array().unwrap_or_else(|| panic!("{game}: {note}"));
        let names_game = |text: &serde_json::Value| text.as_str().is_some_and(|text| text.starts_with(game));
        assert!(!data.is_empty() && data.iter().all(names_game), "{game}: {note}");
    }
}

/// Where the length of the note stands in a file, and where the note begins.
const NOTE_LENGTH: usize = 44;
const NOTE: usize = NOTE_LENGTH + 4;

/// The embedded net of shogi5 with another note.
fn net_with_note(note: &str) -> Vec<u8> {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("../games/shogi5/src/eval/shogi5.net");
    let net = fs::read(file).unwrap();
    let length = u32::from_le_bytes(net[NOTE_LENGTH..NOTE].try_into().unwrap()) as usize;
    let length_of_note = (note.len() as u32).to_le_bytes();
    let mut bytes =
        [&net[..NOTE_LENGTH], &length_of_note, note.as_bytes(), &net[NOTE + length..net.len() - 8]].concat();
    // The checksum: FNV-1a with 64 bits.
    let fnv = |hash: u64, byte: &u8| (hash ^ u64::from(*byte)).wrapping_mul(0x0000_0100_0000_01B3);
    let checksum = bytes.iter().fold(0xCBF2_9CE4_8422_2325, fnv);
    bytes.extend(checksum.to_le_bytes());
    bytes
}

#[test]
fn the_note_of_a_file_does_not_act_on_the_terminal() {
    let file = env::temp_dir().join(format!("menagerie-note-{}.net", process::id()));
    fs::write(&file, net_with_note("it's \"\u{1b}]0;title\u{7}\r\n\u{9b}2J\u{202e}\"")).unwrap();
    let shown = out(&["net", file.to_str().unwrap()]);
    fs::remove_file(file).unwrap();
    assert!(shown.ends_with("\n  it's \"\\u{1b}]0;title\\u{7}\\r\\n\\u{9b}2J\\u{202e}\"\n"), "{shown:?}");
}
