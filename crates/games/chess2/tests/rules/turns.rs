//! Turn structure, end of game and match rules.

use menagerie_game::{Counts, Leaving, Limit, Progress, Rules, Seat, Silent};

use crate::{P, START, at};

const WALLED_IN: &str = "KE6/FEr5/2r5/8/8/8/7q/7k w Q... - - -";
const KING_BESIDE_KING: &str = "7r/8/8/8/8/5k2/4K1R1/q6Q w .... r - -";
const CATCH: &str = "7k/8/2e5/1f1f4/MF6/1F6/2q5/Q6R w K... - - -";
const CATCH_ON_THE_WAY: &str = "7k/8/M7/F7/1F6/8/8/Q6R w K..q - - -";
const LAST_CELL: &str = "7K/8/8/8/8/2Y5/8/q6Q w ..k. - - -";

#[test]
fn a_turn_is_one_action_of_ones_own_and_pass_only_when_there_is_none() {
    let _ = at("chess2/turn/1", WALLED_IN).actions("pass").allows("pass").apply("pass").tells("white passes");
    let _ = at("chess2/turn/1", START)
        .refuses("pass", "chess2/turn/1")
        .refuses("a7a6", "chess2/turn/1")
        .refuses("e4e5", "chess2/turn/1");
}

#[test]
fn a_taken_royal_leaves_the_choice_of_its_cell_to_the_taker() {
    let _ = at("chess2/turn/2", KING_BESIDE_KING)
        .apply("e2f3")
        .gives("7r/8/8/8/8/5K2/6R1/q6Q w .... - jail:k -")
        .actor("white");
}

#[test]
fn another_capture_ends_the_turn_and_gives_the_right() {
    let _ = at("chess2/turn/3", "7k/8/8/3ff3/3R1e2/8/8/7K w .Q.q r - -")
        .apply("d4d5")
        .gives("7k/8/8/3Rf3/5e2/8/8/7K b .Q.q r - -")
        .tells("black fish on d5 is taken")
        .tells("black to move");
}

#[test]
fn a_hop_with_more_to_come_keeps_the_turn() {
    let _ = at("chess2/turn/4", "k7/8/8/6q1/4f3/2F5/3F4/3M2K1 w .Q.. - - -")
        .apply("d1d3")
        .gives("k7/8/8/6q1/4f3/2FM4/3F4/6K1 w .Q.. - hop:d3:d2 -")
        .actor("white");
}

#[test]
fn a_monkey_in_a_cell_keeps_the_turn() {
    let _ = at("chess2/turn/5", CATCH).apply("a4z4").gives("7k/8/2e5/1f1f4/LF6/1F6/2q5/Q6R w M... - swing:z4:- -");
}

#[test]
fn everything_else_ends_the_turn_without_the_right() {
    let _ = at("chess2/turn/6", "7k/8/8/3ff3/3R1e2/8/8/7K w .Q.q r - -")
        .apply("d4c5")
        .gives("7k/8/8/2Rff3/5e2/8/8/7K b .Q.q - - -");
    let _ = at("chess2/turn/6", CATCH_ON_THE_WAY)
        .apply("a6a4 stop")
        .gives("7k/8/8/F7/MF6/8/8/Q6R b K..q - - -")
        .tells("white monkey stops on a4")
        .tells("black to move");
}

#[test]
fn in_a_chain_only_hops_the_catch_and_stop() {
    let _ = at("chess2/turn/7", CATCH_ON_THE_WAY)
        .refuses("stop", "chess2/turn/7")
        .apply("a6a4")
        .actions("a4c4 a4z4 stop")
        .refuses("h1g1", "chess2/turn/7")
        .refuses("pass", "chess2/turn/7")
        .refuses("@i4", "chess2/turn/7");
}

#[test]
fn a_monkey_in_a_cell_must_swing_out() {
    let _ = at("chess2/turn/8", CATCH)
        .refuses("z4c4", "chess2/turn/8")
        .apply("a4z4")
        .actions("z4c2 z4c4 z4c6")
        .refuses("stop", "chess2/turn/8")
        .refuses("z5c5", "chess2/turn/8")
        .refuses("h1g1", "chess2/turn/8");
}

#[test]
fn a_captive_needs_a_cell_before_anything_else() {
    let _ = at("chess2/turn/9", KING_BESIDE_KING)
        .refuses("@i4", "chess2/turn/9")
        .apply("e2f3")
        .actions("@i4 @i5")
        .refuses("f3f4", "chess2/turn/9")
        .refuses("pass", "chess2/turn/9");
    let _ = at("chess2/turn/9", LAST_CELL).apply("c3a1").actions("@i5");
}

#[test]
fn both_royals_in_jail_end_the_game() {
    let _ = at("chess2/end/1", LAST_CELL)
        .apply("c3a1 @i5")
        .gives("7K/8/8/8/8/8/8/Y6Q b ..kq - - -")
        .outcome("white 1 black 0")
        .actor("nobody")
        .actions("(none)")
        .tells("the game is over: white wins")
        .refuses("a1a2", "chess2/end/1")
        .refuses("pass", "chess2/end/1");
}

