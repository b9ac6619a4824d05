//! Features by hand, mirrored positions, and the bounds over random games.

use menagerie_game::net::Features;
use menagerie_game::{Dice, Rules, RulesExt, Seat, Silent};
use menagerie_testkit as testkit;

use crate::board::{Region, Set, Square};
use crate::items::Items;
use crate::piece::{BLACK, Color, Piece, WHITE, other};
use crate::pieces::Pieces;
use crate::position::{Castling, Position};
use crate::task::Tasks;

/// The active features of a seat, in rising order.
fn seen_by(seat: Seat, position: &Position) -> Vec<u16> {
    let mut features = Features::new();
    position.features(seat, &mut features);
    let mut numbers = features.as_slice().to_vec();
    numbers.sort_unstable();
    numbers
}

/// Calls a function for each position of a few random games in which nobody has won yet.
fn in_random_games(mut check: impl FnMut(&Position)) {
    for seed in 0..20 {
        let mut dice = testkit::dice(seed);
        let mut position = Position::start_position();
        for _ in 0..500 {
            let list = position.list();
            let Some(&action) = list.get(dice.roll(list.len().max(1) as u32) as usize) else { break };
            check(&position);
            let _ = position.apply(action, &mut Silent);
        }
    }
}

/// The position with ranks mirrored and the seats exchanged. Nothing is pending.
fn mirrored(position: &Position) -> Position {
    let flip = |region: &Region| Region::from_fn(|plane| Set::from_word(region[plane].word().swap_bytes()));
    let square = |square: Square, size: u8| {
        Square::at(square.plane(), square.file() as i8, 8 - size as i8 - square.rank() as i8).unwrap()
    };
    let mut pieces = Pieces::new();
    for piece in position.pieces.in_game() {
        let color = piece.color().seat().map_or(Color::Neutral, |seat| Color::Of(other(seat)));
        let anchor = square(piece.square, piece.size);
        let mut twin = Piece::new(piece.kind, color, anchor);
        (twin.size, twin.marks, twin.stuns, twin.investors) = (piece.size, piece.marks, piece.stuns, piece.investors);
        let id = pieces.add(twin).unwrap();
        pieces.put(id, anchor);
    }
    let old = &position.items;
    let mut items = Items::new();
    (items.fire, items.ice, items.orbs) = (flip(&old.fire), flip(&old.ice), flip(&old.orbs));
    items.traps = [flip(&old.traps[1]), flip(&old.traps[0])];
    old.coins().iter().for_each(|at| items.lay_coins(square(at, 1), old.coins_on(at)));
    Position {
        seat: other(position.seat),
        pieces,
        items,
        coins: [position.coins[1], position.coins[0]],
        castling: Castling(position.castling.0 >> 2 | (position.castling.0 & 3) << 2),
        en_passant: position.en_passant.map(|at| square(at, 1)),
        next_two: [position.next_two[1], position.next_two[0]],
        exists: flip(&position.exists),
        pending: Tasks::default(),
        ..position.clone()
    }
}

#[test]
fn a_hanging_knight_coins_and_the_shop_are_seen_from_both_sides() {
    let shop = "6,12,8,6,5+,20,4,8,6,12,12,6,6,2+,8,10";
    let text = format!("w1 Ke1,Nd4,pe5,ke8 - - 3/7 {shop} - - - - a1h8/a1h8 -");
    let position: Position = text.parse().unwrap();
    // Kings, Knight and Pawn by square (64 for a kind, 384 for a side); two pieces of each side on Earth; the Knight hangs
    // in its own turn; white attacks 12 squares; 3 and 7 coins; the second is richer; only black can pay the fifth
    // entry, both can pay the 14th; white's turn.
    let pieces = [64 + 27, 5 * 64 + 4, 384 + 36, 384 + 5 * 64 + 60];
    let coins = [2243, 2244, 2245, 2255, 2256, 2257, 2258, 2259];
    let white = [&pieces[..], &[1734, 1739, 1750, 1988], &coins, &[2268, 2287, 2324, 2342]].concat();
    assert_eq!(seen_by(WHITE, &position), white);
    // Black sees the ranks mirrored, and that the Knight hangs in the other's turn.
    let pieces = [28, 5 * 64 + 4, 384 + 64 + 35, 384 + 5 * 64 + 60];
    let coins = [2243, 2244, 2245, 2246, 2247, 2255, 2256, 2257];
    let black = [&pieces[..], &[1734, 1739, 1930, 1992], &coins, &[2267, 2286, 2324, 2347]].concat();
    assert_eq!(seen_by(BLACK, &position), black);
    assert_eq!(position.net_bucket(), 0);
}

#[test]
fn upgraded_and_dead_pieces_statuses_and_items_are_seen_by_zone() {
    let shop = "6,12,8,6,5,20,4,8,6,12,12,6,6,2,8,10";
    let text = format!("w1 Ke1,Wd4c,ke8,nc3^ f6^o - 0/0 {shop} - - - - a1h8/a1h8 -");
    let position: Position = text.parse().unwrap();
    let white = seen_by(WHITE, &position);
    // The Wizard in the zone of c3 to d4, its curse; a Knight in Heaven by zone and by number; the orb's zone.
    for feature in [837, 1546, 1173, 1392, 2126] {
        assert!(white.contains(&feature), "{feature} is missing in {white:?}");
    }
    // For black the orb lies on f3.
    assert!(seen_by(BLACK, &position).contains(&2122));
}

#[test]
fn the_mirrored_position_looks_the_same_to_the_other_seat() {
    let (mut checked, mut giants) = (0, 0);
    in_random_games(|position| {
        if position.pending.is_empty() {
            let mirror = mirrored(position);
            for seat in [WHITE, BLACK] {
                assert_eq!(seen_by(seat, position), seen_by(other(seat), &mirror), "{position} and {mirror}");
            }
            checked += 1;
            giants += usize::from(position.pieces.in_game().any(|piece| piece.size > 1));
        }
    });
    assert!(checked > 1000 && giants > 100, "{checked} positions, {giants} with giants");
}

#[test]
fn the_seat_on_turn_is_seen_first_also_while_another_decides() {
    in_random_games(|position| assert_eq!(position.turn_seat(), position.seat, "{position}"));
}
