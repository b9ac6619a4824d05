//! `lessons check` and `learn`.

use std::io::Write;
use std::process::Stdio;

use menagerie_lessons::courses;

use crate::run::{command, menagerie, out, refused};

/// Runs `learn` with this input and a state folder of its own.
fn learn(words: &[&str], input: &str, state: &std::path::Path) -> String {
    let mut learn = command(&[&["learn"], words].concat());
    learn.env("XDG_STATE_HOME", state).stdin(Stdio::piped()).stdout(Stdio::piped());
    let mut child = learn.spawn().unwrap();
    child.stdin.take().unwrap().write_all(input.as_bytes()).unwrap();
    let output = child.wait_with_output().unwrap();
    assert!(output.status.success());
    String::from_utf8(output.stdout).unwrap()
}

#[test]
fn the_courses_of_all_games_are_free_of_faults() {
    let text = out(&["lessons", "check"]);
    assert_eq!(text.lines().count(), courses().len(), "{text}");
    assert!(text.lines().all(|line| line.ends_with(" levels, no faults")), "{text}");
}

#[test]
fn faults_of_a_file_are_reported_and_fail() {
    let folder = std::env::temp_dir().join(format!("menagerie-course-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let file = folder.join("course.toml");
    let name = file.to_str().unwrap();
    let course = menagerie_catalog::find("jungle").unwrap().info().lessons;
    std::fs::write(&file, format!("game = \"jungle\"\n{course}")).unwrap();
    assert!(out(&["lessons", "check", name]).ends_with(" levels, no faults\n"));
    std::fs::write(
        &file,
        format!("game = \"jungle\"\n{}", course.replacen("id = ", "id = \"x\"\nseat = \"blue\" #", 1)),
    )
    .unwrap();
    let output = menagerie(&["lessons", "check", name]);
    assert_eq!(output.status, 1);
    assert!(output.out.contains(": level x: seat: there is no seat 'blue'\n"), "{}", output.out);
    std::fs::write(&file, "[[chapter]]\ntitel = 1\n").unwrap();
    let output = menagerie(&["lessons", "check", name]);
    assert!(output.out.contains(": line 2: "), "{}", output.out);
    std::fs::write(&file, course).unwrap();
    assert!(refused(&["lessons", "check", name], 2).contains("add game = "));
    assert!(refused(&["lessons", "check", "poker"], 2).contains("is no game and no readable file"));
    std::fs::remove_dir_all(folder).unwrap();
}

/// Every level of every course, solved through a pipe with the learner's own actions.
#[test]
fn every_course_can_be_learned_through_a_pipe() {
    let state = std::env::temp_dir().join(format!("menagerie-learn-{}", std::process::id()));
    for (info, course) in courses() {
        let game = menagerie_catalog::find(info.id).unwrap();
        let mut input = String::new();
        for level in course.levels() {
            let mut attempt = menagerie_lessons::Attempt::new(game, level).unwrap();
            while !attempt.is_over() {
                let action = &level.solution[attempt.history().len()];
                attempt.play(action);
                input.extend([action.as_str(), "\n"]);
            }
            input += "next\n";
        }
        let text = learn(&[info.id], &input, &state);
        let (solved, levels) = (text.matches("*** Solved.").count(), course.levels().count());
        assert_eq!(solved, levels, "{}:\n{text}", info.id);
        let listed = learn(&[], "", &state);
        assert!(listed.contains(&format!("{}: {levels} of {levels} levels", info.name())), "{listed}");
    }
    std::fs::remove_dir_all(state).unwrap();
}

#[test]
fn a_refusal_names_the_rule_and_a_level_can_be_chosen() {
    let state = std::env::temp_dir().join(format!("menagerie-refusal-{}", std::process::id()));
    let (info, course) = &courses()[0];
    let level = course.levels().nth(1).unwrap();
    let text = learn(&[info.id, &level.id], "nonsense\nquit\n", &state);
    assert!(text.contains(&format!("level 2 of {}: {}", course.levels().count(), level.title)), "{text}");
    assert!(text.contains("> nonsense\nNot possible: "), "{text}");
    assert!(refused(&["learn", "poker"], 2).contains("there are courses for: "));
    assert!(refused(&["learn", info.id, "poker"], 2).contains("there is no level 'poker'"));
}
