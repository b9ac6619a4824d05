//! Moves, landings, captures, deaths (heaven-hell/6).

mod common;

use common::{check, full};

#[test]
fn follow_ups_of_a_move() {
    // Jump, curse, double; what the move itself leads to comes first.
    let _ = check("heaven-hell/6.1/1", "w1 Kh1,Cd4xcd,pd5,ke8 d6i - 3/0 ~ -")
        .apply("d4d6")
        .gives(&full("w0 Kh1,Cd6mcd,ke8,pd5^ d6i - 3/0 ~ up:d6;slide:d6:+0+2;jump:d6;curse:d6;double:d6"));
    // A second move has no second `double`, but a curse.
    let _ = check("heaven-hell/6.1/1", "w0 Ke2cd,ke8 - - 2/0 ~ double:e2")
        .apply("e2e3")
        .gives(&full("w0 Ke3cd,ke8 - - 1/0 ~ curse:e3"));
    // A second jump has none at all.
    let _ = check("heaven-hell/6.1/1", "w0 Kh1,Cd4cd,Pd5,ke8 - - 2/0 ~ jump:d4")
        .apply("d4d6")
        .gives(&full("b1 Kh1,Pd5,Cd6cd,ke8 - - 3/1 ~ -"));
}

#[test]
fn a_portal_gun_is_used_up() {
    let _ = check("heaven-hell/6.1/2", "w1 Ke1,Qd4p,ke8,Nd4_ - - 0/0 ~ -")
        .has("d4d4^")
        .lacks("d4d4_ d4d5^")
        .apply("d4d4^")
        .gives(&full("b1 Ke1,ke8,Qd4^,Nd4_ - - 1/1 ~ -"));
}

#[test]
fn castling_lands_king_then_rook() {
    let _ = check("heaven-hell/6.1/3", "w1 Ra1,Ke1,ke8 c1o,d1$3 - 0/0 … Q - - - a1h8/a1h8 -")
        .apply("e1c1")
        .gives(&full("w0 Kc1,Rd1,ke8 - - 3/0 ~ chaos:w"));
}

#[test]
fn the_double_step_sets_en_passant() {
    let _ = check("heaven-hell/6.1/4", "w1 Ke1,ke8,Pa2_ - - 0/0 ~ -")
        .apply("a2_a4_")
        .gives(&full("b1 Ke1,ke8,Pa4_ - - 1/1 … - a3_ - - a1h8/a1h8 -"));
    // Not when the Pawn slides on, or dies.
    let _ = check("heaven-hell/6.1/4", "w1 Ke1,Pa2,ke8 a4i - 0/0 ~ -")
        .apply("a2a4")
        .gives(&full("b1 Ke1,Pa5,ke8 a4i - 1/1 ~ -"));
    let _ = check("heaven-hell/6.1/4", "w1 Ke1,Pa2,ke8 a4f - 0/0 ~ -")
        .apply("a2a4")
        .gives(&full("b1 Ke1,ke8,Pa4^ a4f - 1/1 ~ -"));
}

#[test]
fn landing_deletes_a_slide() {
    // The Rook slides onto Ice twice; each landing replaces the slide before.
    let _ = check("heaven-hell/6.2/1", "w1 Ra1,Ke1,ke8 a4i,a5i - 0/0 ~ -")
        .apply("a1a4")
        .gives(&full("b1 Ke1,Ra6,ke8 a4i,a5i - 1/1 ~ -"));
}

#[test]
fn a_block_that_does_not_fit() {
    // Off its own plane: it dies on the last square.
    let _ = check("heaven-hell/6.2/2", "w1 Ra1,Ke1,ke8 a8i - 0/0 ~ -")
        .apply("a1a8")
        .gives(&full("b1 Ke1,ke8,Ra8^ a8i - 1/1 ~ -"));
    // To a missing square of another plane: it leaves the game, and a Bomber leaves no Fire there.
    let _ = check("heaven-hell/6.2/2", "w1 Ra1,Ke1,xa4,ke8 - - 0/0 … - - - - b1g8/a1h8 -")
        .apply("a1a4")
        .gives(&full("b1 Ke1,ke8,Ra4_mx a4f - 1/1 … - - - - b1g8/a1h8 -"));
}

