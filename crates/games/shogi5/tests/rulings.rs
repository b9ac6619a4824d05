//! One test for each numbered rule and ruling of `rules.md`, by its id. The console's are in `console.rs`.

use menagerie_shogi5::Position;
use menagerie_testkit::{At, at as at_rule, misspelled, not_a_position, not_an_action};

fn at(rule: &str, position: &str) -> At<Position> {
    at_rule(rule, position)
}

const START: &str = "lbsgk/4p/5/P4/KGSBL[] b";

#[test]
fn reading_refuses_what_is_no_position() {
    let refuse = not_a_position::<Position>;
    refuse("shogi5/reading/1", "k4/ppp2/5/5/4K[] b");
    refuse("shogi5/reading/1", "k4/p+p3/5/5/4K[P] b");
    refuse("shogi5/reading/1", "k4/5/5/5/4K[PPP] b");
    refuse("shogi5/reading/1", "k4/5/5/5/4K[Ggg] b");
    refuse("shogi5/reading/2", "5/5/5/5/4K[] b");
    refuse("shogi5/reading/2", "kk3/5/5/5/4K[] b");
    refuse("shogi5/reading/2", "k4/5/5/5/4K[K] b");
    refuse("shogi5/reading/2", "5/5/5/5/4K[k] b");
    // The forms that writing never gives: shogi5/position-text/1 is the board with the hands, shogi5/position-text/2 the mover.
    for text in [
        "lbsgk/4p/5/P4/KGSBL[]  b",
        " lbsgk/4p/5/P4/KGSBL[] b",
        "lbsgk/4p/5/P4/KGSBL[] b ",
        "lbsgk/4p/5/P4/KGSBL b",
        "lbsgk/4p/5/P4/KGSBL[] x",
        "lbsgk/4p/41/P4/KGSBL[] b",
        "lbsgk/4p/5/P4/KGSB[] b",
        "lbsgk/4p/5/P4[] b",
        "lbsgk/4p/5/P4/KGSBL[]] b",
        "k4/5/5/5/4K[PG] b",
        "k4/5/5/5/4K[pP] b",
        "k4/5/5/5/4K[+P] b",
        "+k4/5/5/5/4K[] b",
        "k4/+g4/5/5/4K[] b",
    ] {
        misspelled::<Position>("shogi5/position-text/1", text);
    }
    // The winner holds the other's king.
    let _ = at("shogi5/reading/2", "5/5/1K3/5/5[K] b").actor("nobody").outcome("black 0 white 1");
}

#[test]
fn spellings_that_are_no_action() {
    for text in
        ["", "a1", "a1a", "a1a6", "a1f1", "p@c3", "X@c3", "P@", "P@c33", "+P@c3", "P*c3", "a1-a2", "A1A2", "0000"]
    {
        not_an_action::<Position>(text);
    }
}

#[test]
fn pieces_move_as_the_table_says() {
    let rows = [
        ("shogi5/pieces/1", "4k/5/2P2/5/K4[] w", "c3c4"),
        ("shogi5/pieces/2", "4k/5/5/5/KL3[] w", "b1b2 b1b3 b1b4 b1b5"),
        ("shogi5/pieces/3", "4k/5/5/2B2/K4[] w", "c2a4 c2b3 c2d3 c2e4"),
        ("shogi5/pieces/4", "4k/5/2S2/5/K4[] w", "c3b2 c3b4 c3c4 c3d2 c3d4"),
        ("shogi5/pieces/5", "4k/5/2G2/5/K4[] w", "c3b3 c3b4 c3c2 c3c4 c3d3 c3d4"),
        ("shogi5/pieces/6", "k4/5/2K2/5/5[] w", "c3b2 c3b3 c3b4 c3c2 c3c4 c3d2 c3d3 c3d4"),
        ("shogi5/pieces/7", "4k/5/2+P2/5/K4[] w", "c3b3 c3b4 c3c2 c3c4 c3d3 c3d4"),
        ("shogi5/pieces/8", "4k/5/2+L2/5/K4[] w", "c3a3 c3b3 c3c1 c3c2 c3c4 c3c5 c3d3 c3e3"),
        ("shogi5/pieces/9", "4k/5/2+B2/5/1K3[] w", "c3a1 c3a5 c3b2 c3b3 c3b4 c3c2 c3c4 c3d2 c3d3 c3d4 c3e1 c3e5"),
        (
            "shogi5/pieces/10",
            "4k/5/2+S2/5/1K3[] w",
            "c3a1 c3a3 c3a5 c3b2 c3b3 c3b4 c3c1 c3c2 c3c4 c3c5 c3d2 c3d3 c3d4 c3e1 c3e3 c3e5",
        ),
    ];
    for (rule, position, moves) in rows {
        let _ = at(rule, position).from(&moves[..2], moves).allows(&moves[..4]);
    }
    let _ = at("shogi5/pieces/1", "4k/5/2P2/5/K4[] w")
        .refuses("c3c5", "shogi5/pieces/1")
        .refuses("c3d4", "shogi5/pieces/1");
    let _ = at("shogi5/pieces/4", "4k/5/2S2/5/K4[] w")
        .refuses("c3b3", "shogi5/pieces/4")
        .refuses("c3c2", "shogi5/pieces/4");
    let _ = at("shogi5/pieces/5", "4k/5/2G2/5/K4[] w").refuses("c3b2", "shogi5/pieces/5");
}

