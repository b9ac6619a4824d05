//! Every command once, on shogi5.

use std::process::Stdio;

use crate::run::{SHOGI5, command, menagerie, out};

#[test]
fn games_have_one_line_each_that_begins_with_the_id() {
    let text = out(&["games"]);
    let ids: Vec<_> = text.lines().filter_map(|line| line.split(' ').next()).collect();
    let listed: Vec<_> = menagerie_catalog::games().iter().map(|game| game.info().id).collect();
    assert_eq!(ids, listed);
}

#[test]
fn a_games_facts() {
    let text = out(&["games", "shogi5"]);
    assert!(text.contains("seats in order of play: black, white\nchance: no\nhidden information: no\n"), "{text}");
}

#[test]
fn rules_are_the_guide_or_the_exact_rules() {
    let info = menagerie_catalog::find("shogi5").unwrap().info();
    assert_eq!(out(&["rules", "shogi5"]), info.guide.trim_end().to_owned() + "\n");
    assert_eq!(out(&["rules", "shogi5", "--exact"]), info.rules.trim_end().to_owned() + "\n");
}

#[test]
fn actions_are_sorted_one_per_line() {
    let expected = "a5a2\na5a3\na5a4\nb5a4\nb5c4\nb5d3\nb5e2\nc5b4\nc5c4\nc5d4\nd5c4\nd5d4\ne4e3\ne5d4\n";
    assert_eq!(out(&["actions", "shogi5"]), expected);
    assert_eq!(out(&["actions", "shogi5", "--position", SHOGI5]), expected);
}

#[test]
fn a_finished_game_has_no_actions() {
    assert_eq!(out(&["actions", "shogi5", "--position", "1bsgk/4p/5/5/+lGSBL[kp] w"]), "");
}

#[test]
fn apply_writes_the_position_after_all_actions() {
    assert_eq!(out(&["apply", "shogi5"]), format!("{SHOGI5}\n"));
    assert_eq!(out(&["apply", "shogi5", "a5a2"]), "1bsgk/4p/5/+l4/KGSBL[p] w\n");
    assert_eq!(out(&["apply", "shogi5", "a5a2", "a1a2"]), "1bsgk/4p/5/K4/1GSBL[Lp] b\n");
    assert_eq!(out(&["apply", "shogi5", "--position", SHOGI5, "a5a2"]), "1bsgk/4p/5/+l4/KGSBL[p] w\n");
}

#[test]
fn where_nothing_is_hidden_everybody_sees_the_position() {
    for seat in ["black", "white", "spectator"] {
        assert_eq!(out(&["view", "shogi5", "--seat", seat]), format!("{SHOGI5}\n"));
    }
}

#[test]
fn explain_names_the_rule_and_is_an_answer_either_way() {
    let (legal, illegal) = (out(&["explain", "shogi5", "a5a2"]), out(&["explain", "shogi5", "a5a1"]));
    assert!(legal.starts_with("legal shogi5/"), "{legal}");
    assert!(illegal.starts_with("illegal shogi5/"), "{illegal}");
    assert_eq!((legal.lines().count(), illegal.lines().count()), (1, 1));
}

#[test]
fn the_last_line_of_perft_is_the_count_alone() {
    let counts = [(0, "1\n"), (1, "14\n"), (2, "194\n"), (3, "2887\n"), (4, "43813\n"), (5, "754984\n")];
    for (depth, count) in counts {
        assert_eq!(out(&["perft", "shogi5", &depth.to_string()]), count);
    }
}

#[test]
fn threads_do_not_change_the_count() {
    let one = out(&["perft", "shogi5", "5", "--divide"]);
    for threads in ["2", "3", "200"] {
        assert_eq!(out(&["perft", "shogi5", "5", "--divide", "--threads", threads]), one);
    }
}

#[test]
fn divide_gives_each_first_action_its_share() {
    let text = out(&["perft", "shogi5", "3", "--divide"]);
    let (shares, count) = text.trim_end().rsplit_once('\n').unwrap();
    let pairs: Vec<(&str, u64)> =
        shares.lines().map(|line| line.split_once(": ").unwrap()).map(|(a, n)| (a, n.parse().unwrap())).collect();
    assert_eq!(count, "2887");
    assert_eq!(pairs.iter().map(|(_, share)| share).sum::<u64>(), 2887);
    let actions: Vec<_> = pairs.iter().map(|(action, _)| *action).collect();
    assert_eq!(actions.join("\n") + "\n", out(&["actions", "shogi5"]));
    assert_eq!(out(&["perft", "shogi5", "0", "--divide"]), "1\n");
}

#[test]
fn playouts_tell_games_and_actions_per_second() {
    let text = out(&["playouts", "shogi5", "--seconds", "0.05", "--seed", "3"]);
    let words: Vec<_> = text.lines().map(|line| line.split_once(": ").unwrap()).collect();
    let names: Vec<_> = words.iter().map(|(name, _)| *name).collect();
    assert_eq!(names, ["playouts per second", "actions per second", "actions per playout", "finished"]);
    assert!(words[..3].iter().all(|(_, number)| number.parse::<f64>().unwrap() > 0.0), "{text}");
}

/// Release builds add the commit and its day.
#[test]
fn the_version_is_that_of_the_workspace() {
    let said = out(&["--version"]);
    let rest = said.strip_prefix(concat!("menagerie ", env!("CARGO_PKG_VERSION"))).unwrap().trim();
    assert!(rest.is_empty() || (rest.starts_with('(') && rest.ends_with(')')), "{said}");
}

#[test]
fn every_command_has_a_manual_page() {
    let folder = std::env::temp_dir().join(format!("menagerie-manual-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    out(&["manual", folder.to_str().unwrap()]);
    for (name, text) in [("menagerie", "--lan"), ("menagerie-perft", "--divide"), ("menagerie-lessons-check", "NAME")] {
        let page = std::fs::read_to_string(folder.join(format!("{name}.1"))).unwrap();
        // In a manual page a hyphen is escaped.
        assert!(page.replace("\\-", "-").contains(text), "{name}: {page}");
    }
    std::fs::remove_dir_all(&folder).unwrap();
    assert_eq!(menagerie(&["manual", folder.to_str().unwrap()]).status, 2, "the folder must exist");
}

#[test]
fn completions_are_written_for_the_shells() {
    for shell in ["bash", "zsh", "fish", "powershell", "elvish"] {
        assert!(out(&["completions", shell]).contains("menagerie"), "{shell}");
    }
    assert!(out(&["completions", "bash"]).contains("shogi5"), "games are completed too");
}

#[test]
fn help_teaches_with_examples() {
    let commands = ["games", "rules", "actions", "apply", "inspect", "view", "explain", "perft", "playouts", "show"];
    let all = out(&["help"]);
    for command_name in commands.into_iter().chain(["console", "completions"]) {
        assert!(all.contains(&format!("\n  {command_name} ")), "{command_name} is not in the list");
        assert!(out(&[command_name, "--help"]).contains("Examples:\n"), "{command_name}");
    }
}

#[test]
fn nobody_listening_is_no_failure() {
    for words in [&["rules", "shogi5", "--exact"][..], &["actions", "shogi5"], &["completions", "bash"], &["help"]] {
        let mut child = command(words).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
        drop(child.stdout.take());
        let output = child.wait_with_output().unwrap();
        assert_eq!((output.status.code(), output.stderr.as_slice()), (Some(0), &b""[..]), "{words:?}");
    }
}

#[test]
fn the_version_is_the_workspaces() {
    assert_eq!(menagerie(&["--version"]).out, format!("menagerie {}\n", env!("CARGO_PKG_VERSION")));
}
