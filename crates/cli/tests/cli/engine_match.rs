//! Engine matches, also against other programs: this one, and small scripts that misbehave.

use std::collections::HashSet;
use std::io::{BufRead, BufReader, Read};
use std::path::PathBuf;
use std::process::Stdio;
use std::{env, fs, process};

use crate::run::{CommandOutput, command, menagerie, refused};

/// A folder for the files of a test.
fn place(name: &str) -> PathBuf {
    env::temp_dir().join(format!("menagerie-test-{}-{name}", process::id()))
}

/// This program as an external player.
fn ourselves(game: &str, settings: &str) -> String {
    format!("cmd:{} engine {game}?{settings}&nodes=2", env!("CARGO_BIN_EXE_menagerie"))
}

/// Plays two games and returns the summary and the games.
fn play(game: &str, first: &str, second: &str, more: &[&str]) -> (String, String) {
    let file = place(&format!("{}-{}.txt", game.replace(':', "-"), second.len()));
    let save = file.display().to_string();
    let words = ["match", game, "--player", first, "--player", second, "--games", "2", "--save", &save];
    let words = [&words[..], more].concat();
    let CommandOutput { out: summary, status, .. } = menagerie(&words);
    assert_eq!(status, 0, "{words:?}");
    let games = fs::read_to_string(&file).unwrap();
    fs::remove_file(file).unwrap();
    (summary, games)
}

#[test]
fn every_game_can_be_played_against_another_program_over_ugi() {
    for game in menagerie_catalog::games().iter().map(|game| game.info().id) {
        let (summary, games) = play(game, "nodes:2", &ourselves(game, "protocol=ugi"), &[]);
        assert!(!summary.contains("fault"), "{game}: {summary}");
        assert!(games.contains("[Scores "), "{games}");
    }
}

#[test]
fn games_of_one_action_a_turn_can_be_played_over_uci() {
    for game in ["shogi5", "jungle:classic"] {
        let (summary, _) = play(game, "nodes:2", &ourselves("", "protocol=uci"), &[]);
        assert!(!summary.contains("fault"), "{game}: {summary}");
    }
}

/// A match of very weak players.
const TINY: [&str; 6] = ["match", "shogi5", "--player", "nodes:1", "--player", "nodes:1"];

#[test]
fn games_in_a_folder_are_never_written_over() {
    let folder = place("folder");
    let save = folder.display().to_string() + "/";
    let words = [&TINY[..], &["--games", "2", "--save", &save]].concat();
    let names = || {
        let mut names: Vec<_> = fs::read_dir(&folder).unwrap().map(|entry| entry.unwrap().file_name()).collect();
        names.sort();
        names
    };
    assert_eq!(menagerie(&words).status, 0);
    assert_eq!(names(), ["000001.txt", "000002.txt"]);
    let first = fs::read_to_string(folder.join("000001.txt")).unwrap();
    assert_eq!(menagerie(&[&words[..], &["--seed", "9"]].concat()).status, 0);
    assert_eq!(names(), ["000001.txt", "000002.txt", "000003.txt", "000004.txt"]);
    assert_eq!(fs::read_to_string(folder.join("000001.txt")).unwrap(), first);
    fs::remove_dir_all(folder).unwrap();
}

#[test]
fn progress_is_told_where_nobody_sees_a_terminal() {
    let output = menagerie(&[&TINY[..], &["--games", "40"]].concat());
    assert_eq!((output.status, output.out.lines().count()), (0, 3), "{output:?}");
    for games in (4..40).step_by(4) {
        let line = output.err.lines().find(|line| line.starts_with(&format!("{games} of 40 games, ")));
        assert!(line.is_some(), "at each tenth: {}", output.err);
    }
    assert!(!output.err.contains('\x1b'), "{}", output.err);
}

