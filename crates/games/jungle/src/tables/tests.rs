//! Tests of the solver against itself: other classes, other rule sets, other limits, the built-in file.

mod files;

use std::collections::HashMap;
use std::path::Path;
use std::sync::Arc;

use menagerie_game::{Rules, TableValue};
use menagerie_testkit::{table_value_by_actions, table_value_by_search, table_value_within};

use super::board::Board;
use super::class::{Material, Merge};
use super::index::{Index, Placement, mirrored};
use super::key::{CATALOG, Catalog, TableKey};
use super::solve::solve;
use super::table::{Table, classes_after_captures};
use super::value::{DRAW, LONGEST, decode, loses, remaining, undecided, wins};
use super::{file, folder, opened};
use crate::board::Square;
use crate::piece::{Animal, Side, Token};
use crate::position::Position;

/// Tables in memory, solved when they are needed.
struct Solved<'c> {
    catalog: &'c Catalog,
    tables: HashMap<(usize, bool), Arc<Table>>,
}

impl<'c> Solved<'c> {
    fn new(catalog: &'c Catalog) -> Self {
        Self { catalog, tables: HashMap::new() }
    }

    fn table(&mut self, class: usize, classic: bool) -> Arc<Table> {
        if let Some(table) = self.tables.get(&(class, classic)) {
            return table.clone();
        }
        let table = Arc::new(self.solve(class, classic, LONGEST));
        self.tables.insert((class, classic), table.clone());
        table
    }

    fn solve(&mut self, class: usize, classic: bool, longest: u8) -> Table {
        let directory = &self.catalog.directory;
        let found = &directory.classes[class];
        let smaller: HashMap<usize, Arc<Table>> = classes_after_captures(directory, found)
            .into_iter()
            .map(|smaller| (smaller, self.table(smaller, classic)))
            .collect();
        solve(directory, found, classic, longest, |class| smaller.get(&class).cloned())
    }

    /// The value of a position, whichever class it belongs to.
    fn value(&mut self, position: &Position) -> u8 {
        let assignment = self.catalog.directory.find(material(position)).expect("a class");
        let table = self.table(assignment.class, position.classic);
        let mut placement = [Square::named("a1"); super::class::MAX_PIECES];
        for (slot, &animal) in assignment.slots.iter().enumerate() {
            let side = Side::ALL[usize::from((slot >= table.first) != assignment.swapped)];
            let square = position.square_of(Token { animal, side }).expect("the token is there");
            placement[slot] = if assignment.swapped { square.turned() } else { square };
        }
        table.value(placement, usize::from((position.mover == Side::Black) != assignment.swapped))
    }
}

fn material(position: &Position) -> Material {
    Side::ALL.map(|side| {
        let there = |animal: &Animal| position.square_of(Token { animal: *animal, side }).is_some();
        Animal::ALL.iter().filter(|animal| there(animal)).map(|animal| 1 << *animal as u8).sum()
    })
}

/// A material given by letters.
fn letters(first: &str, second: &str) -> Material {
    [first, second].map(|side| {
        let there = |animal: &&Animal| side.contains(animal.letter());
        Animal::ALL.iter().filter(there).map(|animal| 1 << *animal as u8).sum()
    })
}

fn class_of(catalog: &Catalog, first: &str, second: &str) -> usize {
    catalog.directory.find(letters(first, second)).expect("a class").class
}

/// Each position of a class that is no mirror image of another, with both movers.
fn positions(catalog: &Catalog, class: usize, classic: bool) -> impl Iterator<Item = Position> {
    let class = &catalog.directory.classes[class];
    let index = Index::new(class);
    let tokens = move |placement: Placement, mover: Side| {
        let mut position = Position::empty(mover, classic);
        for (slot, &animal) in class.slots.iter().enumerate() {
            position.put(Token { animal, side: Side::ALL[class.side(slot)] }, placement[slot]);
        }
        position
    };
    let placements = (0..index.len).filter_map(move |number| {
        let placement = index.placement(number)?;
        (index.of(placement) == number).then_some(placement)
    });
    placements.flat_map(move |placement| Side::ALL.map(|mover| tokens(placement, mover)))
}

