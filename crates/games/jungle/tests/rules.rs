//! One test for each rule of the sections before the rulings.

use menagerie_game::{Counts, Leaving, Options, Progress, Rules, Seat, Silent};
use menagerie_jungle::{Position, Terrain};
use menagerie_testkit::{at, misspelled, not_a_position, not_an_action};

mod common;
use common::{on, place};

const START: &str = "l5t/1d3c1/r1p1w1e/7/7/7/E1W1P1R/1C3D1/T5L r";

/// A player who misspells the rule set is told its name.
#[test]
fn an_unknown_rule_set_is_named() {
    let error = format!("{START} modern").parse::<Position>().unwrap_err().to_string();
    assert!(error.contains("modern") && error.contains("'classic'"), "{error}");
}

#[test]
fn terrain_lies_where_the_table_says() {
    let count =
        |wanted: fn(Terrain) -> bool| menagerie_jungle::Square::all().filter(|&s| wanted(Terrain::of(s))).count();
    assert_eq!(count(|t| t == Terrain::Water), 12);
    assert_eq!(count(|t| matches!(t, Terrain::Trap(_))), 6);
    assert_eq!(count(|t| matches!(t, Terrain::Den(_))), 2);
}

// Position text

#[test]
fn position_text_1_nine_ranks_with_longest_runs() {
    let rule = "jungle/position-text/1";
    let _ = at::<Position>(rule, START).gives(START);
    for text in [
        "l5t/1d3c1/r1p1w1e/7/7/7/E1W1P1R/1C3D1 r",
        "l5t/1d3c1/r1p1w1e/7/7/7/E1W1P1R/1C3D1/T5L/7 r",
        "l5t/1d3c1/r1p1w1e/7/7/7/E1W1P1R/1C3D1/T41L r",
        "l5t/1d3c1/r1p1w1e/7/7/7/E1W1P1R/1C3D1/T4L r",
        "l5t/1d3c1/r1p1w1e/7/7/7/E1W1P1R/1C3D1/T6L r",
        "l5t/1d3c1/r1p1w1e/7/7/7/E1W1P1R/1C3D1/T05L r",
        "l5t/1d3c1/r1p1w1e/7/7/7/E1W1P1R/1C3D1/X5L r",
        "l5t/1d3c1/r1p1w1e/7/8/7/E1W1P1R/1C3D1/T5L r",
        "l5t/1d3c1/r1p1w1e/7//7/E1W1P1R/1C3D1/T5L r",
    ] {
        misspelled::<Position>(rule, text);
    }
}

#[test]
fn position_text_2_the_mover_is_r_or_b() {
    let rule = "jungle/position-text/2";
    let _ = on(rule, "Ra1 rg9", "b").actor("black");
    let board = place("Ra1 rg9", "");
    let board = board.trim();
    for (before, after) in [("", ""), ("", " "), ("", " w"), ("", " R"), (" ", " r"), ("", "  r"), ("", " r ")] {
        misspelled::<Position>(rule, &format!("{before}{board}{after}"));
    }
}

#[test]
fn position_text_3_the_rule_set_is_the_word_classic_or_nothing() {
    let rule = "jungle/position-text/3";
    let _ = on(rule, "Ra1 rg9", "r classic").apply("a1a2").gives(&place("Ra2 rg9", "b classic"));
    for rest in ["r default", "r Classic", "r classic classic", "r ", "r classic "] {
        misspelled::<Position>(rule, &place("Ra1 rg9", rest));
    }
}

#[test]
fn position_text_4_to_8_what_is_no_position() {
    let refuse = not_a_position::<Position>;
    refuse("jungle/position-text/4", "7/7/7/7/7/7/7/7/7 r");
    refuse("jungle/position-text/5", "R5R/7/7/7/7/7/7/7/r6 r");
    for tokens in ["Cb4 rg9", "ec5 Ra1", "Lf6 ra1"] {
        refuse("jungle/position-text/6", &place(tokens, "r"));
    }
    refuse("jungle/position-text/7", &place("Rd1 rg9", "r"));
    refuse("jungle/position-text/7", &place("Ra1 rd9", "r"));
    refuse("jungle/position-text/8", &place("Rd9 rd1", "r"));
}

#[test]
fn finished_positions_are_positions() {
    for tokens in ["Rd9 ra1", "Rg9 rd1", "Ra1", "ra1"] {
        for mover in ["r", "b", "r classic"] {
            let text = place(tokens, mover);
            let _ = at::<Position>("jungle/position-text/8", &text).gives(&text).actor("nobody").count(0);
        }
    }
}