#[test]
fn in_hand_a_piece_protects_nobody() {
    // The Fortress that is thrown onto its own King's enemy leaves its place first: only then is the King unprotected.
    let _ = check("heaven-hell/6.2/3", "w0 Ke1,Re7,fd8,ke8 - - 0/0 ~ ask:relocate:w:d8")
        .apply("@e7")
        .gives(&full("b1 Ke1,fe7mx,ke8,Re7^ - - 1/1 ~ -"));
}

#[test]
fn onto_an_ally_or_a_protected_piece() {
    let _ = check("heaven-hell/6.2/4", "w1 Ra1,Ke1,Na5,ke8 a4i - 0/0 ~ -")
        .apply("a1a4")
        .gives(&full("b1 Ke1,Na5,ke8,Ra5^ a4i - 1/1 ~ -"));
    let _ = check("heaven-hell/6.2/4", "w1 Ra1m,Ke1,pa7,aa8,ke8 - - 0/0 ~ -")
        .apply("a1a7")
        .gives(&full("b1 Ke1,pa7,aa8,ke8,Ra7_m - - 1/1 ~ -"));
}

#[test]
fn extra_captures_come_first() {
    let _ = check("heaven-hell/6.2/5", "w1 Ke1,pd5,Pe5x,ke8 - - 0/0 … - d6 - - a1h8/a1h8 -")
        .apply("e5d6")
        .gives(&full("w0 Ke1,Pd6m,ke8,pd5^ - - 0/0 … - d6 - - a1h8/a1h8 up:d6"));
}

#[test]
fn several_captures_give_several_credits() {
    // A Rook of size 2 takes two Knights at once: Experienced, then an upgrade.
    let _ = check("heaven-hell/6.2/6", "w1 Ra1*2,Ke1,na4,nb4,ke8 - - 0/0 ~ -")
        .apply("a1a3")
        .gives(&full("w0 Ke1,Ra3*2m,ke8,na4^,nb4^ - - 0/0 ~ up:a3"));
}

#[test]
fn items_in_order() {
    let _ = check("heaven-hell/6.2/7", "w1 Ra1*2,Ke1,ke8 a3$1,b3o,a4$2,b4o - 0/0 ~ -")
        .apply("a1a3")
        .gives(&full("w0 Ke1,Ra3*2,ke8 - - 3/0 ~ chaos:w;chaos:w"));
    // A dead Wizard does not burn, a dead Rook does.
    let _ = check("heaven-hell/6.2/7", "w1 Wa1,Ke1,ke8 b2f - 0/0 ~ -")
        .apply("a1b2")
        .gives(&full("b1 Ke1,Wb2,ke8 b2f - 1/1 ~ -"));
}

#[test]
fn capturing_in_heaven_is_a_fall() {
    let _ = check("heaven-hell/6.2/8", "w1 Ke1,ke8,Ra1^,na4^ a4^o$2,a4_$5 a4^b 0/0 ~ -")
        .apply("a1^a4^")
        .gives(&full("w0 Ke1,ke8,Ra4_mx - a4^b 7/0 ~ chaos:w"));
}

#[test]
fn ice_ends_the_landing() {
    // The trap on the Ice is not sprung; the one behind it is.
    let _ = check("heaven-hell/6.2/9", "w1 Na1,Ke1,ke8 b3i b3b,c5w 0/0 ~ -")
        .apply("a1b3")
        .tells("white Secret Trap on c5 comes to light")
        .gives(&full("b1 Ke1,ke8,Nc5^ b3i b3b 1/1 ~ -"));
    // A Scout slides on by one square, as a Rook does.
    let _ = check("heaven-hell/6.2/9", "w1 Sa1,Ke1,ke8 a4i - 0/0 ~ -")
        .apply("a1a4")
        .gives(&full("b1 Ke1,Sa5,ke8 a4i - 1/1 ~ -"));
    // No direction, no slide: who arrives by dying stands on Ice.
    let _ = check("heaven-hell/6.2/9", "w1 Ra1,Ke1,na4,ke8 a4^i - 0/0 ~ -")
        .apply("a1a4")
        .gives(&full("b1 Ke1,Ra4mx,ke8,na4^ a4^i - 1/1 ~ -"));
}