#[test]
fn own_pieces_only_and_nothing_jumps() {
    let _ = at("shogi5/pieces/11", START)
        .refuses("a1a2", "shogi5/pieces/11")
        .refuses("c3c4", "shogi5/pieces/11")
        .refuses("d5e5", "shogi5/pieces/11")
        .allows("a5a2");
    let _ = at("shogi5/pieces/12", START).refuses("a5a1", "shogi5/pieces/12");
    let _ = at("shogi5/pieces/12", "4k/2p2/2+S2/3G1/K4[] w").refuses("c3c5", "shogi5/pieces/12");
}

#[test]
fn drops_need_a_piece_in_hand_and_an_empty_square() {
    let _ = at("shogi5/drops/1", "4k/5/5/2P2/K4[P] w")
        .allows("P@c5")
        .refuses("P@c2", "shogi5/drops/1")
        .refuses("G@c3", "shogi5/drops/1")
        .apply("P@c5")
        .gives("2P1k/5/5/2P2/K4[] b")
        .tells("white soldier is put from white's hand to c5");
}

#[test]
fn the_game_ends_with_a_king_or_without_an_action() {
    let _ = at("shogi5/end/1", "5/5/1k3/K4/5[] w")
        .apply("a2b3")
        .outcome("black 0 white 1")
        .actor("nobody")
        .actions("(none)")
        .refuses("b3b2", "shogi5/end/1")
        .tells("black king on b3 is taken");
    let _ = at("shogi5/end/2", "KL3/PP3/5/5/4k[] w").outcome("black 1 white 0").refuses("a5b5", "shogi5/end/2");
}

#[test]
fn match_rules_are_told_to_the_match() {
    use menagerie_game::{Counts, Options, Rules};
    let rules = Position::start(Options::NONE).match_rules();
    let repetition = rules.repetition.unwrap();
    assert_eq!((repetition.number, repetition.rule), (4, "shogi5/match/1"));
    let no_capture = rules.no_progress.unwrap();
    assert_eq!((no_capture.number, no_capture.rule, rules.counts), (100, "shogi5/match/2", Counts::Actions));
    assert_eq!((rules.length, rules.agreement, rules.resignation), (None, "shogi5/match/3", "shogi5/match/4"));
}

#[test]
fn a_capture_is_progress_and_nothing_else_is() {
    use menagerie_game::{Progress, Rules, Silent};
    // shogi5/match/2
    let mut position: Position = START.parse().unwrap();
    assert_eq!(position.apply("e4e3".parse().unwrap(), &mut Silent), Progress::No);
    let mut position: Position = START.parse().unwrap();
    assert_eq!(position.apply("a5a2".parse().unwrap(), &mut Silent), Progress::Yes);
    let mut position: Position = "4k/5/5/2P2/K4[P] w".parse().unwrap();
    assert_eq!(position.apply("P@c5".parse().unwrap(), &mut Silent), Progress::No);
}

