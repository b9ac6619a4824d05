//! The table: the rule with its number, id, what happens, what is asked.

use super::armies::*;
use super::elements::*;
use super::lands::*;
use super::pieces::*;
use super::treasury::*;
use super::{ChaosEffect, Picked, ask, ask_twice};
use crate::apply::Step;
use crate::ask::{Inquiry, element, entry, file, lines, piece, plane, square, square_or_stop};

/// An effect without questions.
const fn effect(rule: &'static str, id: &'static str, happen: fn(&mut Step<'_>, Picked)) -> ChaosEffect {
    ChaosEffect { rule, id, happen, first: Inquiry::NONE, second: Inquiry::NONE }
}

/// All effects, in the order of heaven-hell/chaos.
#[rustfmt::skip]
pub(crate) static EFFECTS: [ChaosEffect; 40] = [
    effect("heaven-hell/chaos/1", "shop-shuffle", shop_shuffle),
    effect("heaven-hell/chaos/2", "freeze-pawns", freeze_pawns),
    effect("heaven-hell/chaos/3", "two-imps", two_imps),
    ChaosEffect {
        first: file(curse_file),
        ..effect("heaven-hell/chaos/4", "curse-file", ask)
    },
    effect("heaven-hell/chaos/5", "bishops-rooks", bishops_rooks),
    effect("heaven-hell/chaos/6", "coins-zero", coins_zero),
    effect("heaven-hell/chaos/7", "spread-ice", spread_ice),
    effect("heaven-hell/chaos/8", "devil", devil),
    ChaosEffect {
        first: square(empty_heaven, angel),
        ..effect("heaven-hell/chaos/9", "angel", ask)
    },
    ChaosEffect {
        first: lines(destroy_heaven),
        ..effect("heaven-hell/chaos/10", "destroy-heaven", ask)
    },
    effect("heaven-hell/chaos/11", "pawns-back", pawns_back),
    effect("heaven-hell/chaos/12", "stun-four", stun_four),
    ChaosEffect {
        first: lines(destroy_hell),
        ..effect("heaven-hell/chaos/13", "destroy-hell", ask)
    },
    ChaosEffect {
        first: piece(can_be_copied, next_about_piece),
        second: square(copy_places, duplicate),
        ..effect("heaven-hell/chaos/14", "duplicate", ask)
    },
    ChaosEffect {
        first: square(back_rank, new_rook),
        ..effect("heaven-hell/chaos/15", "rook-each", rook_each)
    },
    effect("heaven-hell/chaos/16", "orb-each", orb_each),
    ChaosEffect {
        first: piece(|_, _, _| true, giant),
        ..effect("heaven-hell/chaos/17", "giant", ask)
    },
    ChaosEffect {
        first: piece(damned_to_swap, next_about_piece),
        second: piece(is_in_heaven, swap_dead),
        ..effect("heaven-hell/chaos/18", "swap-dead", ask)
    },
    effect("heaven-hell/chaos/19", "curse-each", curse_each),
    effect("heaven-hell/chaos/20", "upgrade-knights", upgrade_knights),
    ChaosEffect {
        first: element(replace_element),
        ..effect("heaven-hell/chaos/21", "ice-or-fire", ask)
    },
    effect("heaven-hell/chaos/22", "spread-fire", spread_fire),
    ChaosEffect {
        first: piece(is_unforced_pawn, force_pawn),
        ..effect("heaven-hell/chaos/23", "forced-pawns", ask_twice)
    },
    effect("heaven-hell/chaos/24", "coins-earth", coins_earth),
    ChaosEffect {
        first: plane(three_fires),
        ..effect("heaven-hell/chaos/25", "three-fires", ask)
    },
    ChaosEffect {
        first: square(can_be_frozen, place_ice),
        second: square(can_burn, place_fire),
        ..effect("heaven-hell/chaos/26", "ice-and-fire", ask)
    },
    ChaosEffect {
        first: piece(can_be_downgraded, downgrade_one),
        ..effect("heaven-hell/chaos/27", "downgrade-one", ask)
    },
    effect("heaven-hell/chaos/28", "next-turn-two", next_turn_two),
    ChaosEffect {
        first: entry(remove_entry),
        ..effect("heaven-hell/chaos/29", "shop-remove", ask_twice)
    },
    ChaosEffect {
        first: square_or_stop(trap_places, replant),
        ..effect("heaven-hell/chaos/30", "replant-traps", replant_traps)
    },
    effect("heaven-hell/chaos/31", "bishops-home", bishops_home),
    effect("heaven-hell/chaos/32", "upgrade-kings", upgrade_kings),
    ChaosEffect {
        first: piece(king_with_pawn, next_about_piece),
        second: piece(pawn_beside_king, swap_king_and_pawn),
        ..effect("heaven-hell/chaos/33", "king-pawn", ask)
    },
    ChaosEffect {
        first: plane(downgrade_plane),
        ..effect("heaven-hell/chaos/34", "downgrade-plane", ask)
    },
    effect("heaven-hell/chaos/35", "pawns-to-bombers", pawns_to_bombers),
    ChaosEffect {
        first: piece(is_own_pawn, rampage),
        ..effect("heaven-hell/chaos/36", "pawn-rampage", ask)
    },
    ChaosEffect {
        first: plane(spawn_pawns),
        ..effect("heaven-hell/chaos/37", "spawn-pawns", ask)
    },
    effect("heaven-hell/chaos/38", "buy-and-remove", buy_and_remove),
    ChaosEffect {
        first: piece(is_not_royal, throw),
        ..effect("heaven-hell/chaos/39", "random-move", ask)
    },
    effect("heaven-hell/chaos/40", "something-random", something_random),
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
