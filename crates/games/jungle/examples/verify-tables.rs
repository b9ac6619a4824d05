//! Checks endgame tables at random positions against the rules and plain search:
//! `cargo run --release -p menagerie-jungle --example verify-tables -- FOLDER [PIECES] [POSITIONS]`.
//! FOLDER is the game's own folder of `menagerie tables build`, with all tables up to that many pieces.

use std::collections::BTreeSet;
use std::path::PathBuf;

use menagerie_game::{Rules, TableValue};
use menagerie_jungle::Position;
use menagerie_testkit::{dice, table_value_by_actions, table_value_by_search, table_value_within};

#[path = "../tests/common/random_position.rs"]
mod random;

use random::{letters, random_position};

/// The match's limit of actions without a capture (jungle/match/2).
const LIMIT: u32 = 100;
/// Plain search looks this many actions ahead, at one position in [`SEARCH_EVERY`].
const DEPTH: u32 = 5;
const SEARCH_EVERY: u32 = 10;

fn main() {
    let mut words = std::env::args().skip(1);
    let folder = PathBuf::from(words.next().expect("a folder of tables"));
    let mut number = |default| words.next().map_or(default, |word| word.parse().expect("a number"));
    let (pieces, count) = (number(4), number(1_000_000));
    Position::endgame_tables().expect("the game has tables").open(&folder).expect("all tables are whole");
    let value = |position: &Position| position.table_value().unwrap_or_else(|| panic!("no table has {position}"));
    let mut dice = dice(1);
    let (mut materials, mut decided, mut searched) = (BTreeSet::new(), 0, 0);
    for number in 0..count {
        let position = random_position(&mut dice, pieces);
        let known = value(&position);
        assert_eq!(known, table_value_by_actions(&position, LIMIT, value), "{position}");
        decided += u32::from(known != TableValue::Draw);
        if number % SEARCH_EVERY == 0 {
            let near = table_value_within(known, DEPTH);
            assert_eq!(table_value_by_search(&position, DEPTH, value), near, "{position}");
            searched += u32::from(near.is_some());
        }
        let mut material: Vec<char> = letters(&position.to_string()).collect();
        material.sort_unstable();
        materials.insert((material, position.to_string().ends_with("classic")));
    }
    let materials = materials.len();
    println!("{count} positions with {pieces} pieces, {materials} materials and rule sets: {decided} decided");
    println!("{} of them searched {DEPTH} actions deep: {searched} decided", count.div_ceil(SEARCH_EVERY));
}
