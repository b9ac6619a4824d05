//! Texts that are positions and actions, and those that are not.

use menagerie_testkit::{misspelled, not_a_position, not_an_action};

use crate::P;

fn refused(rule: &str, texts: &[&str]) {
    for text in texts {
        not_a_position::<P>(rule, text);
    }
}

#[test]
fn a_position_text_has_its_forms_and_nothing_more() {
    for text in [
        "",
        "7k/8/8/8/8/8/8/K7 w .Q.q - -",
        "7k/8/8/8/8/8/8/K7 w .Q.q - - - -",
        "7k/8/8/8/8/8/8/K7  w .Q.q - - -",
        "7k/8/8/8/8/8/8/K7 w .Q.q - - - ",
        "7k/8/8/8/8/8/K7 w .Q.q - - -",
        "7k/8/8/8/8/8/8/8/K7 w .Q.q - - -",
        "7k/8/8/8/8/8/8/K8 w .Q.q - - -",
        "7k/8/8/8/8/8/8/K6 w .Q.q - - -",
        "7k/8/8/8/8/8/8/K34 w .Q.q - - -",
        "7k/8/8/8/8/8/8/K70 w .Q.q - - -",
        "7k/8/8/8/8/8/8/9K w .Q.q - - -",
        "7k/8/8/8/8/8/8/KP6 w .Q.q - - -",
        "7k/8/8/8/8/8/8/Ké6 w .Q.q - - -",
        "7k/8/8/8/8/8/8/K7 x .Q.q - - -",
        "7k/8/8/8/8/8/8/K7 w .Q.q. - - -",
        "7k/8/8/8/8/8/8/K7 w .Qq - - -",
        "7k/8/8/8/8/8/8/K7 w .Qxq - - -",
        "7k/8/8/8/8/8/8/K7 w .Q.q R - -",
        "7k/8/8/8/8/8/8/K7 w .Q.q - - C",
        "7k/8/8/8/8/8/8/K7 w .Q.q - hop -",
        "k7/8/8/6q1/4f3/2FM4/3F4/6K1 w .Q.. - hop:d3:- -",
        "k7/8/8/6q1/4f3/2FM4/3F4/6K1 w .Q.. - hop:d3: -",
        "k7/8/8/6q1/4f3/2FM4/3F4/6K1 w .Q.. - hop:d3:d2, -",
        "k7/8/8/6q1/4f3/2FM4/3F4/6K1 w .Q.. - hop:d3:d2,c3 -",
        "k7/8/8/6q1/4f3/2FM4/3F4/6K1 w .Q.. - hop:d3:d2,d2 -",
        "7k/8/2e5/1f1f4/LF6/1F6/2q5/Q6R w M... - swing:z4: -",
        "7k/8/2e5/1f1f4/LF6/1F6/2q5/Q6R w M... - swing:z6:- -",
        "7K/8/8/8/8/8/8/Y6Q w ..k. - jail:m -",
        "7K/8/8/8/8/8/8/Y6Q w ..k. - jail: -",
        "7K/8/8/8/8/8/8/Y6Q w ..k. - jail:qq -",
    ] {
        misspelled::<P>("chess2/V1", text);
    }
}

#[test]
fn each_colour_has_one_king_and_one_queen() {
    refused(
        "chess2/V2",
        &[
            "7k/8/8/8/8/8/8/8 w .Q.q - - -",
            "7k/8/8/8/8/8/8/KL6 w .Q.q - - -",
            "7k/8/8/8/8/8/8/K7 w .Q.. - - -",
            "7k/8/8/8/8/8/8/KQ6 w .Q.q - - -",
            "7k/8/8/8/8/8/8/K7 w QQ.q - - -",
            "7K/8/8/8/8/8/8/Y6Q w ..k. - jail:k -",
        ],
    );
}

