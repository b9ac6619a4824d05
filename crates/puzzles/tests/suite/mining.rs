//! Mining: the same numbers give the same puzzles, and what is mined is right.

use std::collections::HashSet;
use std::sync::atomic::AtomicBool;

use menagerie_puzzles::mine::{Mining, MiningError};
use menagerie_puzzles::{Puzzle, Source, verify};
use menagerie_record::{Entry, Record};

fn mining(game: &str, games: u64) -> Mining {
    Mining {
        starts: vec![game.parse().unwrap()],
        records: Vec::new(),
        games,
        seed: 1,
        threads: 2,
        time: None,
        done: HashSet::new(),
    }
}

fn run(mining: &Mining) -> Vec<Puzzle> {
    let mut games = Vec::new();
    mining.run(&AtomicBool::new(false), &mut |game| games.push(game)).unwrap();
    games.sort_by_key(|game| game.number);
    games.into_iter().flat_map(|game| game.puzzles).collect()
}

#[test]
fn djambi_has_forced_puzzles_and_the_same_run_finds_the_same() {
    let puzzles = run(&mining("djambi:2", 1));
    assert_eq!(run(&Mining { threads: 1, ..mining("djambi:2", 1) }), puzzles);
    for puzzle in &puzzles {
        assert_eq!(verify(puzzle, 1), Ok(()), "{}", puzzle.id);
    }
}

#[test]
fn finished_games_are_not_mined_again() {
    let mut numbers = Vec::new();
    let rest = Mining { done: HashSet::from([0]), ..mining("shogi5", 2) };
    rest.run(&AtomicBool::new(false), &mut |game| numbers.push(game.number)).unwrap();
    assert_eq!(numbers, [1]);
}

/// Black leaves the king where white's general takes it.
#[test]
fn a_record_is_mined_without_other_errors() {
    let record = Record {
        game: "shogi5".to_owned(),
        start: Some("4k/5/2G2/5/K4[] b".to_owned()),
        events: ["e5d5", "c3c4", "d5d4", "c4d4"].into_iter().map(Entry::new).collect(),
        ..Record::default()
    };
    let mining = Mining { records: vec![("games.txt 1".to_owned(), record)], ..mining("shogi5", 9) };
    for puzzle in run(&mining) {
        assert!(matches!(&puzzle.source, Source::Record { name, .. } if name == "games.txt 1"), "{puzzle:?}");
        assert_eq!(verify(&puzzle, 1), Ok(()));
    }
}

#[test]
fn starts_of_several_games_are_refused() {
    let starts = vec!["jungle".parse().unwrap(), "shogi5".parse().unwrap()];
    let mining = Mining { starts, ..mining("jungle", 1) };
    assert_eq!(mining.run(&AtomicBool::new(false), &mut |_| {}), Err(MiningError::SeveralGames));
}