// Actions

#[test]
fn actions_1_an_own_token_from_square_to_square() {
    let rule = "jungle/actions/1";
    let _ = at::<Position>(rule, START)
        .apply("g3g4")
        .gives("l5t/1d3c1/r1p1w1e/7/7/6R/E1W1P2/1C3D1/T5L b")
        .tells("red rat goes from g3 to g4")
        .tells("black to move");
    let _ = at::<Position>(rule, START).refuses("d5d6", rule).refuses("a7a6", rule);
    let _ = on(rule, "Lb3 cb7 eg9", "r")
        .apply("b3b7")
        .tells("red lion jumps from b3 to b7")
        .tells("black cat on b7 is taken");
}

#[test]
fn actions_2_nothing_but_moves() {
    // jungle/actions/2
    for text in
        ["", "pass", "stop", "g3", "g3g4 ", "g3g4x", "g3-g4", "G3g4", "h1h2", "a0a1", "a9a10", "@c3", "R@c3", "g3xg4"]
    {
        not_an_action::<Position>(text);
    }
}

#[test]
fn actions_3_a_finished_game_has_none() {
    let _ = on("jungle/actions/3", "Rd9 Ea3 la9", "b").actions("(none)").refuses("a9a8", "jungle/end/1");
}

// Pieces

#[test]
fn pieces_1_a_step_goes_to_the_neighbour_and_only_rats_swim() {
    let rule = "jungle/pieces/1";
    let _ = on(rule, "Wd3 rg9", "r").actions("d3c3 d3d2 d3d4 d3e3").refuses("d3c4", rule).refuses("d3d5", rule);
    let _ = on(rule, "Rd5 eg9", "r").from("d5", "d5c5 d5d4 d5d6 d5e5");
    for animal in ["C", "D", "W", "P", "E"] {
        let _ = on(rule, &format!("{animal}a5 rg9"), "r").actions("a5a4 a5a6").refuses("a5b5", rule);
    }
    let _ = on(rule, "Rb4 eg9", "r").from("b4", "b4a4 b4b3 b4b5 b4c4");
}

#[test]
fn pieces_2_lion_and_tiger_jump_over_water() {
    let rule = "jungle/pieces/2";
    let across = ["b3b7", "c3c7", "e3e7", "f3f7", "a4d4", "a5d5", "a6d6", "d4g4", "d5g5", "d6g6"];
    for jump in across {
        let (from, to) = jump.split_at(2);
        for animal in ["L", "T"] {
            let _ = on(rule, &format!("{animal}{from} eg9"), "r").allows(jump);
            let _ = on(rule, &format!("{animal}{to} eg9"), "r").allows(&format!("{to}{from}"));
        }
        for animal in ["C", "D", "W", "P", "E", "R"] {
            let _ = on(rule, &format!("{animal}{from} tg9"), "r").refuses(jump, rule);
        }
    }
    let _ = on(rule, "Td5 eg9", "r").actions("d5a5 d5d4 d5d6 d5g5");
    let _ = on(rule, "La5 eg9", "r").refuses("a5g5", rule).refuses("a5b5", "jungle/pieces/1").refuses("a5c5", rule);
    let _ = on(rule, "La5 Rb6 eg9", "r").allows("a5d5");
}

#[test]
fn pieces_3_the_own_den_is_closed_and_the_enemy_den_open() {
    let rule = "jungle/pieces/3";
    let _ = on(rule, "Wc1 Dd2 Ce1 eg9", "r").refuses("c1d1", rule).refuses("d2d1", rule).refuses("e1d1", rule);
    let _ = on(rule, "Ra1 ld8 dc9", "b").refuses("d8d9", rule).refuses("c9d9", rule);
    let _ = on(rule, "Cc9 eg1", "r").allows("c9d9");
    let _ = on(rule, "Cb9 Dc2 eg1", "r").allows("b9c9").allows("c2c1").allows("c2d2");
}

#[test]
fn pieces_4_the_end_square_holds_no_own_token() {
    let rule = "jungle/pieces/4";
    let _ = on(rule, "Ea3 Ca4 rg9", "r").refuses("a3a4", rule).refuses("a4a3", rule);
    let _ = on(rule, "Lb3 Cb7 rg9", "r").refuses("b3b7", rule);
}

// Captures

#[test]
fn captures_1_a_trapped_token_takes_nothing() {
    let rule = "jungle/captures/1";
    let _ = on(rule, "Ed8 dc8 cd7 re8", "r")
        .refuses("d8c8", rule)
        .refuses("d8d7", rule)
        .refuses("d8e8", rule)
        .allows("d8d9");
    let _ = on(rule, "Rc2 ec1", "b").refuses("c1c2", rule);
}

