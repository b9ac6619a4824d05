//! One test for each ruling.

use menagerie_game::{Options, Rules};
use menagerie_jungle::{Position, Token};
use menagerie_testkit::{at, not_a_position};

mod common;
use common::{on, place};

const START: &str = "l5t/1d3c1/r1p1w1e/7/7/7/E1W1P1R/1C3D1/T5L r";

#[test]
fn ruling_1_the_set_up() {
    assert_eq!(Position::start(Options::NONE).to_string(), START, "jungle/ruling/1");
    let red = "Ea3 Lg1 Ta1 Pe3 Wc3 Df2 Cb2 Rg3";
    let black = "eg7 la9 tg9 pc7 we7 db8 cf8 ra7";
    assert_eq!(place(&format!("{red} {black}"), "r"), START, "jungle/ruling/1");
}

#[test]
fn ruling_2_the_wolf_is_stronger_than_the_dog() {
    let rule = "jungle/ruling/2";
    let _ = on(rule, "Wa1 da2", "r").allows("a1a2");
    let _ = on(rule, "Da1 wa2", "r").refuses("a1a2", "jungle/captures/5");
    let start = Position::start(Options::NONE);
    for (square, letter) in [("c3", 'W'), ("e7", 'w'), ("f2", 'D'), ("b8", 'd')] {
        assert_eq!(start.token_on(square.parse().unwrap()).map(Token::letter), Some(letter), "{rule}");
    }
}

#[test]
fn ruling_3_red_begins_at_the_bottom() {
    let _ = at::<Position>("jungle/ruling/3", START).actor("red").has("a1a2");
    assert_eq!(Position::INFO.seats[0].name, "red");
}

#[test]
fn ruling_4_rat_against_elephant() {
    let rule = "jungle/ruling/4";
    let _ = on(rule, "Re4 ed4", "r").allows("e4d4").apply("e4d4").tells("black elephant on d4 is taken");
    let _ = on(rule, "Rd3 ed4", "r").refuses("d3d4", "jungle/captures/4");
    let _ = on(rule, "Re4 ed4", "r classic").refuses("e4d4", "jungle/classic/2");
    let _ = on(rule, "Rd3 ed4", "r classic").allows("d3d4");
}

#[test]
fn ruling_5_elephant_against_rat() {
    let _ = on("jungle/ruling/5", "Ed3 rd4 tg9", "r").allows("d3d4");
    let _ = on("jungle/ruling/5", "Ed3 rd4 tg9", "r classic").refuses("d3d4", "jungle/classic/5");
}

#[test]
fn ruling_6_rat_in_water_against_rat_on_land() {
    let _ = on("jungle/ruling/6", "Rc4 rc3 eg9", "r").allows("c4c3");
    let _ = on("jungle/ruling/6", "Rc4 rc3 eg9", "r classic").refuses("c4c3", "jungle/classic/2");
}

#[test]
fn ruling_7_rat_on_land_against_rat_in_water() {
    let _ = on("jungle/ruling/7", "Rc3 rc4", "r").refuses("c3c4", "jungle/captures/2");
    let _ = on("jungle/ruling/7", "Rc3 rc4", "r classic").refuses("c3c4", "jungle/classic/2");
}

#[test]
fn ruling_8_rat_in_water_against_rat_in_water() {
    let _ = on("jungle/ruling/8", "Rc5 rc4 eg9", "r").allows("c5c4");
    let _ = on("jungle/ruling/8", "Rc5 rc4 eg9", "r classic").allows("c5c4");
}

#[test]
fn ruling_9_rat_on_land_against_a_trapped_elephant() {
    for (trap, from) in [("d2", "d3"), ("c1", "b1"), ("e1", "f1")] {
        let _ = on("jungle/ruling/9", &format!("R{from} e{trap} tg9"), "r").allows(&format!("{from}{trap}"));
    }
}

#[test]
fn ruling_10_a_trapped_token_never_captures_but_may_enter_the_den() {
    let rule = "jungle/ruling/10";
    for (trap, beside) in [("d8", "d7"), ("c9", "b9"), ("e9", "f9")] {
        let _ = on(rule, &format!("E{trap} r{beside}"), "r")
            .refuses(&format!("{trap}{beside}"), "jungle/captures/1")
            .allows(&format!("{trap}d9"));
    }
}

#[test]
fn ruling_11_on_its_own_trap_a_token_keeps_its_rank() {
    let rule = "jungle/ruling/11";
    let _ = on(rule, "Wd2 cd3", "r").allows("d2d3");
    let _ = on(rule, "Wd2 cd3", "b").refuses("d3d2", "jungle/captures/5");
    let _ = on(rule, "Cd7 wd8", "r").refuses("d7d8", "jungle/captures/5");
}

#[test]
fn ruling_12_any_rat_on_the_way_stops_a_jump() {
    let jumps = [("a5", "d5", "b5 c5"), ("d4", "g4", "e4 f4"), ("b3", "b7", "b4 b5 b6"), ("f7", "f3", "f4 f5 f6")];
    for (from, to, over) in jumps {
        for (water, rat) in over.split(' ').flat_map(|water| [(water, 'R'), (water, 'r')]) {
            for jumper in ['L', 'T'] {
                let _ = on("jungle/ruling/12", &format!("{jumper}{from} {rat}{water} eg9"), "r")
                    .refuses(&format!("{from}{to}"), "jungle/pieces/2");
            }
        }
    }
    // A rat elsewhere, in the water beside the way or on the shore, does not.
    let _ = on("jungle/ruling/12", "Lb3 rc5 Ra4 eg9", "r").allows("b3b7");
}

#[test]
fn ruling_13_lion_and_tiger_both_jump_both_ways() {
    for jumper in ['L', 'T'] {
        let _ = on("jungle/ruling/13", &format!("{jumper}b3 eg9"), "r").allows("b3b7");
        let _ = on("jungle/ruling/13", &format!("{jumper}a4 eg9"), "r").allows("a4d4");
    }
}

#[test]
fn ruling_14_an_attack_on_a_stronger_token_is_not_legal() {
    let _ = on("jungle/ruling/14", "Cd3 dd4", "r").actions("d3c3 d3d2 d3e3").refuses("d3d4", "jungle/captures/5");
}

#[test]
fn ruling_15_the_own_den_is_never_entered() {
    let _ = on("jungle/ruling/15", "Wd2 cg9", "r").refuses("d2d1", "jungle/pieces/3");
    not_a_position::<Position>("jungle/position-text/7", &place("Wd1 cg9", "r"));
}

#[test]
fn ruling_16_who_cannot_move_loses() {
    let _ = on("jungle/ruling/16", "Ra1 db1 ca2", "r").count(0).outcome("red 0 black 1");
}

#[test]
fn ruling_17_and_18_draws_belong_to_the_match() {
    let rules = Position::start(Options::NONE).match_rules();
    assert_eq!(rules.repetition.map(|limit| limit.number), Some(3), "jungle/ruling/17");
    assert_eq!(rules.no_progress.map(|limit| limit.number), Some(100), "jungle/ruling/18");
}

#[test]
fn ruling_19_the_leopard_is_p() {
    let start = Position::start(Options::NONE);
    let leopard = start.token_on("e3".parse().unwrap()).unwrap();
    assert_eq!((leopard.animal.name(), leopard.letter()), ("leopard", 'P'), "jungle/ruling/19");
}

#[test]
fn ruling_20_the_text_keeps_the_rule_set() {
    let _ = on("jungle/ruling/20", "Ra1 eg9", "r classic").apply("a1a2 g9g8").gives(&place("Ra2 eg8", "r classic"));
}