/// Compares the tables of a material, solved by itself, with those of its class, at every `step`th position. Returns how
/// many positions a side wins.
fn compare(
    merged: &mut Solved<'_>,
    unmerged: &mut Solved<'_>,
    material: Material,
    classic: bool,
    step: usize,
) -> usize {
    let class = unmerged.catalog.directory.find(material).expect("a class").class;
    let catalog = unmerged.catalog;
    let mut decided = 0;
    for position in positions(catalog, class, classic).step_by(step) {
        let value = unmerged.value(&position);
        assert_eq!(merged.value(&position), value, "{position}");
        decided += usize::from(value != DRAW);
    }
    decided
}

#[test]
fn every_index_stands_for_one_position_and_its_mirror_image() {
    for class in
        CATALOG.directory.with_pieces(3).chain([class_of(&CATALOG, "CDW", "P"), class_of(&CATALOG, "CR", "RT")])
    {
        let class = &CATALOG.directory.classes[class];
        let index = Index::new(class);
        for number in (0..index.len).step_by(7) {
            let Some(placement) = index.placement(number) else { continue };
            assert_eq!(index.both(placement)[0], number, "{} {placement:?}", class.name());
            let mirror = placement.map(mirrored);
            assert_eq!(index.both(mirror)[1], number, "{} {placement:?}", class.name());
            assert!(index.of(mirror) < index.len, "{} {placement:?}", class.name());
        }
    }
}

#[test]
fn equivalent_material_of_two_tokens_has_equal_tables() {
    let catalog = Catalog::new(Merge::Nothing);
    let (mut merged, mut unmerged) = (Solved::new(&CATALOG), Solved::new(&catalog));
    for classic in [false, true] {
        for (red, black) in (0..8).flat_map(|red| (0..8).map(move |black| (red, black))) {
            compare(&mut merged, &mut unmerged, [1 << red, 1 << black], classic, 1);
        }
    }
}

#[test]
fn equivalent_material_of_three_tokens_has_equal_tables() {
    let catalog = Catalog::new(Merge::Nothing);
    let (mut merged, mut unmerged) = (Solved::new(&CATALOG), Solved::new(&catalog));
    let materials =
        [("DW", "P"), ("WE", "C"), ("P", "TE"), ("PL", "T"), ("RP", "E"), ("E", "CR"), ("TL", "R"), ("PE", "D")];
    for (first, second) in materials {
        for classic in [false, true] {
            compare(&mut merged, &mut unmerged, letters(first, second), classic, 1);
        }
    }
}

/// Wolf and leopard against dog and elephant play like dog and wolf against cat and leopard. With a rat only the elephant
/// among the others matters by name.
#[test]
fn equivalent_material_of_four_tokens_has_equal_tables() {
    let catalog = Catalog::new(Merge::Nothing);
    for ((first, second), class) in [(("WP", "DE"), ("DW", "CP")), (("WR", "PE"), ("CR", "DE"))] {
        let (mut merged, mut unmerged) = (Solved::new(&CATALOG), Solved::new(&catalog));
        assert_eq!(class_of(&CATALOG, first, second), class_of(&CATALOG, class.0, class.1));
        assert_ne!(class_of(&catalog, first, second), class_of(&catalog, class.0, class.1));
        // The step shares no factor with the sizes of the index, so that the sample has all kinds of positions.
        let decided = compare(&mut merged, &mut unmerged, letters(first, second), false, 101);
        assert!(decided > 1_000, "{first}-{second}: {decided}");
    }
}

#[test]
fn rule_sets_that_share_a_table_have_equal_values() {
    let mut solved = Solved::new(&CATALOG);
    let three = [("CD", "R"), ("TR", "C"), ("LR", "T"), ("ER", "T"), ("CE", "T")];
    let three = three.map(|(first, second)| class_of(&CATALOG, first, second));
    for class in CATALOG.directory.with_pieces(2).chain(three) {
        let shared = CATALOG.key(class, false) == CATALOG.key(class, true);
        let equal = solved.table(class, false).values == solved.table(class, true).values;
        assert_eq!(shared, equal, "{}", CATALOG.directory.classes[class].name());
    }
}

