//! What actions tell: deaths, corpses, control, power, turns.

use std::collections::BTreeMap;

use menagerie_djambi::{Pending, Square, Unit};
use menagerie_game::{Dice, Effect, EffectLog, Options, Rules, RulesExt, describe};
use menagerie_testkit as testkit;

use crate::P;

/// Everything the actions tell, as sentences.
#[track_caller]
fn told(position: &str, actions: &str) -> Vec<String> {
    let mut position: P = position.parse().unwrap();
    let mut effects = EffectLog::new();
    for action in actions.split(' ') {
        let _ = position.apply(action.parse().unwrap(), &mut effects);
    }
    effects.iter().map(|told| describe(P::INFO, &told.effect)).collect()
}

#[test]
fn a_militant_kills_and_the_corpse_is_put_down() {
    assert_eq!(
        told("gC7yC/9/9/9/9/9/3bM5/3rM5/rC7bC 4 rbyg r -", "d2d3 @d2"),
        [
            "blue militant on d3 dies",
            "corpse appears in the hand",
            "red militant goes from d2 to d3",
            "corpse is put from the hand to d2",
            "blue to move",
        ]
    );
}

#[test]
fn an_assassin_kills_a_ruler() {
    assert_eq!(
        told("gC7yC/9/9/9/4bC4/9/9/4rA4/rC8 4 rbyg r -", "e2e5 e5e4"),
        [
            "blue chief on e5 dies",
            "blue is no longer in power",
            "blue is out of the game",
            "the blue pieces come under red",
            "red assassin goes from e2 to e5",
            "corpse appears on e2",
            "red assassin goes from e5 to e4",
            "yellow to move",
        ]
    );
}

#[test]
fn a_diplomat_carries_a_chief_into_power() {
    assert_eq!(
        told("gC7yC/9/9/1bC7/9/9/9/9/rCrD7 4 rbyg r -", "b1b6 @e5"),
        [
            "blue chief is put from b6 to the hand",
            "red diplomat goes from b1 to b6",
            "blue chief is put from the hand to e5",
            "blue takes power",
            "blue is in power and plays an extra turn",
            "blue to move",
        ]
    );
}

#[test]
fn a_necromobile_carries_a_corpse_and_a_reporter_kills_where_the_victim_stands() {
    assert_eq!(
        told("gC7yC/9/9/9/9/9/9/rNx7/rC7bC 4 rbyg r -", "a2b2 @a2"),
        [
            "corpse is put from b2 to the hand",
            "red necromobile goes from a2 to b2",
            "corpse is put from the hand to a2",
            "blue to move",
        ]
    );
    assert_eq!(
        told("gC7yC/9/9/9/9/3bM5/3rR5/9/rC7bC 4 rbyg r kill:d3", "@d4"),
        ["blue militant on d4 dies", "corpse appears on d4", "blue to move"]
    );
}

#[test]
fn the_end_is_told() {
    assert_eq!(
        told("7xyC/1yN5xx/9/9/9/9/9/xrA7/rCx7 2 r-y- r -", "b2b8"),
        [
            "yellow necromobile on b8 dies",
            "red assassin goes from b2 to b8",
            "corpse appears on b2",
            "the yellow chief is surrounded by the dead",
            "yellow chief on i9 dies",
            "corpse appears on i9",
            "yellow is out of the game",
            "the yellow pieces are left without a leader",
            "the game is over: red wins",
        ]
    );
}

#[test]
fn a_ruler_without_a_move_tells_whose_turn_it_is() {
    assert_eq!(told("gC7yC/9/9/3xxx3/3xrCx3/3xxx3/9/9/8bC 4 rbyg r+b -", "pass"), ["yellow to move"]);
}

/// What lies where, as a client that only hears effects knows it.
type Table = BTreeMap<String, String>;

fn table(position: &P) -> Table {
    let named = |place: String, unit: Unit| (place, unit.to_string());
    let board = Square::all().filter_map(|square| Some(named(square.to_string(), position.at(square)?)));
    let hand = match position.pending() {
        Pending::Hand(unit) => Some(named("hand".to_owned(), unit)),
        _ => None,
    };
    board.chain(hand).collect()
}

/// Carries out what an effect says; things must be where it says they are.
fn follow(table: &mut Table, effect: &Effect) {
    match effect {
        Effect::Moved { from, to, .. } => {
            let unit = table.remove(from.as_str()).expect("something is there to move");
            assert_eq!(table.insert(to.to_string(), unit), None, "{to} is free");
        }
        Effect::Died { at, .. } => assert!(table.remove(at.as_str()).is_some(), "a piece dies on {at}"),
        Effect::Appeared { at, .. } => assert_eq!(table.insert(at.to_string(), "x".to_owned()), None, "{at} is free"),
        _ => {}
    }
}

#[test]
fn who_only_hears_the_effects_knows_the_board() {
    let mut dice = testkit::dice(7);
    for _ in 0..20 {
        let mut position = P::start(Options::NONE);
        let mut heard = table(&position);
        for _ in 0..600 {
            let list = position.list();
            if list.is_empty() {
                break;
            }
            let mut effects = EffectLog::new();
            let _ = position.apply(list[dice.roll(list.len() as u32) as usize], &mut effects);
            for told in &effects {
                follow(&mut heard, &told.effect);
            }
            assert_eq!(heard, table(&position), "{position}");
        }
    }
}
