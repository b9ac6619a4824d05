//! Each check of a course finds its fault.

use menagerie_lessons::{Course, check};

use super::{JUNGLE, jungle};

/// The faults of the test course after a replacement.
fn faults(from: &str, to: &str) -> Vec<String> {
    assert!(JUNGLE.contains(from), "{from}");
    let course = Course::read(&JUNGLE.replacen(from, to, 1)).unwrap();
    check(jungle().0, &course).iter().map(ToString::to_string).collect()
}

#[test]
fn a_sound_course_has_no_faults() {
    let (game, course) = jungle();
    assert_eq!(check(game, &course), []);
}

/// `docs/contribute/lessons.md`: its example is a sound level.
#[test]
fn the_example_of_the_documentation_is_sound() {
    let page = include_str!("../../../../docs/contribute/lessons.md");
    let example = page.split("```toml\n").nth(1).and_then(|rest| rest.split("```").next()).unwrap();
    let faults = check(jungle().0, &Course::read(example).unwrap());
    let faults: Vec<_> = faults.iter().filter(|fault| fault.level.is_some()).collect();
    assert!(faults.is_empty(), "{faults:?}");
}

#[test]
fn every_fault_is_found() {
    let cases = [
        ("7/3C3/7/7/7/7/7/5e1/7 r", "9/3C3/7/7/7/7/7/5e1/7 r", "level den: position: "),
        ("7/3C3/7/7/7/7/7/5e1/7 r", "3C3/7/7/7/7/7/7/5e1/7 r", "level den: position: the game is over"),
        ("id = \"den\"", "id = \"den\"\nseat = \"black\"", "level den: position: the learner's seat is not to move"),
        ("id = \"den\"", "id = \"den\"\nseat = \"blue\"", "level den: seat: there is no seat 'blue'"),
        ("goal = { win = true }", "goal = { reach = [\"d8\"] }", "level den: goal: it is reached at the start"),
        ("goal = { win = true }", "goal = { reach = [\"z9\"] }", "level den: goal: there is no place 'z9'"),
        ("kind = \"cat\"", "kind = \"cow\"", "level two-steps: goal: there is no kind 'cow'"),
        ("moves = 1", "moves = 6", "level den: moves: 6; it needs 1 to 5"),
        (
            "[\"d8d9\"]",
            "[\"d8e8\"]",
            "level den: solution [\"d8e8\"]: d8e8 (action 1) ends the level without the goal: ",
        ),
        ("[\"d8d9\"]", "[\"d8e9\"]", "level den: solution [\"d8e9\"]: d8e9 (action 1): "),
        ("[\"d8d9\"]", "[]", "level den: solution []: ends before the goal is reached"),
        ("[\"d8d9\"]", "[\"d8d9\", \"f2f1\"]", "reaches the goal after 1 of its 2 actions"),
        ("moves = 2\nsolution", "moves = 1\nsolution", "level two-steps: solution "),
        ("try = [\"d8c8\"]", "try = [\"d8d9\"]", "level den: wrong try [\"d8d9\"]: d8d9 (action 1) reaches the goal"),
        ("try = [\"d8c8\"]", "try = [\"d8a1\"]", "no refutation can be shown"),
        ("refutation = [\"f2f1\"]", "refutation = [\"f2a1\"]", "refutation: f2a1 is illegal there"),
        ("try = [\"d7d8\", \"f2f1\", \"d8c8\"]", "try = [\"d7d8\", \"f2g2\", \"d8c8\"]", "the level replies f2f1"),
        (
            "try = [\"d7d8\", \"f2f1\", \"d8c8\"]",
            "try = [\"d7d8\"]",
            "d7d8 (action 1) ends the level without the goal: One step short.",
        ),
        ("\"d3d4\"", "\"d3d5\"", "level hold: solution [\"a1a2\", \"d3d5\", \"a2a1\", \"d4d3\"]: d3d5 (action 2): "),
        ("try = [\"d7d8\", \"f2f1\", \"d8c8\"]", "try = [\"d7d8\", \"f2f1\"]", "its last action is a reply"),
        ("squares = [\"d9\"]", "squares = [\"h9\"]", "level den: marks: there is no place 'h9'"),
        ("arrows = [\"d8-d9\"]", "arrows = [\"d8d9\"]", "level den: marks: the arrow 'd8d9' is not FROM-TO"),
        ("jungle/end/1", "jungle/end/99", "level den: rules: there is no 'jungle/end/99'"),
        ("[\"the-animals\"]", "[\"the-plants\"]", "level den: guide: there is no 'the-plants'"),
        ("[\"the-animals\"]", "[]", "no level teaches the guide's section 'the-animals'"),
        ("id = \"hold\"", "id = \"den\"", "the id 'den' occurs twice"),
        ("id = \"hold\"", "id = \"Hold Out\"", "id: use lower-case letters, digits and '-'"),
        ("replies = 1", "replies = 9", "level hold: replies: a computer level is a number from 1 to 8"),
        ("survive = 2", "survive = 1", "level hold: goal: 'survive' and 'moves' must be the same number"),
        ("Still alive.", "", "level hold: success: 0 words; it needs 1 to 40"),
    ];
    for (from, to, expected) in cases {
        let found = faults(from, to);
        assert!(found.iter().any(|fault| fault.contains(expected)), "{to}: expected {expected}, found {found:#?}");
    }
    let long = "word ".repeat(61);
    assert!(
        faults("Walk into the den with your cat.", &long)
            .contains(&"level two-steps: text: 61 words; it needs 1 to 60".into())
    );
}