#[test]
fn captures_2_a_rat_in_the_water_is_safe_from_land() {
    let rule = "jungle/captures/2";
    let _ = on(rule, "Ra4 rb4", "r").refuses("a4b4", rule);
    let _ = on(rule, "Rc6 rc7", "b").refuses("c7c6", rule);
    for animal in ["C", "D", "W", "P", "T", "L", "E"] {
        let _ = on(rule, &format!("{animal}a4 rb4 eg9"), "r").refuses("a4b4", "jungle/pieces/1");
    }
}

#[test]
fn captures_3_a_rat_takes_a_trapped_rat() {
    let _ = on("jungle/captures/3", "Rb1 rc1", "r").allows("b1c1");
    let _ = on("jungle/classic/3", "Rb1 rc1", "r classic").allows("b1c1");
}

#[test]
fn captures_3_anybody_takes_a_trapped_token() {
    for animal in ["R", "C", "D", "W", "P", "T", "L", "E"] {
        let _ = on("jungle/captures/3", &format!("{animal}d3 ed2 rg9"), "r").allows("d3d2");
        let _ = on("jungle/classic/3", &format!("{animal}d3 ed2 rg9"), "r classic").allows("d3d2");
    }
    let _ = on("jungle/captures/3", "Le9 re8", "b").allows("e8e9");
}

#[test]
fn captures_4_the_rat_takes_the_elephant_from_the_water_only() {
    let rule = "jungle/captures/4";
    let _ = on(rule, "Rb4 eb3", "r").allows("b4b3");
    let _ = on(rule, "Ra3 eb3", "r").refuses("a3b3", rule);
}

/// Every hunter against every prey, both on ordinary land, by the numbers of the rank table.
#[test]
fn captures_5_the_stronger_or_equal_takes_the_other() {
    const BY_RANK: [char; 8] = ['R', 'C', 'D', 'W', 'P', 'T', 'L', 'E'];
    for (rank, hunter) in BY_RANK.into_iter().enumerate() {
        for (other, prey) in BY_RANK.into_iter().enumerate() {
            let tokens = format!("{hunter}a2 {}a1", prey.to_ascii_lowercase());
            let default = on("jungle/captures/5", &tokens, "r");
            let classic = on("jungle/classic/6", &tokens, "r classic");
            match (hunter, prey) {
                ('R', 'E') => drop((default.refuses("a2a1", "jungle/captures/4"), classic.allows("a2a1"))),
                ('E', 'R') => drop((default.allows("a2a1"), classic.refuses("a2a1", "jungle/classic/5"))),
                _ if rank >= other => drop((default.allows("a2a1"), classic.allows("a2a1"))),
                _ => drop((default.refuses("a2a1", "jungle/captures/5"), classic.refuses("a2a1", "jungle/classic/6"))),
            }
        }
    }
}

#[test]
fn jumps_capture_by_the_same_rules() {
    let _ = on("jungle/captures/5", "Lb3 eb7", "r").refuses("b3b7", "jungle/captures/5");
    let _ = on("jungle/captures/5", "Tb3 tb7 rg9", "r")
        .apply("b3b7")
        .gives(&place("Tb7 rg9", "b"))
        .tells("black tiger on b7 is taken");
    let _ = on("jungle/captures/5", "Td5 ra5 lg5", "r").allows("d5a5").refuses("d5g5", "jungle/captures/5");
}

// Rule set classic

#[test]
fn classic_1_a_trapped_token_takes_nothing() {
    let rule = "jungle/classic/1";
    let _ = on(rule, "Ed8 dc8 cd7", "r classic").refuses("d8c8", rule).refuses("d8d7", rule).allows("d8d9");
    let _ = on(rule, "Rd8 ee8", "r classic").refuses("d8e8", rule);
}

#[test]
fn classic_2_no_capture_across_the_shore() {
    let rule = "jungle/classic/2";
    let _ = on(rule, "Rb4 eb3", "r classic").refuses("b4b3", rule);
    let _ = on(rule, "Rb4 ra4", "r classic").refuses("b4a4", rule);
    let _ = on(rule, "Ra4 rb4", "r classic").refuses("a4b4", rule);
    let _ = on(rule, "Rb5 rb4", "r classic").allows("b5b4");
}

#[test]
fn classic_3_also_an_elephant_takes_a_trapped_rat() {
    let _ = on("jungle/classic/3", "Ed3 rd2 tg9", "r classic").allows("d3d2");
    let _ = on("jungle/classic/3", "Rd8 ed7", "b classic").allows("d7d8");
}

