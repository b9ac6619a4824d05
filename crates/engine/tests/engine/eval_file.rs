//! The option `EvalFile`: which evaluation the engine uses, and which files it refuses.

use std::path::{Path, PathBuf};
use std::{env, fs, process};

use crate::talk::Talk;

/// The net of a game in the repository.
fn net_of(game: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("../games/{game}/src/eval/{game}.net"))
}

/// A session of shogi5 in a dialect.
fn session(dialect: &str) -> Talk {
    let mut talk = Talk::about("shogi5");
    talk.say(dialect);
    talk
}

fn set(talk: &mut Talk, file: &str) -> Vec<String> {
    talk.say(&format!("setoption name EvalFile value {file}"))
}

/// The scores and the best action of a search from the start. The times differ from run to run.
fn search(talk: &mut Talk) -> Vec<String> {
    talk.say("ucinewgame");
    talk.say("uginewgame");
    talk.say("position startpos");
    let said = talk.say("go nodes 3000");
    let of_line = |line: &String| {
        let words: Vec<&str> = line.split(' ').collect();
        let score = words.iter().position(|word| *word == "score").map(|at| words[at..at + 3].join(" "));
        score.or_else(|| line.starts_with("bestmove").then(|| line.clone()))
    };
    let found: Vec<_> = said.iter().filter_map(of_line).collect();
    assert!(found.len() > 1 && found.last().is_some_and(|line| line.starts_with("bestmove")), "{said:?}");
    found
}

#[test]
fn the_classical_evaluation_and_the_embedded_net_are_selected_by_name() {
    for dialect in ["ugi", "uci"] {
        let mut talk = session(dialect);
        let embedded = search(&mut talk);
        assert_eq!(set(&mut talk, "classical"), [""; 0]);
        let classical = search(&mut talk);
        assert_ne!(classical, embedded, "{dialect}");
        assert_eq!(set(&mut talk, "embedded"), [""; 0]);
        assert_eq!(search(&mut talk), embedded, "{dialect}");
        set(&mut talk, "classical");
        assert_eq!(set(&mut talk, &net_of("shogi5").display().to_string()), [""; 0], "a net of the game");
        assert_eq!(search(&mut talk), embedded, "{dialect}: the file is the embedded net");
    }
}

/// Graphical clients send an empty text for an option that is not set.
#[test]
fn an_empty_text_selects_the_embedded_net() {
    let mut talk = session("ugi");
    let embedded = search(&mut talk);
    for empty in ["", "<empty>"] {
        assert_eq!(set(&mut talk, "Classical"), [""; 0]);
        assert_ne!(search(&mut talk), embedded);
        assert_eq!(set(&mut talk, empty), [""; 0], "'{empty}'");
        assert_eq!(search(&mut talk), embedded, "'{empty}'");
    }
}

/// A refused file changes nothing: the search goes on with the evaluation from before.
#[test]
fn a_file_that_does_not_fit_is_refused_with_the_reason_and_never_used() {
    let folder = env::temp_dir().join(format!("menagerie-eval-file-{}", process::id()));
    fs::create_dir_all(&folder).unwrap();
    let truncated = folder.join("truncated.net");
    let whole = fs::read(net_of("shogi5")).unwrap();
    fs::write(&truncated, &whole[..whole.len() / 2]).unwrap();
    let no_net = folder.join("text.net");
    fs::write(&no_net, "a text").unwrap();
    let wrong = [
        (truncated, "the net is truncated"),
        (no_net, "this is not a net"),
        (folder.join("missing.net"), "cannot read the net"),
    ];
    for dialect in ["ugi", "uci"] {
        for before in ["embedded", "classical"] {
            let mut talk = session(dialect);
            set(&mut talk, before);
            let expected = search(&mut talk);
            for (file, reason) in &wrong {
                let said = set(&mut talk, &file.display().to_string());
                let in_use = format!("; EvalFile {before} is in use");
                let is_refusal = |line: &String| {
                    line.starts_with("info string ERROR: ") && line.contains(reason) && line.ends_with(&in_use)
                };
                assert!(said.len() == 1 && is_refusal(&said[0]), "{dialect}: {said:?}, expected {reason}");
            }
            assert_eq!(search(&mut talk), expected, "{dialect}: {before} is still used");
        }
    }
    fs::remove_dir_all(folder).unwrap();
}

/// What a fresh session of a game finds with an evaluation.
fn search_with(game: &str, eval: &str) -> Vec<String> {
    let mut fresh = Talk::about(game);
    fresh.say("ugi");
    assert_eq!(set(&mut fresh, eval), [""; 0]);
    search(&mut fresh)
}

const JUNGLE: &str = "setoption name UCI_Variant value jungle:classic";
const SHOGI: &str = "setoption name UCI_Variant value shogi5";

/// A net fits one game only. It is not lost while another game is selected.
#[test]
fn another_game_does_not_use_the_net_of_the_one_before() {
    let net = net_of("shogi5").display().to_string();
    let mut talk = session("ugi");
    assert_eq!(set(&mut talk, &net), [""; 0]);
    let refusal = talk.ask(JUNGLE);
    assert!(refusal.starts_with("info string ERROR: "), "{refusal}");
    assert!(
        refusal.ends_with("this net is for shogi5, not for jungle; EvalFile embedded is in use"),
        "the reason and what is used instead: {refusal}"
    );
    assert_eq!(search(&mut talk), search_with("jungle:classic", "embedded"));
    assert_eq!(talk.say(SHOGI), [""; 0], "its game is selected again");
    assert_eq!(search(&mut talk), search_with("shogi5", &net));
}

