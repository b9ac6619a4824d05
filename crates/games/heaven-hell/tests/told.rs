//! What players are told: each action's effects, in order and in words.

mod common;

use common::full;
use menagerie_game::{Effect, EffectLog, Rules, describe};
use menagerie_heaven_hell::Position;

/// The effects of an action.
#[track_caller]
fn effects(short: &str, action: &str) -> Vec<Effect> {
    let mut position: Position = full(short).parse().unwrap();
    let mut log = EffectLog::new();
    let _ = position.apply(action.parse().unwrap(), &mut log);
    log.iter().map(|told| told.effect.clone()).collect()
}

#[track_caller]
fn told(short: &str, action: &str) -> Vec<String> {
    effects(short, action).iter().map(|effect| describe(Position::INFO, effect)).collect()
}

/// heaven-hell/4.4/3: after the turn of white, each seat gets a coin.
const END_OF_TURN: [&str; 3] = ["white gets 1 coin and has 1", "black gets 1 coin and has 1", "black to move"];

/// A slide passes over squares, a Knight jumps, and what is moved by something else is put.
#[test]
fn a_move_tells_how_the_piece_went() {
    let slide = told("w1 Ra1,Ke1,ke8 - - 0/0 ~ -", "a1a4");
    assert_eq!(slide, [&["white Rook goes from a1 to a4"][..], &END_OF_TURN].concat());
    let jump = told("w1 Na1,Ke1,ke8 - - 0/0 ~ -", "a1b3");
    assert_eq!(jump, [&["white Knight jumps from a1 to b3"][..], &END_OF_TURN].concat());
    let castle = told("w1 Ra1,Ke1,ke8 - - 0/0 … Q - - - a1h8/a1h8 -", "e1c1");
    let put = ["white King is put from e1 to c1", "white Rook is put from a1 to d1"];
    assert_eq!(castle, [&put[..], &END_OF_TURN].concat());
}

/// heaven-hell/6.2/9: on Ice a piece goes on by itself, and every step is told.
#[test]
fn a_slide_on_ice_is_told_step_by_step() {
    let slide = told("w1 Ra1,Ke1,ke8 a4i - 0/0 ~ -", "a1a4");
    let steps = ["white Rook goes from a1 to a4", "white Rook goes from a4 to a5"];
    assert_eq!(slide, [&steps[..], &END_OF_TURN].concat());
}

/// heaven-hell/6.4: a death and the way to Heaven are told, once.
#[test]
fn a_death_is_told_with_the_way_to_heaven() {
    let death = told("w1 Ra1,Ke1,ke8 a4f - 0/0 ~ -", "a1a4");
    let way = ["white Rook goes from a1 to a4", "white Rook on a4 dies", "white Rook is put from a4 to a4 in Heaven"];
    assert_eq!(death, [&way[..], &END_OF_TURN].concat());
}

#[test]
fn coins_and_orbs_that_are_taken_are_told() {
    let taken = told("w1 Ra1*2,Ke1,ke8 a3$3,b3o - 0/0 ~ -", "a1a3");
    assert_eq!(
        taken[1..],
        ["pile of coins on a3 vanishes", "white gets 3 coins and has 3", "Chaos Orb on b3 vanishes"]
    );
    let bought = told("w1 Ke1,ke8 - - 4/0 {7} -", "buy:chaos-orb");
    assert_eq!(bought, ["white loses 4 coins and has 0", "white buys chaos orb"]);
    // heaven-hell/2.4: nobody has more than 9999 coins.
    let rich = told("w1 Ra1,Ke1,ke8 a4$3 - 9999/0 ~ -", "a1a4");
    assert!(rich.iter().all(|sentence| !sentence.starts_with("white gets")), "{rich:?}");
}

/// heaven-hell/6.6: a giant that is hit goes to limbo and comes back smaller.
#[test]
fn a_giant_that_shrinks_is_told_with_its_size() {
    let hit = told("w1 Ra1,Ke1,qa4*3,ke8 - - 0/0 ~ -", "a1a4");
    assert_eq!(hit[0], "black Queen on a4 is no longer of size 3");
    assert_eq!(told("w0 Ke1,ke8 - - 0/0 ~ shrink:qc4*3/c4", "@c5")[0], "black Queen on c5 is now of size 2");
    assert_eq!(told("w0 Ke1,ke8 - - 0/0 ~ shrink:qc4*2/c4", "@c5")[0], "black Queen on c5 is now of ordinary size");
}

/// An answer that only leads to the next question is told too.
#[test]
fn a_choice_is_told() {
    assert_eq!(told("w0 Ke1,Na3,ra8,ke8 - - 0/0 ~ ask:relocate:w", "@a8"), ["chosen: Rook a8"]);
}

/// heaven-hell/chaos/16, heaven-hell/chaos/24
#[test]
fn orbs_and_coins_that_appear_are_told() {
    assert_eq!(told("w0 Ke1,ke8 - - 0/0 ~ orb:hell", "@d4_")[0], "Chaos Orb appears on d4 in Hell");
    let rain = told("w0 Ke1,ke8 a1f,b1o - 0/0 ~ random:w", "draw:coins-earth");
    let coins = rain.iter().filter(|sentence| sentence.starts_with("pile of coins appears on "));
    // Both Kings, the Fire and the Orb are in the way.
    assert_eq!(coins.count(), 64 - 4);
    assert!(rain.contains(&"pile of coins appears on h8".to_owned()), "{rain:?}");
}
