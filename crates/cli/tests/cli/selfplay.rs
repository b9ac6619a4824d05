//! `menagerie selfplay`: a stopped run is continued, and never with other settings. Nothing but an unfinished block at the
//! end of a file is dropped.

use std::fs::File;
use std::path::{Path, PathBuf};
use std::{env, fs, process};

use crate::run::{out, refused};

/// A folder for the files of a test.
fn folder(name: &str) -> PathBuf {
    let folder = env::temp_dir().join(format!("menagerie-selfplay-{}-{name}", process::id()));
    fs::create_dir_all(&folder).unwrap();
    folder
}

/// Tiny games. One thread, because several threads write their blocks in any order.
const TINY: [&str; 8] = ["selfplay", "shogi5", "--nodes", "2", "--threads", "1", "--openings", "4"];

/// Plays until the file has this many games, and returns its bytes.
fn play(file: &Path, games: &str) -> (String, Vec<u8>) {
    let said = out(&[&TINY[..], &["--games", games, "--output", file.to_str().unwrap()]].concat());
    (said, fs::read(file).unwrap())
}

/// Where each block begins. A block is its length (4 bytes, little-endian), a checksum (4 bytes) and its content.
fn block_starts(bytes: &[u8]) -> Vec<usize> {
    let number = |at: usize| u32::from_le_bytes(bytes[at..at + 4].try_into().unwrap()) as usize;
    // The length of the settings stands after the magic, the game, the hash and the shape of the inputs.
    let mut at = 40 + number(36);
    let mut starts = Vec::new();
    while at < bytes.len() {
        starts.push(at);
        at += 8 + number(at);
    }
    assert_eq!(at, bytes.len(), "the file ends with a whole block");
    starts
}

#[test]
fn a_run_that_was_cut_off_in_a_block_continues_to_the_same_file() {
    let folder = folder("cut");
    let (whole, stopped) = (folder.join("whole.data"), folder.join("stopped.data"));
    let (said, expected) = play(&whole, "40");
    assert!(said.contains("games: 40 of 40 (40 new)"), "{said}");
    let starts = block_starts(&expected);
    assert_eq!(starts.len(), 3, "16, 16 and 8 games");
    // In the middle of the second block, in its head, and right after the first block.
    for cut in [starts[1] + 50, starts[1] + 3, starts[1], starts[2] + 9, expected.len() - 1] {
        fs::write(&stopped, &expected[..cut]).unwrap();
        let kept = if cut < starts[2] { 16 } else { 32 };
        let (said, continued) = play(&stopped, "40");
        assert!(said.contains(&format!("games: 40 of 40 ({} new)", 40 - kept)), "cut at {cut}: {said}");
        assert!(continued == expected, "cut at {cut}: another file");
    }
    fs::remove_dir_all(folder).unwrap();
}

#[test]
fn a_finished_run_is_not_changed_and_a_longer_one_keeps_its_games() {
    let folder = folder("longer");
    let file = folder.join("games.data");
    let (_, first) = play(&file, "16");
    let (said, again) = play(&file, "16");
    assert!(said.contains("games: 16 of 16 (0 new)") && again == first, "{said}");
    let (said, longer) = play(&file, "32");
    assert!(said.contains("games: 32 of 32 (16 new)") && longer.starts_with(&first), "{said}");
    assert!(longer == play(&folder.join("whole.data"), "32").1, "another file than that of one run");
    fs::remove_dir_all(folder).unwrap();
}

#[test]
fn other_settings_and_other_files_are_refused_and_not_changed() {
    let folder = folder("settings");
    let file = folder.join("games.data");
    let (_, before) = play(&file, "2");
    let path = file.to_str().unwrap();
    for other in [
        &["selfplay", "shogi5", "--nodes", "3", "--openings", "4"][..],
        &["selfplay", "shogi5", "--nodes", "2", "--openings", "5"],
        &["selfplay", "shogi5", "--nodes", "2", "--openings", "4", "--random-every", "9"],
        &["selfplay", "shogi5", "--nodes", "2", "--openings", "4", "--seed", "2"],
        &["selfplay", "shogi5", "--nodes", "2", "--openings", "4", "--eval", "classical"],
        &["selfplay", "jungle", "--nodes", "2", "--openings", "4"],
    ] {
        let said = refused(&[other, &["--games", "4", "--output", path]].concat(), 2);
        assert!(said.contains("was begun with other settings"), "{other:?}: {said}");
        assert!(said.contains("there: shogi5; 2 nodes; 2 to 4 random actions"), "{other:?}: {said}");
        assert!(fs::read(&file).unwrap() == before, "{other:?} changed the file");
    }
    // The file names the program, and another one is refused.
    let program = out(&["--version"]).trim().replace("menagerie ", "; program ");
    let at = before.windows(program.len()).position(|bytes| bytes == program.as_bytes()).unwrap();
    let mut other = before.clone();
    other[at + program.len() - 1] ^= 1;
    fs::write(&file, &other).unwrap();
    let said = refused(&[&TINY[..], &["--games", "4", "--output", path]].concat(), 2);
    assert!(said.contains("was begun by another version of the program"), "{said}");
    assert!(fs::read(&file).unwrap() == other, "the file is changed");
    fs::write(&file, "a letter to a friend, longer than the header of a file of training data").unwrap();
    let said = refused(&[&TINY[..], &["--output", path]].concat(), 2);
    assert!(said.contains("is not a file of training data"), "{said}");
    fs::remove_dir_all(folder).unwrap();
}

#[test]
fn a_damaged_file_is_refused_and_not_changed() {
    let folder = folder("damaged");
    let file = folder.join("games.data");
    let (_, whole) = play(&file, "40");
    let starts = block_starts(&whole);
    // In the length, in the checksum and in the content of the second block, all before the last block.
    for at in [starts[1] + 3, starts[1] + 4, starts[1] + 300] {
        let mut damaged = whole.clone();
        damaged[at] ^= 0x40;
        fs::write(&file, &damaged).unwrap();
        let said = refused(&[&TINY[..], &["--games", "40", "--output", file.to_str().unwrap()]].concat(), 2);
        assert!(said.contains(&format!("is damaged: the block of games at byte {}", starts[1])), "{said}");
        assert!(fs::read(&file).unwrap() == damaged, "byte {at}: the file is changed");
    }
    fs::remove_dir_all(folder).unwrap();
}

#[test]
fn a_file_that_another_run_writes_is_refused() {
    let folder = folder("busy");
    let file = folder.join("games.data");
    let (_, before) = play(&file, "2");
    let other = File::open(&file).unwrap();
    other.lock().unwrap();
    let said = refused(&[&TINY[..], &["--games", "4", "--output", file.to_str().unwrap()]].concat(), 2);
    assert!(said.contains("another run is writing to"), "{said}");
    drop(other);
    assert!(fs::read(&file).unwrap() == before, "the file is changed");
    fs::remove_dir_all(folder).unwrap();
}