/// jungle/match/2: a win that needs more quiet actions than the limit is a draw, and no other value changes.
#[test]
fn a_win_beyond_the_limit_is_a_draw() {
    const LIMIT: u8 = 20;
    let class = class_of(&CATALOG, "CE", "T");
    let mut solved = Solved::new(&CATALOG);
    let (full, limited) = (solved.table(class, false), solved.solve(class, false, LIMIT));
    let mut beyond = 0;
    for (&full, &limited) in full.values.iter().zip(&limited.values) {
        let (TableValue::Wins { plies } | TableValue::Loses { plies }) = decode(full) else { continue };
        let is_beyond = plies > u32::from(LIMIT);
        beyond += u32::from(is_beyond);
        // Indices without a position repeat the value before them in either table.
        assert_eq!(limited, if is_beyond { DRAW } else { full });
    }
    assert!(beyond > 0, "no win is long enough to test the limit");
    let limit = Position::start_position(false).match_rules().no_progress.expect("a limit");
    assert_eq!(limit.number, u32::from(LONGEST));
}

#[test]
fn every_byte_has_one_meaning() {
    for plies in 1..=LONGEST {
        assert_eq!(decode(wins(plies)), TableValue::Wins { plies: u32::from(plies) });
        assert_eq!(decode(loses(plies)), TableValue::Loses { plies: u32::from(plies) });
        assert_eq!((remaining(wins(plies)), remaining(loses(plies))), (None, None));
    }
    assert_eq!((decode(loses(0)), decode(DRAW)), (TableValue::Loses { plies: 0 }, TableValue::Draw));
    // Seven tokens with four actions each.
    for quiet in 1..=28 {
        assert_eq!(remaining(undecided(quiet)), Some(quiet));
    }
}

#[test]
fn building_a_table_again_gives_the_bytes_that_are_built_in() {
    let mut solved = Solved::new(&CATALOG);
    let sample = [("CE", "T", false), ("CR", "E", true), ("CR", "E", false), ("CD", "W", false)];
    let three = sample.map(|(first, second, classic)| CATALOG.key(class_of(&CATALOG, first, second), classic));
    for key in CATALOG.keys(2, None).into_iter().chain(three) {
        let table = solved.table(key.class, key.rules.is_classic());
        let bytes = file::to_bytes(&CATALOG, key, &table.values).expect("memory can be written");
        assert!(built_in(key) == bytes, "{}: regenerate tables/built-in.bin", CATALOG.file_name(key));
    }
}

#[test]
fn all_tables_with_three_tokens_are_built_in_and_whole() {
    for key in opened::built_in_keys() {
        let name = CATALOG.file_name(key);
        file::check(&CATALOG, key, name.as_ref(), built_in(key)).expect("the table is whole");
        assert!(file::unpack(&CATALOG, key, name.as_ref(), built_in(key)).is_ok(), "{name}");
    }
}

fn built_in(key: TableKey) -> &'static [u8] {
    folder::built_in_bytes(key).expect("a built-in table")
}

/// A folder's tables with four tokens are used as soon as it is opened.
#[test]
fn a_table_with_four_tokens_is_looked_up_in_a_folder() {
    let class = class_of(&CATALOG, "CD", "WP");
    let key = CATALOG.key(class, false);
    let position = |text: &str| text.parse::<Position>().expect("a position");
    let sample = position("7/3w3/7/7/7/6p/7/C5D/7 r");
    assert_eq!(sample.table_value(), None);
    let table = Solved::new(&CATALOG).solve(class, false, LONGEST);
    let folder = tempfile::tempdir().expect("a folder");
    let bytes = file::to_bytes(&CATALOG, key, &table.values).expect("memory can be written");
    file::write(&folder.path().join(CATALOG.file_name(key)), &bytes).expect("the file is written");
    assert_eq!(folder::open(folder.path()).expect("the folder is opened"), 1);
    let lookup = |position: &Position| position.table_value().expect("a value");
    for position in positions(&CATALOG, class, false).step_by(4_999).filter(|position| position.outcome().is_none()) {
        assert_eq!(lookup(&position), table_value_by_actions(&position, u32::from(LONGEST), lookup), "{position}");
    }
    assert!(sample.table_value().is_some());
}

