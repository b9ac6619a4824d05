//! What players are told: every reason for which an action can fail, and what an action does.

use menagerie_game::{OpenRules, Verdict};

mod common;
use common::on;

fn verdict(tokens: &str, rest: &str, action: &str) -> Verdict {
    on(action, tokens, rest).position().explain(action.parse().unwrap())
}

#[track_caller]
fn refuses(tokens: &str, rest: &str, action: &str, rule: &str, reason: &str) {
    assert_eq!(verdict(tokens, rest, action), Verdict::refused("", reason.to_owned()).of(rule), "{action}");
}

#[track_caller]
fn allows(tokens: &str, rest: &str, action: &str, rule: &str, reason: &str) {
    assert_eq!(verdict(tokens, rest, action), Verdict::allowed("", reason.to_owned()).of(rule), "{action}");
}

trait Of {
    fn of(self, rule: &str) -> Self;
}

impl Of for Verdict {
    fn of(self, rule: &str) -> Self {
        Self { rule: rule.to_owned().into(), ..self }
    }
}

#[test]
fn the_token_is_not_there_or_not_yours() {
    refuses("Ra1 eg9", "r", "b4b5", "jungle/actions/1", "there is no token on b4");
    refuses("Ra1 eg9", "r", "g9g8", "jungle/actions/1", "the elephant on g9 is black's, and red is to move");
}

#[test]
fn the_square_is_not_reached_by_a_step() {
    let rule = "jungle/pieces/1";
    refuses("Wd3 eg9", "r", "d3d3", rule, "the wolf has to leave its square");
    refuses("Wd3 eg9", "r", "d3e4", rule, "the wolf goes up, down, left or right, never diagonally");
    refuses("Wd3 eg9", "r", "d3d5", rule, "the wolf goes one square at a time: d5 is too far");
    refuses("Rb4 eg9", "r", "b4b6", rule, "the rat goes one square at a time: b6 is too far");
    refuses("Wc3 eg9", "r", "c3c4", rule, "only a rat may swim: the wolf cannot enter the water on c4");
    refuses("Lc3 eg9", "r", "c3c4", rule, "only a rat may swim: the lion cannot enter the water on c4");
}

#[test]
fn the_square_is_not_reached_by_a_jump() {
    let rule = "jungle/pieces/2";
    refuses("Wc3 eg9", "r", "c3c7", rule, "only lion and tiger jump over water: the wolf goes one square");
    refuses("Lc3 rc5", "r", "c3c7", rule, "a rat on c5 blocks the lion's jump");
    refuses("Lc3 eg9", "r", "c3c5", rule, "the lion cannot stop in the water on c5");
    refuses("La5 eg9", "r", "a5g5", rule, "the lion lands on the first square behind the water: g5 is too far");
    refuses(
        "Td3 eg9",
        "r",
        "d3d5",
        rule,
        "the tiger jumps only over water that is next to it; here it goes one square",
    );
}

#[test]
fn the_end_square_is_closed() {
    refuses("Wd2 eg9", "r", "d2d1", "jungle/pieces/3", "red never enters its own den d1");
    refuses("Wd3 Cd4 eg9", "r", "d3d4", "jungle/pieces/4", "red's own cat stands on d4");
}

#[test]
fn the_prey_cannot_be_taken() {
    refuses(
        "Ed8 dc8",
        "r",
        "d8c8",
        "jungle/captures/1",
        "the elephant has strength 0 in the trap on d8 and takes nothing",
    );
    refuses("Ra4 rb4", "r", "a4b4", "jungle/captures/2", "a rat in the water cannot be taken from land");
    refuses("Ra3 ea4", "r", "a3a4", "jungle/captures/4", "a rat takes an elephant only from the water");
    refuses("Ca3 da4", "r", "a3a4", "jungle/captures/5", "the dog on a4 (3) is too strong for the cat (2)");
}

#[test]
fn the_prey_cannot_be_taken_in_classic() {
    let on = "r classic";
    refuses(
        "Ed8 dc8",
        on,
        "d8c8",
        "jungle/classic/1",
        "the elephant has strength 0 in the trap on d8 and takes nothing",
    );
    refuses("Ra4 rb4", on, "a4b4", "jungle/classic/2", "a rat in the water cannot be taken from land");
    let reason = "a rat in the water takes nothing on land, so not the elephant on a4";
    refuses("Rb4 ea4", on, "b4a4", "jungle/classic/2", reason);
    refuses("Ea3 ra4", on, "a3a4", "jungle/classic/5", "an elephant cannot take a rat");
    refuses("Ca3 da4", on, "a3a4", "jungle/classic/6", "the dog on a4 (3) is too strong for the cat (2)");
}

#[test]
fn the_game_is_over() {
    refuses("Cd9 la9", "b", "a9a8", "jungle/end/1", "the game is over: red's cat stands in black's den");
    refuses("Cd3", "r", "d3d4", "jungle/end/2", "the game is over: black has no tokens left");
    refuses("Ra1 db1 ca2", "r", "a1a2", "jungle/end/3", "the game is over: red is to move and cannot");
}

#[test]
fn legal_actions_name_the_rule_that_allows_them() {
    allows("Wd3 eg9", "r", "d3d4", "jungle/pieces/1", "the wolf steps to d4");
    allows("Lb3 eg9", "r", "b3b7", "jungle/pieces/2", "the lion jumps over the water to b7");
    allows("Cc9 eg1", "r", "c9d9", "jungle/end/1", "the cat enters black's den and wins");
    let trapped = "the rat takes the elephant, which has strength 0 in the trap on d2";
    allows("Rd3 ed2", "r", "d3d2", "jungle/captures/3", trapped);
    allows("Rb4 eb3", "r", "b4b3", "jungle/captures/4", "the rat takes the elephant from the water");
    allows("Wd3 cd4", "r", "d3d4", "jungle/captures/5", "the wolf (4) takes the cat (2)");
    allows("Ra3 eb3", "r classic", "a3b3", "jungle/classic/4", "a rat takes an elephant");
}
