//! A golden transcript: what a person reads who makes every kind of mistake.

use menagerie_puzzles::Puzzle;

use super::*;

/// Two puzzles: a step into the den, and a drop that mates.
const PUZZLES: &str = include_str!("test-puzzles.jsonl");
const TRANSCRIPT: &str = include_str!("transcript.txt");

/// Plays the puzzle in this line with this input.
fn transcript(line: usize, input: &str, ratings: &RatingFile) -> String {
    let puzzle: Puzzle = serde_json::from_str(PUZZLES.lines().nth(line).expect("a line")).expect("a puzzle");
    let (mut input, mut out) = (input.as_bytes(), Vec::new());
    let mut console = Console::new(&mut input, &mut out, true);
    play_one(&puzzle, "Puzzle", ratings, &mut console).expect("it writes to memory");
    String::from_utf8(out).expect("text")
}

/// An illegal action, a wrong one with its refutation, a hint, the solution; then a puzzle of two turns. After a change run
/// with `UPDATE_GOLDEN=1` and read the difference.
#[test]
fn the_transcript_of_two_puzzles() {
    let ratings = RatingFile::new(None);
    let first = transcript(0, "help\nd8e9\nd8c8\nhint\nd8d9\nquit\n", &ratings);
    let second = transcript(1, "actions\nG@b4\nb4a4\nagain\nsolution\n", &ratings);
    let text = first + "\n" + &second;
    if std::env::var_os("UPDATE_GOLDEN").is_some() {
        let path = concat!(env!("CARGO_MANIFEST_DIR"), "/src/puzzle/transcript.txt");
        std::fs::write(path, &text).expect("the repository can be written");
    } else {
        assert_eq!(text, TRANSCRIPT);
    }
    assert!(ratings.rating("jungle") < 1200, "a wrong answer counts");
    assert!(ratings.rating("shogi5") > 1200, "a solution without help counts");
}

#[test]
fn a_hint_makes_the_solution_a_miss() {
    let ratings = RatingFile::new(None);
    transcript(0, "hint\nd8d9\nquit\n", &ratings);
    assert!(ratings.rating("jungle") < 1200);
}

#[test]
fn unknown_games_themes_and_ids_are_refused() {
    let refusal = |options: SolvePuzzles| {
        let (mut input, mut out) = (&b""[..], Vec::new());
        solve_puzzles(&options, &mut input, &mut out).expect_err("refused").to_string()
    };
    let game = |name: &str| SolvePuzzles { game: Some(name.to_owned()), ..SolvePuzzles::default() };
    assert!(refusal(game("poker")).starts_with("'poker' is no game; there are puzzles for: "));
    let theme = SolvePuzzles { theme: Some("poker".to_owned()), ..game("jungle") };
    assert!(refusal(theme).starts_with("jungle has no theme 'poker'; its themes are: "));
    let id = SolvePuzzles { id: Some("jungle-0000000000".to_owned()), ..SolvePuzzles::default() };
    assert_eq!(refusal(id), "there is no puzzle 'jungle-0000000000'");
}
