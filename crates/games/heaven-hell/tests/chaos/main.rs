//! The forty chaos effects, one by one. White picks them on black's turn, so that no coins are paid at its end.

#[path = "../common/mod.rs"]
mod common;
mod lands;
mod marks;
mod pieces;
mod turns;

use common::{check, full};
use menagerie_heaven_hell::Position;
use menagerie_testkit::At;

/// The effect happens, picked by white while black is on turn.
#[track_caller]
fn happen(number: u8, id: &str, head: &str) -> At<Position> {
    check(&format!("heaven-hell/chaos/{number}"), &format!("b0 {head} ~ random:w")).apply(&format!("draw:{id}"))
}

fn after(head: &str) -> String {
    full(&format!("w1 {head} ~ -"))
}

fn pending(head: &str, tasks: &str) -> String {
    full(&format!("b0 {head} ~ {tasks}"))
}