#[test]
fn the_classical_evaluation_stays_selected_in_another_game() {
    let mut talk = session("ugi");
    set(&mut talk, "classical");
    assert_eq!(talk.say(JUNGLE), [""; 0]);
    assert_eq!(search(&mut talk), search_with("jungle:classic", "classical"));
}

/// Clients may send the options in any order, the game after its net.
#[test]
fn a_net_of_another_game_waits_for_its_game() {
    let net = net_of("shogi5").display().to_string();
    for before in ["embedded", "classical"] {
        let mut talk = Talk::of_default_game();
        talk.say("uci");
        set(&mut talk, before);
        let expected = search(&mut talk);
        let said = set(&mut talk, &net);
        let waits =
            format!("this net is for shogi5, not for jungle: EvalFile {before} is in use until UCI_Variant is shogi5");
        assert!(said.len() == 1 && said[0].ends_with(&waits), "{said:?}");
        assert!(!said[0].contains("ERROR"), "it is not refused yet: {said:?}");
        assert_eq!(search(&mut talk), expected, "never evaluate with a net of another game");
        assert_eq!(talk.say(SHOGI), [""; 0]);
        assert_eq!(search(&mut talk), search_with("shogi5", &net));
    }
}

/// The client that chose the game cannot mean another one.
#[test]
fn a_net_of_another_game_is_refused_once_the_game_is_chosen() {
    let refusal = "this net is for jungle, not for shogi5; EvalFile embedded is in use";
    let mut by_option = Talk::of_default_game();
    by_option.say("ugi");
    assert_eq!(by_option.say(SHOGI), [""; 0]);
    for mut talk in [session("ugi"), by_option] {
        let said = set(&mut talk, &net_of("jungle").display().to_string());
        assert!(
            said.len() == 1 && said[0].starts_with("info string ERROR: ") && said[0].ends_with(refusal),
            "{said:?}"
        );
        assert_eq!(talk.say(JUNGLE), [""; 0], "it does not wait");
        assert_eq!(search(&mut talk), search_with("jungle:classic", "embedded"));
    }
}

/// A net that cannot be used later does not wait: a damaged one, or one whose game the protocol cannot play.
#[test]
fn a_net_that_fits_no_game_is_refused_at_once() {
    let folder = env::temp_dir().join(format!("menagerie-waiting-nets-{}", process::id()));
    fs::create_dir_all(&folder).unwrap();
    let shogi = fs::read(net_of("shogi5")).unwrap();
    let unknown = [&shogi[..8], b"chess9\0\0\0\0\0\0\0\0\0\0", &shogi[24..]].concat();
    // The hash of the features stands after the game's name.
    let stale = [&shogi[..24], &[0; 8], &shogi[32..]].concat();
    let truncated = format!("the net is truncated: 1000 bytes instead of {}", shogi.len());
    for (name, bytes, reason) in [
        ("truncated.net", &shogi[..1000], &*truncated),
        ("stale.net", &stale, "this net was trained on other features of shogi5 (hash 0000000000000000"),
        ("unknown.net", &unknown, "this net is for chess9, not for jungle"),
        ("chess2.net", &fs::read(net_of("chess2")).unwrap(), "this net is for chess2, not for jungle"),
    ] {
        let file = folder.join(name);
        fs::write(&file, bytes).unwrap();
        let mut talk = Talk::of_default_game();
        talk.say("uci");
        let said = set(&mut talk, &file.display().to_string());
        assert!(said.len() == 1 && said[0].starts_with("info string ERROR: "), "{name}: {said:?}");
        let has_reason = said[0].contains(&format!("{name}: {reason}"));
        assert!(has_reason && said[0].ends_with("; EvalFile embedded is in use"), "{name}: {said:?}");
    }
    fs::remove_dir_all(folder).unwrap();
}

/// Authors train a net again and load it under the same name.
#[test]
fn the_same_path_is_read_again_and_only_then() {
    let file = env::temp_dir().join(format!("menagerie-trained-{}.net", process::id()));
    let path = file.display().to_string();
    fs::copy(net_of("shogi5"), &file).unwrap();
    let mut talk = session("ugi");
    assert_eq!(set(&mut talk, &path), [""; 0]);
    let expected = search(&mut talk);
    fs::write(&file, "a text").unwrap();
    assert_eq!(talk.say("setoption name Threads value 1"), [""; 0], "other options do not read the file");
    assert_eq!(talk.say("setoption name Hash value 8"), [""; 0], "other options do not read the file");
    assert_eq!(talk.say(SHOGI), [""; 0], "the same game does not read the file");
    assert_eq!(search(&mut talk), expected);
    let said = set(&mut talk, &path);
    assert!(said.len() == 1 && said[0].contains("this is not a net"), "{said:?}");
    assert_eq!(search(&mut talk), expected, "the net that was read before is still used");
    fs::remove_file(file).unwrap();
}

/// A file that was refused is not tried again.
#[test]
fn a_refused_file_does_not_wait() {
    let mut talk = session("ugi");
    set(&mut talk, "classical");
    assert!(set(&mut talk, "/no/such.net")[0].contains("cannot read the net"));
    assert_eq!(talk.say(JUNGLE), [""; 0]);
    assert_eq!(search(&mut talk), search_with("jungle:classic", "classical"));
}
