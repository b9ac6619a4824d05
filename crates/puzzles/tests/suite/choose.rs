//! The next puzzle and the puzzle of the day.

use std::collections::HashSet;

use menagerie_puzzles::{Collection, Puzzle, Selection};

use crate::puzzle;

/// Puzzles with ratings from 800 to 2300, every third with the theme `den-race`.
fn collection() -> Collection {
    let mut collection = Collection::new(menagerie_catalog::find("jungle").unwrap().info());
    for (index, file) in (0..16).zip("abcdefgabcdefgab".chars()) {
        let game = if index % 2 == 0 { "jungle" } else { "jungle:classic" };
        let position = format!("{index} {file}");
        let one = puzzle(game, "red", &position, &["d8d9"]);
        let theme = if index % 3 == 0 { "den-race" } else { "trap-kill" };
        collection.add(Puzzle { rating: 800 + 100 * index, themes: vec![theme.to_owned()], ..one });
    }
    collection
}

const ANY: Selection<'_> = Selection { rating: 1500, theme: None, game: None, exclude: &[], seed: 1 };

#[test]
fn the_next_puzzle_is_near_the_rating_and_was_not_seen() {
    let collection = collection();
    let first = collection.next(&ANY).unwrap();
    assert!(first.rating.abs_diff(1500) <= 700, "{}", first.rating);
    let mut seen: Vec<&str> = Vec::new();
    while let Some(next) = collection.next(&Selection { exclude: &seen, ..ANY }) {
        assert!(!seen.contains(&next.id.as_str()));
        seen.push(&next.id);
    }
    assert_eq!(seen.len(), 16);
}

#[test]
fn theme_and_rule_set_can_be_chosen() {
    let collection = collection();
    for seed in 0..20 {
        let themed = collection.next(&Selection { theme: Some("den-race"), seed, ..ANY }).unwrap();
        assert_eq!(themed.themes, ["den-race"]);
        let classic = collection.next(&Selection { game: Some("jungle:classic"), seed, ..ANY }).unwrap();
        assert_eq!(classic.game, "jungle:classic");
    }
    assert!(collection.next(&Selection { theme: Some("poker"), ..ANY }).is_none());
    assert_eq!(collection.themes(), [("trap-kill", 10), ("den-race", 6)]);
}

#[test]
fn the_daily_puzzle_depends_on_the_day_alone_and_survives_other_puzzles() {
    let mut collection = collection();
    let days: Vec<String> = (20_000..20_100).map(|day| collection.daily(day).unwrap().id.clone()).collect();
    assert!(days.iter().collect::<HashSet<_>>().len() >= 8, "days differ");
    assert!(collection.daily(20_000).is_some_and(|daily| (1000..=1900).contains(&daily.rating)));
    let extra = Puzzle { rating: 1500, ..puzzle("jungle", "red", "one more", &["d8d9"]) };
    assert!(collection.add(extra));
    let changed = (20_000..20_100).zip(&days).filter(|(day, id)| collection.daily(*day).unwrap().id != **id).count();
    assert!(changed <= 25, "{changed} days changed");
}

#[test]
fn thinning_keeps_all_difficulties() {
    let mut collection = collection();
    for index in 0..30 {
        collection.add(Puzzle { rating: 1510, ..puzzle("jungle", "red", &format!("more {index}"), &["d8d9"]) });
    }
    collection.thin(20);
    let ratings: HashSet<u16> = collection.puzzles.iter().map(|puzzle| puzzle.rating / 100).collect();
    assert_eq!((collection.puzzles.len(), ratings.len()), (20, 16));
    assert!(collection.puzzles.is_sorted_by_key(|puzzle| puzzle.rating));
}

#[test]
fn ranks_spread_the_ratings_and_keep_their_order() {
    let mut collection = Collection::new(menagerie_catalog::find("jungle").unwrap().info());
    for index in 0..501 {
        let one = puzzle("jungle", "red", &index.to_string(), &["d8d9"]);
        collection.add(Puzzle { rating: 900 + index, ..one });
    }
    collection.rank();
    let ratings: Vec<u16> = collection.puzzles.iter().map(|puzzle| puzzle.rating).collect();
    assert!(ratings.is_sorted() && (ratings[0], ratings[250], ratings[500]) == (800, 1500, 2400), "{ratings:?}");
    assert_eq!(collection.puzzles[250].position, "250");
}
