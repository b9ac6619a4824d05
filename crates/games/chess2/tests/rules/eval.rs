//! What the game tells computer players, and that they find what is there to be found.

use std::collections::HashSet;
use std::sync::atomic::AtomicBool;

use menagerie_chess2::{Action, Cell, Square};
use menagerie_game::{Actor, Progress, Rules, RulesExt, Seat, Silent};
use menagerie_search::{Limits, Request, Settings, Thinker, Value};
use menagerie_testkit::{passed, wins_within};

use super::{P, START};

fn positions() -> Vec<P> {
    passed(&[(1, ""), (2, "bear"), (3, ""), (4, "")], 300)
}

/// The same position with the colours exchanged and the board turned, cells and all. Only at the start of a turn, when no
/// list of jumped squares has to be turned too.
fn turned(position: &P) -> Option<P> {
    let text = position.to_string();
    let [board, side, jail, rook, "-", bear] = text.split(' ').collect::<Vec<_>>()[..] else { return None };
    let swap = |c: char| if c.is_uppercase() { c.to_ascii_lowercase() } else { c.to_ascii_uppercase() };
    let turn = |field: &str| -> String { field.chars().rev().map(swap).collect() };
    let side = if side == "w" { "b" } else { "w" };
    Some(format!("{} {side} {} {rook} - {bear}", turn(board), turn(jail)).parse().unwrap())
}

#[test]
fn what_is_good_for_one_side_is_bad_for_the_other_and_colours_do_not_matter() {
    for position in positions() {
        let [white, black] = [Seat(0), Seat(1)].map(|seat| position.evaluate(seat));
        assert_eq!(white + black, 0, "{position}");
        if let Some(turned) = turned(&position) {
            assert_eq!(turned.evaluate(Seat(1)), white, "{position}");
        }
    }
}

#[track_caller]
fn better_for_white(better: &str, worse: &str) {
    let [better, worse] = [better, worse].map(|text| text.parse::<P>().unwrap().evaluate(Seat(0)));
    assert!(better > worse, "{better} should be more than {worse}");
}

#[test]
fn a_royal_in_jail_is_worth_more_than_a_common_piece() {
    let jailed = "rmf1kfmr/ffeffeff/8/8/8/8/FFEFFEFF/RMFQKFMR w ..q. - - -";
    better_for_white(jailed, START);
    better_for_white(jailed, "rmfqkfmr/ff1ffeff/8/8/8/8/FFEFFEFF/RMFQKFMR w .... - - -");
    better_for_white(jailed, "rmfqkf1r/ffeffeff/8/8/8/8/FFEFFEFF/RMFQKFMR w .... - - -");
}

#[test]
fn a_king_is_worth_more_with_his_banana() {
    better_for_white(START, "rmfqkfmr/ffeffeff/8/8/8/8/FFEFFEFF/RMFQLFMR w .... - - -");
    let jailed = "rmfqkfmr/ffeffeff/8/8/8/8/FFEFFEFF/RMFQ1FMR w K... - - -";
    better_for_white(jailed, "rmfqkfmr/ffeffeff/8/8/8/8/FFEFFEFF/RMFQ1FMR w L... - - -");
}

#[test]
fn tactical_actions_change_the_balance_or_must_follow_what_did() {
    for position in positions() {
        let mut tactical = Vec::new();
        let _ = position.tactical_actions(&mut tactical);
        for action in position.list() {
            let mut after = position;
            let progress = after.apply(action, &mut Silent) == Progress::Yes;
            let forced = matches!(action, Action::Jail { .. } | Action::Swing { .. });
            assert_eq!(position.is_tactical(action), progress || forced, "{position} {action}");
            assert_eq!(tactical.contains(&action), progress || forced, "{position} {action}");
        }
    }
}

#[test]
fn a_threat_to_win_is_one() {
    let mut threats = 0;
    for position in positions() {
        let Actor::Seat(seat) = position.actor() else { continue };
        if position.threatens_win(seat) {
            threats += 1;
            assert!(wins_within(&position, seat, 2), "{position}");
        }
    }
    assert!(threats > 0);
}

#[test]
fn a_royal_is_tried_before_a_fish_and_both_before_quiet_moves() {
    let position: P = "7k/8/8/q1f5/1F6/8/8/6QK w .... - - -".parse().unwrap();
    let mut actions = position.list();
    actions.sort_by_key(|&action| -position.order_hint(action));
    assert_eq!(actions[0].to_string(), "b4a5");
    assert_eq!(actions[1].to_string(), "b4c5");
}