#[cfg(unix)]
#[test]
fn an_interrupted_match_ends_with_what_it_knows() {
    let words = [&TINY[..], &["--games", "600"]].concat();
    let mut child = command(&words).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    let mut told = BufReader::new(child.stderr.take().unwrap()).lines();
    assert!(told.next().unwrap().unwrap().starts_with("60 of 600 games"));
    assert!(process::Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap().success());
    let mut summary = String::new();
    child.stdout.take().unwrap().read_to_string(&mut summary).unwrap();
    assert_eq!(child.wait().unwrap().code(), Some(0));
    let games: usize = summary.split(" of ").nth(1).and_then(|rest| rest.split(' ').next()?.parse().ok()).unwrap();
    assert!((60..600).contains(&games), "{summary}");
}

#[test]
fn a_program_that_refuses_its_options_plays_no_match() {
    for (game, option, reason) in [
        ("shogi5", "option.EvalFile=/no/such.net".to_owned(), "cannot read the net"),
        ("shogi5", format!("option.EvalFile={}", net_of("djambi")), "this net is for djambi, not for shogi5"),
        ("shogi5", "option.Threads=many".to_owned(), "should be a whole number"),
        ("jungle", "option.TablesFolder=/no/such".to_owned(), "/no/such"),
    ] {
        let player = ourselves("", &format!("protocol=ugi&{option}"));
        let said = refused(&["match", game, "--player", "nodes:2", "--player", &player, "--games", "2"], 2);
        assert!(said.contains(reason), "{option}: {said}");
    }
    // The game comes after the options.
    let net = ourselves("", &format!("protocol=ugi&option.EvalFile={}", net_of("shogi5")));
    let (summary, _) = play("shogi5", "nodes:2", &net, &[]);
    assert!(!summary.contains("fault"), "{summary}");
}

/// A program that runs this when it gets `go`, and logs its input.
#[cfg(unix)]
fn script(name: &str, on_go: &str) -> (String, PathBuf) {
    let (file, log) = (place(name), place(&format!("{name}.log")));
    let text = format!(
        "while read -r line; do
           echo \"$line\" >> '{}'
           case $line in
             ugi) echo ugiok;; uci) echo uciok;; isready) echo readyok;; quit) exit;;
             go*) {on_go};;
           esac
         done",
        log.display()
    );
    fs::write(&file, text).unwrap();
    (format!("cmd:sh {}", file.display()), log)
}

/// How both games end against a program that misbehaves.
#[cfg(unix)]
#[track_caller]
fn loses(name: &str, on_go: &str, settings: &str, event: &str, fault: &str) -> String {
    let (program, log) = script(name, on_go);
    let (summary, games) = play("shogi5", "nodes:2", &format!("{program}?{settings}&name=it"), &["--openings", "0"]);
    assert!(summary.contains("nodes:2  2.0 of 2 points"), "{summary}");
    assert!(games.contains(event) && games.contains(fault), "{games}");
    let heard = fs::read_to_string(&log).unwrap();
    fs::remove_file(log).unwrap();
    fs::remove_file(place(name)).unwrap();
    heard
}

#[cfg(unix)]
#[test]
fn a_program_that_answers_with_nonsense_loses() {
    loses("nonsense", "echo 'bestmove z9z9'", "nodes=1", "!leave:black", "black answered 'z9z9', which is not legal");
}

#[cfg(unix)]
#[test]
fn a_program_that_ends_loses_and_is_started_again() {
    let heard = loses("crash", "exit 3", "nodes=1", "!leave:white", "white the program ended");
    assert_eq!(heard.lines().filter(|line| *line == "ugi").count(), 2);
}

#[cfg(unix)]
#[test]
fn a_program_that_does_not_answer_runs_out_of_time() {
    loses("silence", ":", "time=5", "!flag:black", "black did not answer in time");
}