#[test]
fn cells_hold_royals_of_their_colour() {
    refused(
        "chess2/V3",
        &[
            "7k/8/8/8/8/8/8/K6Q w q... - - -",
            "7k/8/8/8/8/8/8/K6q w ..Q. - - -",
            "7k/8/8/8/8/8/8/K7 w .QRq - - -",
            "7k/8/8/8/8/8/8/K7 w MQ.q - - -",
            "7k/8/8/8/8/8/8/K7 w YQ.q - - -",
        ],
    );
}

#[test]
fn no_fish_stands_on_its_last_rank() {
    refused("chess2/V4", &["F6k/8/8/8/8/8/8/K7 w .Q.q - - -", "7k/8/8/8/8/8/8/K6f w .Q.q - - -"]);
}

#[test]
fn there_is_one_bear_at_most() {
    refused("chess2/V5", &["7k/8/8/8/8/*7/8/K*6 w .Q.q - - -", "7k/8/8/8/8/*7/8/K7 w .Q.q - - c"]);
}

#[test]
fn what_is_pending_is_possible() {
    refused(
        "chess2/V6",
        &[
            // no monkey, the other side's monkey, nothing on a jumped square, itself jumped, no hop left
            "k7/8/8/6q1/4f3/2F1M3/3F4/6K1 w .Q.. - hop:d3:d2 -",
            "k7/8/8/6q1/4f3/2Fm4/3F4/6K1 w .Q.. - hop:d3:d2 -",
            "k7/8/8/6q1/4f3/2FM4/3F4/6K1 w .Q.. - hop:d3:a4 -",
            "k7/8/8/6q1/4f3/2FM4/3F4/6K1 w .Q.. - hop:d3:d2,d3 -",
            "k7/8/8/6q1/8/3M4/3F4/6K1 w .Q.. - hop:d3:d2 -",
            // the other side's cell, no monkey in it, king elsewhere or with banana, the gate jumped, no swing
            "7k/8/2e5/1f1f4/LF6/1F6/2q5/Q6R b M... - swing:z4:- -",
            "7k/8/2e5/1f1f4/LF6/1F6/2q5/Q6R w .... - swing:z4:- -",
            "7k/8/2e5/1f1f4/LF6/1F6/2q5/Q6R w m... - swing:z4:- -",
            "7k/8/2e5/1f1f4/1F6/1F6/2q5/QL5R w M... - swing:z4:- -",
            "7k/8/2e5/1f1f4/KF6/1F6/2q5/Q6R w M... - swing:z4:- -",
            "7k/8/2e5/1f1f4/LF6/1F6/2q5/Q6R w M... - swing:z4:a4 -",
            "7k/8/8/8/L7/8/2q5/Q6R w M... - swing:z4:- -",
            // a side does not take its own royal
            "7k/8/8/8/8/8/8/Y6q w .Q.. - jail:K -",
        ],
    );
}

#[test]
fn the_rook_field_is_empty_in_the_middle_of_a_turn() {
    refused(
        "chess2/V7",
        &[
            "k7/8/8/6q1/4f3/2FM4/3F4/6K1 w .Q.. r hop:d3:d2 -",
            "7k/8/2e5/1f1f4/LF6/1F6/2q5/Q6R w M... r swing:z4:- -",
            "7K/8/8/8/8/8/8/Y6Q w ..k. r jail:q -",
        ],
    );
}

#[test]
fn a_lost_game_stands_still() {
    refused(
        "chess2/V8",
        &[
            "7K/8/8/8/8/8/8/Y6Q w ..kq - - -",
            "7K/8/8/8/8/8/8/Y6Q b ..kq r - -",
            "8/8/8/8/8/8/8/Y7 w KQkq - - -",
            "8/8/8/8/8/8/8/Y7 b KQkq - - -",
            "8/8/8/8/8/3M3K/2FF4/7Q w ..kq - hop:d3:c2 -",
        ],
    );
}

#[test]
fn texts_that_are_no_actions() {
    for text in
        ["", "a1", "a1a9", "a1b", "a1b2c3", "A1b2", "z4i4", "z4", "@a1", "@z6", "bear", "bear:", "Stop", " pass"]
    {
        not_an_action::<P>(text);
    }
}