#[test]
fn classic_4_and_5_the_rat_takes_the_elephant_and_not_the_other_way() {
    let _ = on("jungle/classic/4", "Ra3 eb3", "r classic").allows("a3b3");
    let _ = on("jungle/classic/5", "Ea3 rb3", "r classic").refuses("a3b3", "jungle/classic/5");
}

#[test]
fn classic_6_otherwise_rank_decides() {
    let rule = "jungle/classic/6";
    let _ = on(rule, "Ra3 rb3 eg9", "r classic").allows("a3b3");
    let _ = on(rule, "Ca3 db3", "r classic").refuses("a3b3", rule);
    let _ = on(rule, "Ea3 eb3", "r classic").allows("a3b3");
}

// End of game

#[test]
fn end_1_a_token_in_the_enemy_den_wins() {
    let rule = "jungle/end/1";
    let _ = on(rule, "Ce9 la9", "r")
        .apply("e9d9")
        .outcome("red 1 black 0")
        .actor("nobody")
        .tells("the game is over: red wins");
    let _ = on(rule, "La1 rd2", "b").apply("d2d1").outcome("red 0 black 1").refuses("a1a2", rule);
    // Before the other endings, and whichever side the mover field names.
    let _ = on(rule, "rd1", "r").outcome("red 0 black 1");
    let _ = on(rule, "Rd9 la9", "r").outcome("red 1 black 0");
}

#[test]
fn end_2_a_side_without_tokens_loses() {
    let rule = "jungle/end/2";
    let _ = on(rule, "Pd3 we3", "r").apply("d3e3").outcome("red 1 black 0").refuses("e3e4", rule);
    for mover in ["r", "b"] {
        let _ = on(rule, "Pd3", mover).outcome("red 1 black 0");
        let _ = on(rule, "pd3", mover).outcome("red 0 black 1");
    }
}

#[test]
fn end_3_a_mover_without_action_loses() {
    let rule = "jungle/end/3";
    let _ =
        on(rule, "Ra1 db1 ca2", "r").actions("(none)").actor("nobody").outcome("red 0 black 1").refuses("a1a2", rule);
    let _ = on(rule, "Ra1 db1 ca3", "b").apply("a3a2").outcome("red 0 black 1").tells("the game is over: black wins");
    let _ = on(rule, "Ra1 db1 ca2", "b").actor("black");
}

// Match rules: the match keeps the history; the game tells it what counts.

#[test]
fn match_1_to_4_what_the_match_is_told() {
    let mut position: Position = START.parse().unwrap();
    let rules = position.match_rules();
    let repetition = rules.repetition.unwrap();
    assert_eq!((repetition.number, repetition.rule), (3, "jungle/match/1"));
    let no_progress = rules.no_progress.unwrap();
    assert_eq!((no_progress.number, no_progress.rule, rules.counts), (100, "jungle/match/2", Counts::Actions));
    assert_eq!((rules.length, rules.agreement), (None, "jungle/match/3"));
    assert_eq!(rules.resignation, "jungle/match/4");
    let Leaving::Ends(outcome) = position.leave(Seat(0), &mut Silent) else { panic!("jungle/match/4: the other wins") };
    assert_eq!(outcome.winner(), Some(Seat(1)));
    assert_eq!(position.drawn().score(Seat(0)).to_string(), "0.5");
}

#[test]
fn match_1_the_same_position_has_the_same_text_and_key() {
    let start = Position::start(Options::NONE);
    let mut position = start;
    for action in ["a1a2", "g9g8", "a2a1", "g8g9"] {
        assert_eq!(position.apply(action.parse().unwrap(), &mut Silent), Progress::No, "jungle/match/1");
    }
    assert_eq!((position, position.key()), (start, start.key()));
    let others = ["r classic", "b", "b classic"].map(|rest| START.replace(" r", &format!(" {rest}")));
    for other in others.map(|text| text.parse::<Position>().unwrap()) {
        assert!(other != start && other.key() != start.key(), "jungle/match/1: {other}");
    }
}

#[test]
fn match_2_only_a_capture_is_progress() {
    let mut position: Position = place("Ea3 rb3 tg9", "r").parse().unwrap();
    assert_eq!(position.apply("a3b3".parse().unwrap(), &mut Silent), Progress::Yes, "jungle/match/2");
    assert_eq!(position.apply("g9g8".parse().unwrap(), &mut Silent), Progress::No, "jungle/match/2");
}
