//! Alliances: which step may follow which, and who knows of it.

use menagerie_table::LiveTable;
use menagerie_wire::{Alliance, AllianceStep, Code, Refused};

use crate::tables::{connect, djambi, djambi_of_three, kinds, open, seat, shogi};

fn offer(seat: &str) -> AllianceStep {
    AllianceStep::Offer { seat: seat.to_owned(), open: true }
}

fn accept(seat: &str) -> AllianceStep {
    AllianceStep::Accept { seat: seat.to_owned() }
}

fn refuse(seat: &str) -> AllianceStep {
    AllianceStep::Refuse { seat: seat.to_owned() }
}

fn break_up(seat: &str) -> AllianceStep {
    AllianceStep::Break { seat: seat.to_owned(), open: true }
}

/// Takes a step if it may be taken.
fn take(table: &mut LiveTable, by: &str, step: &AllianceStep) -> Result<(), Refused> {
    let alliance = table.check_alliance(seat(table, by), step)?;
    table.alliance_stored(alliance);
    Ok(())
}

#[track_caller]
fn taken(table: &mut LiveTable, by: &str, step: &AllianceStep) {
    take(table, by, step).expect("this step may be taken");
}

#[track_caller]
fn refused(table: &mut LiveTable, by: &str, step: &AllianceStep, code: Code, words: &str) {
    let refused = take(table, by, step).expect_err("this step is refused");
    assert_eq!(refused.code, code);
    assert!(refused.error.contains(words), "{}", refused.error);
}

#[test]
fn without_an_offer_there_is_nothing_to_answer_or_to_break() {
    let mut table = open(djambi());
    refused(&mut table, "blue", &accept("red"), Code::NotNow, "offered nothing");
    refused(&mut table, "blue", &refuse("red"), Code::NotNow, "no offer stands");
    refused(&mut table, "blue", &break_up("red"), Code::NotNow, "not allied");
}

#[test]
fn an_offer_is_answered_before_the_next_one_between_the_same_seats() {
    let mut table = open(djambi());
    taken(&mut table, "red", &offer("blue"));
    refused(&mut table, "red", &offer("blue"), Code::NotNow, "stands already");
    refused(&mut table, "blue", &offer("red"), Code::NotNow, "stands already");
    taken(&mut table, "blue", &refuse("red"));
    taken(&mut table, "blue", &offer("red"));
}

#[test]
fn nobody_accepts_an_offer_of_its_own_or_one_that_was_withdrawn() {
    let mut table = open(djambi());
    taken(&mut table, "red", &offer("blue"));
    refused(&mut table, "red", &accept("blue"), Code::NotNow, "offered nothing");
    taken(&mut table, "red", &refuse("blue"));
    refused(&mut table, "blue", &accept("red"), Code::NotNow, "offered nothing");
}

#[test]
fn allies_break_up_before_they_ally_again() {
    let mut table = open(djambi());
    taken(&mut table, "red", &offer("blue"));
    refused(&mut table, "red", &break_up("blue"), Code::NotNow, "not allied");
    taken(&mut table, "blue", &accept("red"));
    refused(&mut table, "red", &offer("blue"), Code::NotNow, "allied already");
    refused(&mut table, "red", &refuse("blue"), Code::NotNow, "no offer stands");
    taken(&mut table, "red", &break_up("blue"));
    taken(&mut table, "red", &offer("blue"));
}

#[test]
fn an_alliance_binds_two_seats_and_no_third_one() {
    let mut table = open(djambi());
    taken(&mut table, "red", &offer("blue"));
    taken(&mut table, "blue", &accept("red"));
    for (one, other) in [("red", "yellow"), ("yellow", "blue"), ("green", "red")] {
        taken(&mut table, one, &offer(other));
    }
    refused(&mut table, "green", &break_up("blue"), Code::NotNow, "not allied");
}

/// The limit of `MAX_STEPS`: 30 between two seats.
#[test]
fn two_seats_take_thirty_steps_and_may_then_only_end_what_stands() {
    let mut table = open(djambi());
    for _ in 0..15 {
        taken(&mut table, "red", &offer("blue"));
        taken(&mut table, "blue", &refuse("red"));
    }
    refused(&mut table, "red", &offer("blue"), Code::TooMuch, "enough");
    taken(&mut table, "red", &offer("green"));
}

#[test]
fn alliances_need_a_third_seat_and_another_seat_that_plays() {
    let mut two = open(shogi());
    refused(&mut two, "black", &offer("white"), Code::NotNow, "no alliances in this game");
    let mut three = open(djambi_of_three());
    refused(&mut three, "red", &offer("green"), Code::NotFound, "no such other seat");
    refused(&mut three, "red", &offer("red"), Code::NotFound, "no such other seat");
    taken(&mut three, "red", &offer("yellow"));
}

fn step(by: &str, with: &str, what: &str, open: bool) -> Alliance {
    Alliance { by: by.to_owned(), with: with.to_owned(), what: what.to_owned(), open, at: 5 }
}

/// Steps that another node has stored reach those who may know them, once.
#[test]
fn new_steps_in_the_store_are_told_once_to_those_who_may_know_them() {
    let mut table = open(djambi());
    let [blue, yellow] = [(1, "blue"), (2, "yellow")].map(|(id, seat)| connect(&mut table, id, &[seat]));
    let secret = step("red", "blue", "offered", false);
    let told = table.sync_alliances(vec![secret.clone()]);
    assert_eq!((kinds(&told, blue), kinds(&told, yellow)), (vec!["alliance"], vec![]));
    let open = step("red", "green", "offered", true);
    let told = table.sync_alliances(vec![secret, open]);
    assert_eq!((kinds(&told, blue), kinds(&told, yellow)), (vec!["alliance"], vec!["alliance"]));
    taken(&mut table, "blue", &accept("red"));
}
