//! Tests of the text format. The expected text was written by hand, after the diagrams of the rule
//! files.

use menagerie_draw::text;
use menagerie_game::{GameInfo, Scene};

use crate::scenes;

/// Compares a drawing with lines that are indented by 8 here.
fn draws((info, scene): (&GameInfo, Scene), expected: &str) {
    let expected: String =
        expected.trim_matches('\n').lines().flat_map(|line| [line.get(8..).unwrap_or(""), "\n"]).collect();
    let expected = expected.trim_end().to_owned() + "\n";
    let drawn = text(info, &scene);
    assert!(drawn == expected, "drawn:\n{drawn}\nexpected:\n{expected}");
}

#[test]
fn hands_stand_under_the_board_and_the_seat_at_the_top_is_lower_case() {
    draws(
        scenes::hands(),
        "
            a b c d e
         5  l b s g k
         4  . . . . p
         3  . . . . .
         2  P . . . .
         1  K G S . L

        lower black   UPPER white
        promoted: e4
        black hand: 2p
        white hand: B

        Black moves a piece or drops one from the hand.
        ",
    );
}

#[test]
fn terrain_is_seen_where_nothing_stands() {
    draws(
        scenes::rivers(),
        "
            a b c d e f g
         9  l . # * # . t
         8  . d . # . c .
         7  r . p . w . e
         6  . ~ ~ . ~ ~ .
         5  . ~ ~ . ~ ~ .
         4  . ~ ~ . ~ ~ .
         3  E . W . P . R
         2  . C . # . D .
         1  T . # * # . L

        UPPER red   lower black   # trap   * den   ~ water

        Red to move.
        ",
    );
}

#[test]
fn cells_beside_the_board_are_in_brackets() {
    draws(
        scenes::jail(),
        "
                a b c d e f g h
         8      r m f . k f m r
         7      f f e f f e f f
         6      . . . . . . . .
         5  [ ] . . . * . . . . [ ]
         4  [ ] . . . . . . . . [q]
         3      . . . . . . . .
         2      F F E F F E F F
         1      R M F Q K F M R

        UPPER white   lower black

        Choose a cell for the captured king.
        ",
    );
}

#[test]
fn four_colours_have_their_letter_before_each_piece() {
    draws(
        scenes::corpses(),
        "
             a  b  c  d  e  f  g  h  i
         9  gC gA gM  .  .  . yM yA yC
         8  gR gD gM  .  .  . yM yD yR
         7  gM gM gN  .  .  . yN yM yM
         6   .  .  .  .  .  .  .  .  .
         5   .  .  .  .  x  .  .  .  .
         4   .  .  .  x  .  .  .  .  .
         3  rM rM rN  .  .  . bN bM bM
         2  rR rD rM  .  .  . bM bD bR
         1  rC rA rM  .  .  . bM bA bC

        r red   b blue   y yellow   g green   + maze
        blue obeys red   green obeys nobody

        Yellow to move.
        ",
    );
}

#[test]
fn planes_stand_side_by_side_and_giants_cover_their_block() {
    draws(
        scenes::planes(),
        "
            Hell                   Earth                  Heaven
            a b c d e f g h        a b c d e f g h        a b c d e f g h
         8  . . . . . . . .     8  r n b q k b n r     8  . . . . . . .
         7  . . . . . . . .     7  p p p p p p p p     7  . . . . . . .
         6  . . K K K . f .     6  . . . . . . . .     6  . $ . . . . .
         5  . . K K K . . .     5  . . . . I . . .     5  . . . q q . .
         4  . . K K K . . .     4  . . . B . . . .     4  . . . q q . .
         3  . f . . . . . .     3  . . . . . . . .     3  . . o . . . .
         2  . . . . . . . .     2  P P P P P P P P     2  . . . . . . .
         1  . . . . . . . .     1  R N . Q K B N R     1  . . . . . . .

        UPPER white   lower black
        coin x2: b6^   fire underneath: d4   murderer: g1 d4^   cursed: g1
        stunned for 3 turns: g1 d4^   wizard hat: g1   twice an investor: g1
        size 2: d4^   size 3: c4_
        shop: Stun, 6 coins | Wizard hat, 12 coins | Secret trap, 8 coins
          Portal gun, 6 coins | Investor, 5 coins | Second action, 20 coins
        cards: Every pawn takes one step backward and the bishops go home.
          Fire falls on a square of Hell.
          You may buy one entry of the shop, which is removed.
        coins: white 12, black 7

        Pick one of the three chaos effects.
        ",
    );
}

#[test]
fn boards_that_do_not_fit_into_80_columns_go_below() {
    let (info, mut scene) = scenes::planes();
    for plane in &mut scene.planes {
        plane.width = 20;
    }
    let drawn = text(info, &scene);
    assert!(drawn.lines().all(|line| line.chars().count() <= 80), "{drawn}");
    assert_eq!(drawn.lines().filter(|line| line.contains("a b c")).count(), 3);
}

#[test]
fn nothing_is_drawn_as_nothing() {
    assert_eq!(text(scenes::jail().0, &Scene::default()), "UPPER white   lower black\n");
}
