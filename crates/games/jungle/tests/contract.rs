//! The generic tortures, and the fast generator against a slow second reading of the rules.

use menagerie_game::{OpenRules, Options, Rules, RulesExt, Silent};
use menagerie_jungle::{Action, Animal, Position, Side, Square, Terrain, Token};
use menagerie_testkit as testkit;

#[path = "common/judge.rs"]
mod judge;

const OPTIONS: [&str; 2] = ["", "classic"];

#[test]
fn examples_1_to_14_hold() {
    testkit::examples::<Position>();
    let book = testkit::Rulebook::read(Position::INFO.id, Position::INFO.rules);
    let headings: Vec<_> = book.blocks("example").map(|block| block.heading.split(':').next().unwrap()).collect();
    assert_eq!(headings, (1..=14).map(|number| format!("Example {number}")).collect::<Vec<_>>());
}

#[test]
fn perft_tables() {
    testkit::perft_tables::<Position>(6_000_000);
}

#[test]
fn random_games() {
    testkit::torture::<Position>(&OPTIONS, testkit::Games { count: 150, longest: 400 }, validate);
}

#[test]
fn hostile_text() {
    testkit::hostile_text::<Position>();
    testkit::hostile_view_text::<Position>();
}

#[test]
fn playthroughs() {
    let games = [("red-wins", "", 58_457), ("black-wins", "", 54_965), ("classic", "classic", 40_811)];
    testkit::playthroughs::<Position>(env!("CARGO_MANIFEST_DIR"), &games);
}

#[test]
fn everything_a_client_shows_explains_itself() {
    testkit::explanations::<Position>();
}

#[test]
fn every_rule_is_named() {
    testkit::every_rule_is_named::<Position>(env!("CARGO_MANIFEST_DIR"));
}

/// What always holds, and the same actions as the second reading of the rules.
fn validate(position: &Position) {
    let mut found = 0;
    for side in Side::ALL {
        for token in Animal::ALL.map(|animal| Token { animal, side }) {
            let Some(square) = position.square_of(token) else { continue };
            found += 1;
            assert_eq!(position.token_on(square), Some(token), "{position}");
            let terrain = Terrain::of(square);
            assert_ne!(terrain, Terrain::Den(side), "a token in its own den: {position}");
            assert!(terrain != Terrain::Water || token.animal == Animal::Rat, "no rat in the water: {position}");
        }
    }
    let occupied = Square::all().filter(|&square| position.token_on(square).is_some()).count();
    assert!(found > 0 && found == occupied, "{position}");
    assert_eq!(position.sorted_texts(), judge::judge(&position.to_string()), "{position}");
}

/// Positions from random play only rarely have rats and elephants side by side at the shore: these are thrown together.
#[test]
fn scattered_positions_have_the_actions_of_the_second_reading() {
    let mut dice = testkit::dice(7);
    let mut read = 0;
    for number in 0..40_000 {
        let text = scatter(&mut dice, number % 2 == 1);
        if let Ok(position) = text.parse::<Position>() {
            read += 1;
            validate(&position);
        }
    }
    assert!(read > 10_000, "only {read} texts were positions");
}

/// A handful of tokens anywhere, often on or beside the west lake.
fn scatter(dice: &mut impl menagerie_game::Dice, classic: bool) -> String {
    let mut cells = [['1'; 7]; 9];
    for _ in 0..2 + dice.roll(9) {
        let letter = b"RrEeLlTtCcDdWwPpRrEe"[dice.roll(20) as usize] as char;
        let near = dice.roll(2) == 0;
        let (file, rank) = if near { (dice.roll(4), 2 + dice.roll(5)) } else { (dice.roll(7), dice.roll(9)) };
        if !cells.as_flattened().contains(&letter) {
            cells[rank as usize][file as usize] = letter;
        }
    }
    let ranks: Vec<String> = cells.iter().rev().map(pack).collect();
    let mover = ["r", "b"][dice.roll(2) as usize];
    format!("{} {mover}{}", ranks.join("/"), if classic { " classic" } else { "" })
}

/// Runs of empty squares become one digit.
fn pack(rank: &[char; 7]) -> String {
    let text: String = rank.iter().collect();
    (2..=7).rev().fold(text, |text, run| text.replace(&"1".repeat(run), &run.to_string()))
}

/// Explanations decide every action that can be spelled, not only the likely ones.
#[test]
fn every_spelled_action_is_explained_as_what_it_is() {
    for options in OPTIONS.map(|text| Position::INFO.parse_options(text).unwrap()) {
        let mut dice = testkit::dice(11);
        let mut position = Position::start(options);
        for _ in 0..120 {
            explain_all(&position);
            let list = position.list();
            let Some(&action) = list.get(menagerie_game::Dice::roll(&mut dice, list.len().max(1) as u32) as usize)
            else {
                position = Position::start(options);
                continue;
            };
            let _ = position.apply(action, &mut Silent);
        }
    }
}

fn explain_all(position: &Position) {
    let list = position.list();
    let pairs = Square::all().flat_map(|from| Square::all().map(move |to| Action { from, to }));
    for action in pairs {
        let verdict = position.explain(action);
        assert_eq!(verdict.legal, list.contains(&action), "{action} in {position}: {verdict:?}");
    }
}

#[test]
fn the_options_choose_the_rule_set_of_the_start() {
    let classic = Position::INFO.parse_options("classic").unwrap();
    assert!(Position::start(classic).is_classic());
    assert!(!Position::start(Options::NONE).is_classic());
    assert_ne!(Position::start(classic).key(), Position::start(Options::NONE).key());
}