#[test]
fn a_banana_does_not_save_a_side_that_has_lost() {
    for king in ["k", "l"] {
        let text = format!("7K/8/8/8/8/2Y5/8/q6Q w ..{king}. - - -");
        let _ = at("chess2/end/2", &text).apply("c3a1 @i5").outcome("white 1 black 0");
    }
}

#[test]
fn nothing_else_ends_a_game() {
    let _ = at("chess2/end/3", "7k/8/8/8/8/8/8/K7 w .Q.q - - -").actor("white").apply("a1a2").actor("black");
    let _ = at("chess2/end/3", WALLED_IN).apply("pass").actor("black");
}

#[test]
fn repetition_no_progress_and_length_draw_a_match() {
    let rules = at("chess2/match/1", START).position().match_rules();
    assert_eq!(rules.repetition, Some(Limit { number: 3, rule: "chess2/match/1" }));
    assert_eq!(rules.no_progress, Some(Limit { number: 100, rule: "chess2/match/2" }));
    assert_eq!(rules.length, Some(Limit { number: 600, rule: "chess2/match/3" }));
    assert_eq!(rules.counts, Counts::Turns);
}

#[test]
fn resignation_loses() {
    let mut position = *at("chess2/match/4", START).position();
    let rules = position.match_rules();
    assert_eq!((rules.agreement, rules.resignation), ("chess2/match/4", "chess2/match/4"));
    let Leaving::Ends(outcome) = position.leave(Seat(0), &mut Silent) else { panic!("the game goes on") };
    assert_eq!(outcome.winner(), Some(Seat(1)));
}

#[test]
fn progress_is_a_capture_a_promotion_or_a_catch() {
    let progress = |position: &str, action: &str| {
        let mut position: P = *at("chess2/match/2", position).position();
        position.apply(action.parse().expect("an action"), &mut Silent)
    };
    let promotion = "7r/6F1/8/k7/8/8/8/7K w .Q.q - - -";
    for (position, action) in [(promotion, "g7g8"), (promotion, "g7h8"), (KING_BESIDE_KING, "e2f3"), (CATCH, "a4z4")] {
        assert_eq!(progress(position, action), Progress::Yes, "{action}");
    }
    for (position, action) in [(promotion, "h1h2"), (CATCH, "a4c4"), (WALLED_IN, "pass"), (START, "a1d4")] {
        assert_eq!(progress(position, action), Progress::No, "{action}");
    }
    let swing = "7k/8/2e5/1f1f4/LF6/1F6/2q5/Q6R w M... - swing:z4:- -";
    assert_eq!(progress(swing, "z4c4"), Progress::No);
    assert_eq!(progress(swing, "z4c2"), Progress::Yes);
}

#[test]
fn a_turn_begins_where_nothing_is_pending() {
    let begins = |position: &str| at("chess2/match/1", position).position().begins_turn();
    assert!(begins(START));
    assert!(begins("7K/8/8/8/8/8/8/Y6Q b ..kq - - -"));
    assert!(!begins("7K/8/8/8/8/8/8/Y6Q w ..k. - jail:q -"));
    assert!(!begins("k7/8/8/6q1/4f3/2FM4/3F4/6K1 w .Q.. - hop:d3:d2 -"));
    assert!(!begins("7k/8/2e5/1f1f4/LF6/1F6/2q5/Q6R w M... - swing:z4:- -"));
}

/// chess2/moves/1: the right to take with rooks is the mover's, and only for this turn.
#[test]
fn the_right_of_the_rooks_is_lost_with_the_turn() {
    let turned = |text: &str, seat: &str| {
        let position: P = text.parse().unwrap();
        position.with_turn(P::INFO.seat_named(seat).unwrap()).unwrap().to_string()
    };
    let (may_take, may_not) = ("7k/8/8/3ff3/3R1e2/8/8/7K w .Q.q r - -", "7k/8/8/3ff3/3R1e2/8/8/7K w .Q.q - - -");
    assert_eq!(turned(may_take, "white"), may_take);
    assert_eq!(turned(may_not, "white"), may_not);
    assert_eq!(turned(may_take, "black"), "7k/8/8/3ff3/3R1e2/8/8/7K b .Q.q - - -");
}

/// A monkey in a cell must swing out: without it the same board is another position.
#[test]
fn a_monkey_that_must_swing_out_changes_the_key() {
    let key = |text: &str| text.parse::<P>().unwrap().key();
    let swings = "7k/8/2e5/1f1f4/LF6/1F6/2q5/Q6R w M... - swing:z4:- -";
    assert_ne!(key(swings), key("7k/8/2e5/1f1f4/LF6/1F6/2q5/Q6R w .... - - -"));
}