/// Rats and elephants on both sides have the most special rules: the rat swims, and the rule sets differ. Plain search asks
/// the tables with three tokens after a capture, and none before it.
#[test]
fn values_with_rats_and_elephants_agree_with_their_actions_and_with_plain_search() {
    const DEPTH: u32 = 5;
    let class = class_of(&CATALOG, "RE", "RE");
    for classic in [false, true] {
        let mut solved = Solved::new(&CATALOG);
        let (mut checked, mut decided, mut searched, mut found) = (0, 0, 0, 0);
        // The step shares no factor with the sizes of the index, so that the sample has all kinds of positions.
        for position in positions(&CATALOG, class, classic).step_by(499).filter(|position| position.outcome().is_none())
        {
            let value = decode(solved.value(&position));
            let by_actions = table_value_by_actions(&position, u32::from(LONGEST), |next| decode(solved.value(next)));
            assert_eq!(value, by_actions, "{position}");
            (checked, decided) = (checked + 1, decided + usize::from(value != TableValue::Draw));
            if checked % 8 == 0 {
                let by_search = table_value_by_search(&position, DEPTH, |next| decode(solved.value(next)));
                assert_eq!(by_search, table_value_within(value, DEPTH), "{position}");
                (searched, found) = (searched + 1, found + usize::from(by_search.is_some()));
            }
        }
        assert!(checked > 10_000 && decided > 1_000, "classic: {classic}, {checked} positions, {decided} decided");
        assert!(searched > 1_500 && found > 100, "classic: {classic}, {searched} searches, {found} decided");
    }
}

/// The values of all built-in tables as a browser gets them.
fn built_in_values() -> Vec<u8> {
    let table = |key| file::unpack(&CATALOG, key, Path::new("built-in"), built_in(key)).expect("the table is whole");
    opened::built_in_keys().flat_map(|key| table(key).values).collect()
}

#[test]
fn loaded_tables_know_what_the_built_in_ones_know() {
    let entries = opened::no_tables();
    // The endgame of the tests of the WebAssembly module.
    let won = "7/7/1w5/7/7/7/7/2C4/5P1 r".parse::<Position>().expect("a position");
    assert_eq!(won.table_value(), Some(TableValue::Wins { plies: 19 }), "the native tables");
    assert_eq!(opened::find(&entries, &won), None, "nothing is loaded yet");
    let values = built_in_values();
    opened::add(&entries, &values)
        .unwrap_or_else(|_| panic!("BUILT_IN_VALUES must be {:#x}", opened::checksum(&values)));
    assert_eq!(opened::find(&entries, &won), won.table_value());
    let mut compared = 0;
    for key in opened::built_in_keys() {
        for position in positions(&CATALOG, key.class, key.rules.is_classic()).step_by(997) {
            assert_eq!(opened::find(&entries, &position), opened::find(&opened::TABLES, &position), "{position}");
            compared += 1;
        }
    }
    assert!(compared > 5_000, "{compared}");
}

#[test]
fn values_that_are_damaged_truncated_or_foreign_are_not_loaded() {
    let values = built_in_values();
    let mut damaged = values.clone();
    damaged[values.len() / 2] ^= 1;
    let mut longer = values.clone();
    longer.push(0);
    let refused: [&[u8]; 5] = [&damaged, &longer, &values[..values.len() - 1], &[], b"MENAGTAB"];
    for bytes in refused {
        let entries = opened::no_tables();
        assert!(opened::add(&entries, bytes).is_err(), "{} bytes", bytes.len());
        assert_eq!(opened::find(&entries, &"7/7/7/7/7/7/3Pw2/7/7 r".parse().expect("a position")), None);
    }
}

#[test]
fn rule_sets_share_a_table_exactly_where_they_play_alike() {
    for (number, class) in CATALOG.directory.classes.iter().enumerate() {
        let alike = Board::new(class, false).plays_like(&Board::new(class, true));
        assert_eq!(CATALOG.key(number, false) == CATALOG.key(number, true), alike, "{}", class.name());
    }
}