#[test]
fn a_capture_that_loses_more_than_it_wins_does_not_promise_anything() {
    let takes = "c3c5".parse().unwrap();
    let guarded: P = "7k/8/1f6/2f5/8/2Q5/8/7K w ...q - - -".parse().unwrap();
    assert!(guarded.order_hint(takes) < 0);
    let loose: P = "7k/8/8/2f5/8/2Q5/8/7K w ...q - - -".parse().unwrap();
    assert!(loose.order_hint(takes) > 0);
}

#[test]
fn actions_have_different_numbers_and_legal_ones_are_below_4096() {
    let squares = || Square::all();
    let moves = squares().flat_map(|from| squares().map(move |to| Action::Move { from, to }));
    let swings = Cell::ALL.into_iter().flat_map(|cell| squares().map(move |to| Action::Swing { cell, to }));
    let catches = Cell::ALL.into_iter().flat_map(|cell| squares().map(move |from| Action::Catch { from, cell }));
    let others = Cell::ALL.into_iter().map(|cell| Action::Jail { cell }).chain([Action::Stop, Action::Pass]);
    let all: Vec<_> =
        moves.chain(swings).chain(catches).chain(squares().map(|to| Action::Enter { to })).chain(others).collect();
    let codes: HashSet<u32> = all.iter().map(|&action| P::action_code(action)).collect();
    assert_eq!(codes.len(), all.len());
    for position in positions() {
        assert!(position.list().into_iter().all(|action| P::action_code(action) < 4096), "{position}");
    }
    for action in ["a4z4", "h5i5", "z4c6", "z4a2", "i5f3", "i4h6", "bear:d4", "bear:e5", "@i5", "a1h8", "stop", "pass"]
    {
        assert!(P::action_code(action.parse().unwrap()) < 4096, "{action}");
    }
}

#[test]
fn a_turn_is_skipped_only_where_it_begins() {
    let start: P = START.parse().unwrap();
    assert_eq!(start.null_move().unwrap().to_string(), START.replace(" w ", " b "));
    let hopping: P = "k7/8/8/6q1/4f3/2FM4/3F4/6K1 w .Q.. - hop:d3:d2 -".parse().unwrap();
    assert_eq!(hopping.null_move(), None);
    // The rooks of the other side get no right: nothing was taken.
    let right: P = "7k/8/8/3ff3/3R1e2/8/8/7K w .Q.q r - -".parse().unwrap();
    assert_eq!(right.null_move().unwrap().to_string(), "7k/8/8/3ff3/3R1e2/8/8/7K b .Q.q - - -");
}

fn think(position: &P, depth: u32) -> menagerie_search::SearchResult<Action> {
    let mut thinker = Thinker::<P>::new(Settings::default());
    let request = Request::at(position).within(Limits::depth(depth));
    thinker.think(&request, &AtomicBool::new(false), &mut |_| {}).unwrap()
}

/// The search finds a win within this many actions, and the exhaustive search agrees.
#[track_caller]
fn finds_win(text: &str, plies: u32) {
    let position: P = text.parse().unwrap();
    let Actor::Seat(seat) = position.actor() else { panic!("{text}: over") };
    assert!(wins_within(&position, seat, plies) && !wins_within(&position, seat, plies - 1), "{text}");
    let answer = think(&position, plies + 1);
    assert!(matches!(answer.value, Value::Wins { .. }), "{text}: {} {:?}", answer.action, answer.value);
    let mut after = position;
    let _ = after.apply(answer.action, &mut Silent);
    assert!(wins_within(&after, seat, plies - 1), "{text}: {}", answer.action);
}

#[test]
fn the_search_jails_the_second_royal() {
    finds_win("7K/8/8/8/8/2Y5/8/q6Q w ..k. - - -", 2);
}

#[test]
fn the_search_jails_the_second_royal_by_a_chain_of_hops() {
    // Over d3 to e4, over f5 onto the queen on g6, and into the cell.
    finds_win("8/8/6q1/5f2/8/3f4/2M5/K7 w .Qk. - - -", 3);
}

#[test]
fn the_search_rescues_the_king_when_all_else_loses() {
    // Two monkeys can hop onto the queen, who is shut in. Only one of them can be stopped.
    let text = "6qk/8/8/8/MF6/7m/6FF/5mFQ w K... - - -";
    let position: P = text.parse().unwrap();
    let black = Seat(1);
    let saves: Vec<_> = position
        .list()
        .into_iter()
        .filter(|&action| {
            let mut after = position;
            let _ = after.apply(action, &mut Silent);
            !wins_within(&after, black, 3)
        })
        .map(|action| action.to_string())
        .collect();
    assert_eq!(saves, ["a4z4"], "what saves the game");
    assert_eq!(think(&position, 5).action.to_string(), "a4z4");
}
