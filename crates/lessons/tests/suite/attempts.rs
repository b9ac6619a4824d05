//! Attempts: goals, replies, wrong tries, refutations, turns, hints.

use menagerie_lessons::{Attempt, Course, Status};

use super::{JUNGLE, jungle, play, words};

/// The test course with other lines for one key of its first level.
fn changed(from: &str, to: &str) -> Course {
    assert!(JUNGLE.contains(from), "{from}");
    Course::read(&JUNGLE.replacen(from, to, 1)).unwrap()
}

#[test]
fn a_win_solves_the_level() {
    let answer = play("den", &["d8d9"]);
    assert_eq!((words(&answer).as_str(), answer.played.len()), ("solved", 1));
}

#[test]
fn an_illegal_action_is_refused_with_its_rule_and_changes_nothing() {
    let (game, course) = jungle();
    let mut attempt = Attempt::new(game, course.level("den").unwrap()).unwrap();
    let Status::Refused { message, rule, reason } = attempt.play("d8e9").status else { panic!("not refused") };
    assert_eq!(message.as_deref(), Some("Animals never move diagonally."));
    assert!(rule.is_some_and(|rule| rule.starts_with("jungle/")) && !reason.is_empty());
    let Status::Refused { message, .. } = attempt.play("d8f8").status else { panic!("not refused") };
    assert_eq!(message, None);
    let Status::Refused { rule, .. } = attempt.play("nonsense").status else { panic!("not refused") };
    assert_eq!(rule, None);
    assert!(attempt.history().is_empty() && attempt.turns_left() == 1);
    assert_eq!(words(&attempt.play("d8d9")), "solved");
}

#[test]
fn a_known_wrong_try_has_its_message_and_refutation() {
    let answer = play("den", &["d8c8"]);
    let Status::Missed { message, refutation } = answer.status else { panic!("not missed") };
    assert_eq!(message, "The den was open.");
    assert_eq!(refutation.iter().map(|played| played.action.as_str()).collect::<Vec<_>>(), ["f2f1"]);
}

#[test]
fn an_unknown_try_that_misses_gets_a_sentence_made_from_the_goal_or_the_levels_own() {
    assert_eq!(words(&play("den", &["d8e8"])), "missed This does not win.");
    assert_eq!(words(&play("two-steps", &["d7c7"])), "missed The cat needs two steps up.");
}

#[test]
fn a_harmful_answer_is_found_by_search_and_a_quiet_one_is_not_shown() {
    let (game, _) = jungle();
    let course = changed("7/3C3/7/7/7/7/7/5e1/7 r", "7/3C3/5e1/7/7/7/7/7/7 r");
    let mut attempt = Attempt::new(game, course.level("den").unwrap()).unwrap();
    let Status::Missed { refutation, .. } = attempt.play("d8d7").status else { panic!("not missed") };
    assert!(refutation.is_empty(), "the elephant on f7 is two steps away");
    let course = changed("7/3C3/7/7/7/7/7/5e1/7 r", "7/3C3/4e2/7/7/7/7/7/7 r");
    let mut attempt = Attempt::new(game, course.level("den").unwrap()).unwrap();
    let Status::Missed { refutation, .. } = attempt.play("d8d7").status else { panic!("not missed") };
    assert_eq!(refutation.iter().map(|played| played.action.as_str()).collect::<Vec<_>>(), ["e7d7"]);
}

#[test]
fn replies_come_from_the_first_line_that_begins_with_the_actions() {
    let answer = play("two-steps", &["d7d8"]);
    assert_eq!(words(&answer), "going");
    assert_eq!(answer.played.iter().map(|played| played.action.as_str()).collect::<Vec<_>>(), ["d7d8", "f2f1"]);
    assert_eq!(words(&play("two-steps", &["d7d8", "d8d9"])), "solved");
    assert_eq!(words(&play("two-steps", &["d7d8", "d8c8"])), "missed One step short.");
}

#[test]
fn turns_are_counted_and_a_finished_attempt_takes_no_more_actions() {
    let (game, course) = jungle();
    let mut attempt = Attempt::new(game, course.level("two-steps").unwrap()).unwrap();
    assert_eq!(attempt.turns_left(), 2);
    attempt.play("d7d8");
    assert_eq!(attempt.turns_left(), 1);
    attempt.play("d8e8");
    assert!(attempt.is_over());
    assert_eq!(words(&attempt.play("e8d8")), "refused -");
}

#[test]
fn a_hint_names_the_next_action_of_a_solution() {
    let (game, course) = jungle();
    let mut attempt = Attempt::new(game, course.level("two-steps").unwrap()).unwrap();
    assert_eq!((attempt.hint().text, attempt.hint().action), (None, Some("d7d8")));
    attempt.play("d7d8");
    assert_eq!(attempt.hint().action, Some("d8d9"));
    let attempt = Attempt::new(game, course.level("den").unwrap()).unwrap();
    assert_eq!(attempt.hint().text, Some("The den is right above your cat."));
}

#[test]
fn survival_counts_the_replies_and_the_pieces_to_keep() {
    assert_eq!(words(&play("hold", &["a1a2", "a2a1"])), "solved");
    // Off the line the computer replies; the cat is alive, but not on a1.
    assert_eq!(words(&play("hold", &["a1b1", "b1b2"])), "missed This does not hold.");
}

#[test]
fn goals_of_captures_lines_and_effects() {
    let (game, _) = jungle();
    let result = |goal: &str, action: &str| {
        let text = format!(
            "[[chapter]]\ntitle = \"T\"\n[[chapter.level]]\nid = \"x\"\ntitle = \"T\"\ntext = \"T\"\nmoves = 1\n\
             position = \"7/7/3C3/3r3/7/7/7/5e1/7 r\"\ngoal = {{ {goal} }}\nsolution = [\"d7d6\"]\nsuccess = \"S\"\n"
        );
        let course = Course::read(&text).unwrap();
        words(&Attempt::new(game, course.level("x").unwrap()).unwrap().play(action))
    };
    for goal in
        ["capture = 1", "capture = [\"d6\"]", "line = true", "effect = \"captured\"", "effect = \"captured:rat\""]
    {
        assert_eq!(result(goal, "d7d6"), "solved", "{goal}");
        assert!(result(goal, "d7d8").starts_with("missed"), "{goal}");
    }
    assert!(result("capture = 2", "d7d6").starts_with("missed"));
    assert!(result("capture = [\"d5\"]", "d7d6").starts_with("missed"));
    assert!(result("effect = \"became\"", "d7d6").starts_with("missed"));
}
