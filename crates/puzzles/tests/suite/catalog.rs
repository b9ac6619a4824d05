//! The collections in the repository. `menagerie puzzles check` verifies all of them; this replays all and searches a few.

use menagerie_game::text::excerpt;
use menagerie_puzzles::{Collection, collections, rules_hash, verify};

/// The puzzles of each collection that are searched again.
const SAMPLE: usize = 3;

fn all() -> impl Iterator<Item = &'static Collection> {
    collections::games().map(|game| collections::of_game(game).unwrap_or_else(|| panic!("{game} cannot be read")))
}

#[test]
fn every_embedded_file_can_be_read_and_has_the_present_rules() {
    for collection in all() {
        let text = collections::embedded_text(&collection.game).unwrap();
        assert_eq!(collection.write(), text, "{}: the file is as the program writes it", collection.game);
        let info = menagerie_catalog::find(&collection.game).unwrap().info();
        assert_eq!(collection.rules, rules_hash(info), "{}: run `menagerie puzzles check`", collection.game);
    }
}

#[test]
fn every_puzzle_can_be_replayed_and_solved() {
    for collection in all() {
        for puzzle in &collection.puzzles {
            assert_eq!(verify(puzzle, 0), Ok(()), "{}", excerpt(&puzzle.id));
        }
    }
}

#[test]
fn a_sample_is_confirmed_by_search() {
    for collection in all() {
        let step = (collection.puzzles.len() / SAMPLE).max(1);
        for puzzle in collection.puzzles.iter().step_by(step).take(SAMPLE) {
            assert_eq!(verify(puzzle, 1), Ok(()), "{}", puzzle.id);
        }
    }
}

#[test]
fn a_collection_is_large_and_spans_the_difficulties() {
    for collection in all() {
        let ratings = collection.puzzles.iter().map(|puzzle| puzzle.rating);
        let (low, high) = (ratings.clone().min().unwrap(), ratings.max().unwrap());
        assert!(collection.puzzles.len() >= 200, "{}: {}", collection.game, collection.puzzles.len());
        assert!(low <= 1000 && high >= 1900, "{}: ratings from {low} to {high}", collection.game);
    }
}

#[test]
fn a_puzzle_is_found_by_its_id() {
    for collection in all() {
        let puzzle = &collection.puzzles[0];
        assert_eq!(collections::find(&puzzle.id), Some(puzzle));
    }
    assert_eq!(collections::find("jungle-nothing"), None);
    assert_eq!(collections::find("poker-0000000000"), None);
}