/// What a program reports while it plays is no reason to end the match. What it reports at the start of any game is one.
#[cfg(unix)]
#[test]
fn an_error_at_the_start_of_a_later_game_ends_the_match() {
    let during = "echo 'info string ERROR: odd'; echo 'bestmove z9z9'";
    loses("error-during-a-game", during, "nodes=1", "!leave:black", "black answered 'z9z9', which is not legal");
    let file = place("error-at-the-second-game");
    let text = "while read -r line; do case $line in
        ugi) echo ugiok;; isready) echo readyok;; go*) echo bestmove z9z9;; quit) exit;;
        uginewgame) games=x$games; if [ $games = xx ]; then echo 'info string ERROR: out of memory'; fi;;
    esac; done";
    fs::write(&file, text).unwrap();
    let program = format!("cmd:sh {}", file.display());
    let words = ["match", "shogi5", "--player", "nodes:2", "--player", &program, "--games", "2"];
    let CommandOutput { out: summary, err, status } = menagerie(&words);
    fs::remove_file(file).unwrap();
    assert_eq!(status, 2, "{err}");
    // The progress of the first game comes before the error.
    assert!(
        err.lines().last().is_some_and(|line| line.starts_with("error: ")) && err.contains("out of memory"),
        "{err}"
    );
    assert!(summary.starts_with("nodes:2") && summary.contains("  1.0 of 1 points"), "the score so far: {summary}");
}

/// A line of more than 64 KiB is not kept, and an endless line is not waited for.
#[cfg(unix)]
#[test]
fn a_program_that_writes_a_line_without_end_loses_at_once() {
    let endless = "exec tr '\\0' x < /dev/zero";
    loses("endless-line", endless, "nodes=1", "!leave:black", "black wrote a line of more than 64 KiB");
}

#[cfg(unix)]
#[test]
fn a_program_that_greets_with_a_line_without_end_cannot_play() {
    let file = place("flood");
    fs::write(&file, "exec tr '\\0' x < /dev/zero").unwrap();
    let program = format!("cmd:sh {}", file.display());
    let message = refused(&["match", "shogi5", "--player", "nodes:1", "--player", &program], 2);
    fs::remove_file(&file).unwrap();
    assert!(message.contains("wrote a line of more than 64 KiB"), "{message}");
}

#[cfg(unix)]
#[test]
fn a_program_hears_its_clock_and_loses_when_its_flag_falls() {
    let heard = loses("flag", ":", "tc=0.2+0.1", "!flag:black", "black did not answer in time");
    assert!(heard.contains("\ngo p1time 200 p1inc 100\n"), "only clocks that there are: {heard}");
    let heard = loses("uci-flag", ":", "protocol=uci&nodes=3&tc=0.2", "!flag:white", "white did not answer in time");
    assert!(heard.contains("\ngo nodes 3 wtime 200 winc 0\n"), "{heard}");
}

/// Time enough for every game: no flag falls.
#[test]
fn our_players_keep_to_their_clocks() {
    let (summary, games) = play("shogi5", "nodes:9?tc=600+1", "nodes:9?tc=600", &[]);
    assert!(!summary.contains("fault"), "{summary}");
    assert!(games.contains("[TimeControl1 \"600+1\"]") && games.contains("[TimeControl2 \"600+0\"]"), "{games}");
}

#[test]
fn after_two_games_nobody_claims_to_know_who_is_stronger() {
    let output = menagerie(&["match", "shogi5", "--player", "nodes:400", "--player", "nodes:1", "--games", "2"]);
    assert!(output.out.ends_with("Elo difference: unknown, too few games\n"), "{}", output.out);
}

#[cfg(unix)]
#[test]
fn a_uci_program_gets_a_fresh_position_and_its_plus_is_dropped() {
    let settings = "protocol=uci&nodes=7&option.Use Book=no&variant=tiny";
    let heard =
        loses("plus", "echo 'bestmove a5a2+ ponder a1a2'", settings, "1. a5a2 ", "answered 'a5a2', which is not legal");
    assert!(heard.contains("position fen lbsgk/4p/5/P4/KGSBL[] b 0 1\ngo nodes 7\n"), "{heard}");
    assert!(!heard.contains(" moves "), "{heard}");
    let options = "uci\nsetoption name Use Book value no\nsetoption name UCI_Variant value tiny\nucinewgame\nisready\n";
    assert!(heard.starts_with(options), "{heard}");
}

/// The lines of the results file, and the tables.
fn ladder(file: &str, more: &[&str]) -> (Vec<String>, String) {
    let words = ["match", "shogi5", "--ladder", "--openings", "2", "--results", file];
    let output = menagerie(&[&words[..], more].concat());
    assert_eq!(output.status, 0, "{output:?}");
    let lines = fs::read_to_string(file).unwrap().lines().map(str::to_owned).collect();
    (lines, output.out)
}

