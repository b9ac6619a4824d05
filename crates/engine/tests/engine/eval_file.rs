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
        (net_of("djambi"), "this net is for djambi, not for shogi5"),
        (net_of("jungle"), "this net is for jungle, not for shogi5"),
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
                let is_refusal = |line: &String| line.starts_with("info string ") && line.contains(reason);
                assert!(said.len() == 1 && is_refusal(&said[0]), "{dialect}: {said:?}, expected {reason}");
            }
            assert_eq!(search(&mut talk), expected, "{dialect}: {before} is still used");
        }
    }
    fs::remove_dir_all(folder).unwrap();
}

/// A net fits one game only.
#[test]
fn another_game_does_not_keep_the_net_of_the_one_before() {
    let mut fresh = Talk::about("jungle:classic");
    fresh.say("ugi");
    let expected = search(&mut fresh);
    let mut talk = session("ugi");
    assert_eq!(set(&mut talk, &net_of("shogi5").display().to_string()), [""; 0]);
    assert_eq!(talk.say("setoption name UCI_Variant value jungle:classic"), [""; 0]);
    assert_eq!(search(&mut talk), expected);
}