#[test]
fn traps_kill_all_but_scouts() {
    let _ = check("heaven-hell/6.2/10", "w1 Ra1*2,Ke1,ke8 - b3b,a4w,a4b 0/0 ~ -")
        .apply("a1a3")
        .gives(&full("b1 Ke1,ke8,Ra3^*2 - - 1/1 ~ -"));
    let _ = check("heaven-hell/6.2/10", "w1 Sa1,Ke1,ke8 - a4b 0/0 ~ -")
        .apply("a1a4")
        .gives(&full("b1 Ke1,Sa4,ke8 - a4b 1/1 ~ -"));
}

#[test]
fn pawns_on_the_last_rank() {
    let _ = check("heaven-hell/6.2/11", "w1 Ke1,Pa7,ke8 - - 0/0 ~ -")
        .apply("a7a8")
        .actor("white")
        .actions("promote:bishop promote:knight promote:queen promote:rook")
        .apply("promote:queen")
        .gives(&full("b1 Ke1,Qa8,ke8 - - 1/1 ~ -"));
    // A dead Pawn that arrives on its last rank is promoted too: its owner chooses.
    let _ = check("heaven-hell/6.2/11", "w1 Ra1,pb1,Ke1,ke8 - - 0/0 ~ -")
        .apply("a1b1")
        .actor("black")
        .gives(&full("w0 Rb1mx,Ke1,ke8,pb1^ - - 0/0 ~ pro:b1^"));
}

#[test]
fn death_deletes_tasks() {
    // The cursed King burns: neither curse nor second move follow.
    let _ = check("heaven-hell/6.4/1", "w1 Ra1,Ke1cd,ke8 e2f - 5/0 ~ -")
        .apply("e1e2")
        .gives(&full("b1 Ra1,ke8,Ke2^cd e2f - 6/1 ~ -"));
    // An upgrade stays with the dead.
    let _ = check("heaven-hell/6.4/1", "w1 Ra1x,Ke1,na4,ke8 a4f - 0/0 ~ -")
        .apply("a1a4")
        .gives(&full("w0 Ke1,ke8,na4^,Ra4_m a4f - 0/0 ~ up:a4_"));
}

#[test]
fn bombers_burn() {
    // Fire on all squares of its footprint; Ice melts.
    let _ = check("heaven-hell/6.4/2", "w0 Ke1,Xa4*2,ke8 a4i - 0/0 ~ ask:kill:w")
        .apply("@a4")
        .gives(&full("b1 Ke1,ke8,Xa4^*2 b4f,a5f,b5f - 1/1 ~ -"));
}

#[test]
fn the_dead_die_for_good() {
    let _ = check("heaven-hell/6.4/3", "w1 Ke1,ke8,Ra1_,na4_ - - 0/0 ~ -")
        .apply("a1_a4_")
        .gives(&full("b1 Ke1,ke8,Ra4_mx - - 1/1 ~ -"));
}

#[test]
fn heaven_or_hell() {
    for (victim, plane) in [("n", "^"), ("nm", "_"), ("v", "_"), ("am", "^"), ("r", "^"), ("bm", "_")] {
        let (letter, status) = victim.split_at(1);
        let killed =
            check("heaven-hell/6.4/4", &format!("w1 Ra1,Ke1,{letter}a4{status},ke8 - - 0/0 ~ -")).apply("a1a4");
        let dead = format!("{letter}a4{plane}{status}");
        let _ = killed.gives(&full(&format!("b1 Ke1,Ra4mx,ke8,{dead} - - 1/1 ~ -")));
    }
}