#[test]
fn a_ladder_that_was_stopped_is_continued_without_playing_a_game_twice() {
    let path = place("results.tsv");
    let file = path.display().to_string();
    let few = ["--games", "2", "--minutes", "0.03"];
    let (early, _) = ladder(&file, &few);
    let (lines, tables) = ladder(&file, &few);
    assert_eq!(lines[..early.len()], early);
    // The game, the level and the number.
    let games: Vec<Vec<_>> = lines[1..].iter().map(|line| line.split('\t').take(3).collect()).collect();
    let different: HashSet<_> = games.iter().collect();
    assert_eq!(different.len(), games.len(), "{lines:?}");
    for level in 2..=8 {
        let played = games.iter().filter(|game| game[1] == level.to_string()).count();
        let row = format!("| {level} | {} | {played} |", level - 1);
        assert_eq!(tables.contains(&row), played > 0, "{row} {tables}");
    }
    let message = refused(&["match", "shogi5", "--ladder", "--seed", "2", "--results", &file], 2);
    assert!(message.contains("seed 1") && message.contains("seed 2"), "{message}");
    fs::remove_file(path).unwrap();
}

#[test]
fn wrong_calls_say_what_would_be_right() {
    let two = ["--player", "nodes:1", "--player", "nodes:1"];
    for (words, part) in [
        (&["match", "shogi5"][..], "--player"),
        (&[&["match", "shogi5", "jungle"], &two[..]].concat(), "several games need --ladder"),
        (&[&["match", "shogi5"], &two[..], &["--minutes", "5"]].concat(), "--ladder"),
        (&["match", "shogi5", "--ladder", "--minutes", "soon"], "a number of minutes"),
        (&["match", "shogi5", "--player", "nodes:1"], "name 2 players"),
        (&["match", "shogi5", "--player", "level:0", "--player", "level:1"], "from 1 to 8"),
        (&[&["match", "shogi5"], &two[..], &["--sprt", "5", "0"]].concat(), "less than"),
        (&[&["match", "djambi"], &two[..], &["--sprt", "0", "5", "--versus", "one"]].concat(), "as many seats each"),
        (&[&["match", "shogi5"], &two[..], &["--openings", "1000"]].concat(), "begin with fewer"),
        (&["match", "shogi5", "--player", "nodes:1", "--player", "cmd:no-such-program"], "cannot be started"),
    ] {
        let message = refused(words, 2);
        assert!(message.contains(part), "'{part}' is missing: {message}");
    }
}

/// The net of a game in the repository.
fn net_of(game: &str) -> String {
    format!("{}/../games/{game}/src/eval/{game}.net", env!("CARGO_MANIFEST_DIR"))
}

#[test]
fn a_match_with_a_net_that_does_not_fit_is_refused_at_the_start() {
    let folder = place("nets");
    fs::create_dir_all(&folder).unwrap();
    let truncated = folder.join("truncated.net");
    let whole = fs::read(net_of("shogi5")).unwrap();
    fs::write(&truncated, &whole[..whole.len() / 2]).unwrap();
    let missing = folder.join("missing.net").display().to_string();
    for (file, reason) in [
        (net_of("djambi"), "this net is for djambi, not for shogi5"),
        (truncated.display().to_string(), "the net is truncated"),
        (missing, "cannot read the net"),
    ] {
        for form in ["nodes:2", "level:1"] {
            let player = format!("{form}?eval={file}");
            let words = ["match", "shogi5", "--player", "nodes:2", "--player", &player, "--games", "2"];
            let said = refused(&words, 2);
            assert!(said.contains(reason), "{player}: {said}");
        }
    }
    fs::remove_dir_all(folder).unwrap();
    for eval in ["classical".to_owned(), net_of("shogi5")] {
        let player = format!("nodes:2?eval={eval}");
        let CommandOutput { err, status, .. } =
            menagerie(&[&TINY[..4], &["--player", &player, "--games", "2"]].concat());
        assert_eq!(status, 0, "{eval}: {err}");
    }
}