#[test]
fn set_up_and_first_mover() {
    use menagerie_game::{Options, Rules};
    let start = Position::start(Options::NONE);
    let _ = at("shogi5/ruling/1", &start.to_string()).gives(START);
    let _ = at("shogi5/ruling/2", START).actor("black");
}

#[test]
fn silver_does_not_step_aside_or_straight_back() {
    let _ = at("shogi5/ruling/3", "4k/5/2S2/5/K4[] w").lacks("c3b3 c3d3 c3c2").has("c3b2 c3d2");
}

#[test]
fn elephant_slides_forward_only() {
    let _ = at("shogi5/ruling/4", "4k/5/2B2/5/K4[] w").from("c3", "c3a5 c3b4 c3d4 c3e5");
    let _ = at("shogi5/ruling/4", "4k/5/2b2/5/K4[] b").from("c3", "c3a1 c3b2 c3d2 c3e1");
}

#[test]
fn promoted_pieces_move_as_ruled() {
    let _ = at("shogi5/ruling/5", "4k/5/2+L2/5/K4[] w").has("c3a3 c3e3 c3c1 c3c5").lacks("c3d4");
    let _ = at("shogi5/ruling/6", "4k/5/2+B2/5/K4[] w").has("c3b2 c3e5 c3c4 c3b3").lacks("c3c5 c3a3");
    let _ = at("shogi5/ruling/7", "4k/5/2+S2/5/K4[] w").has("c3c5 c3a3 c3b4").lacks("c3b5 c3d5");
}

#[test]
fn promotion_is_automatic_and_by_moves_that_end_in_the_last_rows() {
    let _ = at("shogi5/ruling/8", "4k/5/2S2/5/K4[] w").apply("c3c4").gives("4k/2+S2/5/5/K4[] b");
    let _ = at("shogi5/ruling/9", "4k/S4/5/5/K4[] w").apply("a4b3").gives("4k/5/1S3/5/K4[] b");
    let _ = at("shogi5/ruling/9", "4k/S4/5/5/K4[] w").apply("a4b5").gives("1+S2k/5/5/5/K4[] b");
    let _ = at("shogi5/ruling/10", "4k/5/5/5/K4[S] w")
        .apply("S@c4")
        .gives("4k/2S2/5/5/K4[] b")
        .apply("e5d5 c4c5")
        .gives("2+Sk1/5/5/5/K4[] b")
        .tells("white silver general on c5 becomes white promoted silver general");
    let _ = at("shogi5/ruling/11", "4k/5/1KG2/5/5[] w").apply("c3c4").gives("4k/2G2/1K3/5/5[] b");
    let _ = at("shogi5/ruling/11", "4k/5/1KG2/5/5[] w").apply("b3b4").gives("4k/1K3/2G2/5/5[] b");
}

#[test]
fn drops_are_free() {
    let _ = at("shogi5/ruling/12", "4k/5/2P2/5/K4[LP] w").has("P@c4 P@c5 P@c2 L@a5 L@b5").allows("P@d4");
}

#[test]
fn there_is_no_check() {
    let _ = at("shogi5/ruling/13", "5/5/1k3/5/K4[] w").has("a1a2 a1b2");
    let _ = at("shogi5/ruling/13", "5/5/1k3/K4/5[] w").has("a2b3 a2a3");
}

#[test]
fn a_taken_king_goes_to_the_hand() {
    let _ = at("shogi5/ruling/14", "5/5/1k3/K4/5[] w").apply("a2b3").gives("5/5/1K3/5/5[K] b");
}

#[test]
fn without_an_action_the_mover_loses() {
    let _ = at("shogi5/ruling/15", "KL3/PP3/5/5/4k[] w").outcome("black 1 white 0").actor("nobody");
}

#[test]
fn repetition_and_progress_belong_to_the_match() {
    // shogi5/ruling/16 and shogi5/ruling/17: nothing of them is in the position, so going round gives an equal position.
    let _ = at("shogi5/ruling/16", START).apply("e5d4 a1b2 d4e5 b2a1").gives(START).actor("black");
}

#[test]
fn hands_are_written_in_a_fixed_order() {
    // Captured in the order P, B; written B, P.
    let _ = at("shogi5/ruling/18", START).apply("a5a2 a1a2 b5e2 e1e2").gives("2sgk/4p/5/K3L/1GSB1[BLp] b");
}
