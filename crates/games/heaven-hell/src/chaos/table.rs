//! The table: the rule with its number, id, words, what happens, what is asked.

use super::armies::*;
use super::elements::*;
use super::lands::*;
use super::pieces::*;
use super::treasury::*;
use super::{ChaosEffect, Picked, ask, ask_twice};
use crate::apply::Step;
use crate::ask::{Inquiry, element, entry, file, lines, piece, plane, square, square_or_stop};

/// An effect without questions.
const fn effect(
    rule: &'static str,
    id: &'static str,
    words: &'static str,
    happen: fn(&mut Step<'_>, Picked),
) -> ChaosEffect {
    ChaosEffect { rule, id, words, happen, first: Inquiry::NONE, second: Inquiry::NONE }
}

/// All effects, in the order of heaven-hell/chaos.
#[rustfmt::skip]
pub(crate) static EFFECTS: [ChaosEffect; 40] = [
    effect("heaven-hell/chaos/1", "shop-shuffle", "the shop is shuffled, and the picker gets six coins", shop_shuffle),
    effect("heaven-hell/chaos/2", "freeze-pawns", "Ice under every Pawn", freeze_pawns),
    effect("heaven-hell/chaos/3", "two-imps", "two Imps appear on Earth", two_imps),
    ChaosEffect {
        first: file("Choose a file: all who touch it are cursed, except Kings and Queens", curse_file),
        ..effect("heaven-hell/chaos/4", "curse-file", "a file of a plane is cursed", ask)
    },
    effect("heaven-hell/chaos/5", "bishops-rooks", "Bishops become Rooks and Rooks Bishops", bishops_rooks),
    effect("heaven-hell/chaos/6", "coins-zero", "everybody loses all coins", coins_zero),
    effect("heaven-hell/chaos/7", "spread-ice", "Ice spreads to all neighbours", spread_ice),
    effect("heaven-hell/chaos/8", "devil", "a Devil appears in the middle of Hell", devil),
    ChaosEffect {
        first: square("Choose an empty square of Heaven for the Angel", empty_heaven, angel),
        ..effect("heaven-hell/chaos/9", "angel", "an Angel appears in Heaven", ask)
    },
    ChaosEffect {
        first: lines("Destroy Heaven's outermost ranks or files?", destroy_heaven),
        ..effect("heaven-hell/chaos/10", "destroy-heaven", "the edges of Heaven are destroyed", ask)
    },
    effect("heaven-hell/chaos/11", "pawns-back", "all Pawns go one step back", pawns_back),
    effect("heaven-hell/chaos/12", "stun-four", "four pieces are stunned by chance", stun_four),
    ChaosEffect {
        first: lines("Destroy Hell's outermost ranks or files?", destroy_hell),
        ..effect("heaven-hell/chaos/13", "destroy-hell", "the edges of Hell are destroyed", ask)
    },
    ChaosEffect {
        first: piece("Choose a piece to duplicate", can_be_copied, next_about_piece),
        second: square("Choose where the copy appears", copy_places, duplicate),
        ..effect("heaven-hell/chaos/14", "duplicate", "a piece is duplicated, and both are cursed", ask)
    },
    ChaosEffect {
        first: square("Choose a square of your back rank for a Rook", back_rank, new_rook),
        ..effect("heaven-hell/chaos/15", "rook-each", "both seats get a Rook", rook_each)
    },
    effect("heaven-hell/chaos/16", "orb-each", "a Chaos Orb appears on every plane", orb_each),
    ChaosEffect {
        first: piece("Choose a piece to grow", |_, _, _| true, giant),
        ..effect("heaven-hell/chaos/17", "giant", "a piece grows", ask)
    },
    ChaosEffect {
        first: piece("Choose a piece in Hell", damned_to_swap, next_about_piece),
        second: piece("Choose a piece in Heaven to change places with it", is_in_heaven, swap_dead),
        ..effect("heaven-hell/chaos/18", "swap-dead", "a piece in Hell and one in Heaven change places", ask)
    },
    effect("heaven-hell/chaos/19", "curse-each", "chance curses a piece of each colour", curse_each),
    effect("heaven-hell/chaos/20", "upgrade-knights", "all Knights are upgraded", upgrade_knights),
    ChaosEffect {
        first: element("Which is replaced by the other?", replace_element),
        ..effect("heaven-hell/chaos/21", "ice-or-fire", "all Ice becomes Fire, or all Fire Ice", ask)
    },
    effect("heaven-hell/chaos/22", "spread-fire", "Fire spreads to all neighbours", spread_fire),
    ChaosEffect {
        first: piece("Choose a Pawn that must march on every turn", is_unforced_pawn, force_pawn),
        ..effect("heaven-hell/chaos/23", "forced-pawns", "two Pawns must march on every turn", ask_twice)
    },
    effect("heaven-hell/chaos/24", "coins-earth", "a coin on every empty square of Earth", coins_earth),
    ChaosEffect {
        first: plane("Choose the plane that burns", three_fires),
        ..effect("heaven-hell/chaos/25", "three-fires", "three Fires break out on a plane", ask)
    },
    ChaosEffect {
        first: square("Choose a square to freeze", can_be_frozen, place_ice),
        second: square("Choose a square to set on fire", can_burn, place_fire),
        ..effect("heaven-hell/chaos/26", "ice-and-fire", "one square freezes, another burns", ask)
    },
    ChaosEffect {
        first: piece("Choose a piece to downgrade", can_be_downgraded, downgrade_one),
        ..effect("heaven-hell/chaos/27", "downgrade-one", "a piece is downgraded", ask)
    },
    effect("heaven-hell/chaos/28", "next-turn-two", "the picker has two actions on the next turn", next_turn_two),
    ChaosEffect {
        first: entry("Choose a shop entry to remove", remove_entry),
        ..effect("heaven-hell/chaos/29", "shop-remove", "two entries leave the shop", ask_twice)
    },
    ChaosEffect {
        first: square_or_stop("Choose a square for a Secret Trap, or stop", trap_places, replant),
        ..effect("heaven-hell/chaos/30", "replant-traps", "all Secret Traps vanish, and the picker plants as many", replant_traps)
    },
    effect("heaven-hell/chaos/31", "bishops-home", "all Bishops go home", bishops_home),
    effect("heaven-hell/chaos/32", "upgrade-kings", "all Kings are upgraded", upgrade_kings),
    ChaosEffect {
        first: piece("Choose a King of yours", king_with_pawn, next_about_piece),
        second: piece("Choose a Pawn of yours to change places with the King", pawn_beside_king, swap_king_and_pawn),
        ..effect("heaven-hell/chaos/33", "king-pawn", "the picker's King and a Pawn change places", ask)
    },
    ChaosEffect {
        first: plane("Choose the plane on which all are downgraded", downgrade_plane),
        ..effect("heaven-hell/chaos/34", "downgrade-plane", "all pieces of a plane are downgraded", ask)
    },
    effect("heaven-hell/chaos/35", "pawns-to-bombers", "all Pawns become Suicide Bombers", pawns_to_bombers),
    ChaosEffect {
        first: piece("Choose a Pawn of yours to run riot", is_own_pawn, rampage),
        ..effect("heaven-hell/chaos/36", "pawn-rampage", "a Pawn of the picker moves as often as it can", ask)
    },
    ChaosEffect {
        first: plane("Choose the plane on which Pawns appear", spawn_pawns),
        ..effect("heaven-hell/chaos/37", "spawn-pawns", "Pawns appear on ranks 2 and 7 of a plane", ask)
    },
    effect("heaven-hell/chaos/38", "buy-and-remove", "the picker gets four coins and buys an entry for the last time", buy_and_remove),
    ChaosEffect {
        first: piece("Choose a piece to throw somewhere", is_not_royal, throw),
        ..effect("heaven-hell/chaos/39", "random-move", "chance throws a piece somewhere", ask)
    },
    effect("heaven-hell/chaos/40", "something-random", "something random happens", something_random),
];

#[cfg(test)]
mod tests {
    use super::EFFECTS;

    #[test]
    fn rows_stand_in_the_order_of_their_numbers() {
        for (number, effect) in (1..).zip(&EFFECTS) {
            assert_eq!(effect.rule, format!("heaven-hell/chaos/{number}"));
        }
    }
}
