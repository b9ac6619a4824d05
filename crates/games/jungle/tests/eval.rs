//! What the game tells computer players, and that they find what is there to be found.

use std::collections::HashSet;
use std::sync::atomic::AtomicBool;

use menagerie_game::{Actor, Rules, RulesExt, Seat, Silent};
use menagerie_jungle::{Action, Position, Square};
use menagerie_search::{Limits, Request, Settings, Thinker, Value};
use menagerie_testkit::{passed, wins_within};

mod common;
use common::on;

/// The position with these tokens, red on move.
fn with(tokens: &str) -> Position {
    *on("evaluation", tokens, "r").position()
}

fn positions() -> Vec<Position> {
    passed(&[(1, ""), (2, "classic"), (3, ""), (4, "classic")], 300)
}

/// The same position with the colours exchanged and the board turned.
fn turned(position: &Position) -> Position {
    let text = position.to_string();
    let (board, rest) = text.split_once(' ').unwrap();
    let swap = |c: char| if c.is_uppercase() { c.to_ascii_lowercase() } else { c.to_ascii_uppercase() };
    let board: String = board.chars().rev().map(swap).collect();
    let rest = if rest.starts_with('r') { rest.replacen('r', "b", 1) } else { rest.replacen('b', "r", 1) };
    format!("{board} {rest}").parse().unwrap()
}

/// The same position in a mirror that exchanges left and right.
fn mirrored(position: &Position) -> Position {
    let text = position.to_string();
    let (board, rest) = text.split_once(' ').unwrap();
    let ranks: Vec<String> = board.split('/').map(|rank| rank.chars().rev().collect()).collect();
    format!("{} {rest}", ranks.join("/")).parse().unwrap()
}

#[test]
fn what_is_good_for_one_side_is_bad_for_the_other_and_colours_and_mirrors_do_not_matter() {
    for position in positions() {
        let [red, black] = [Seat(0), Seat(1)].map(|seat| position.evaluate(seat));
        assert_eq!(red + black, 0, "{position}");
        assert_eq!(turned(&position).evaluate(Seat(1)), red, "{position}");
        assert_eq!(mirrored(&position).evaluate(Seat(0)), red, "{position}");
    }
}

#[test]
fn a_token_more_is_better() {
    for position in positions() {
        for square in Square::all().filter(|&square| position.token_on(square).is_some()) {
            let token = position.token_on(square).unwrap();
            let text = position.to_string();
            let Ok(without) = removed(&text, token.letter()).parse::<Position>() else { continue };
            if without.actor() == Actor::Nobody {
                continue;
            }
            let seat = token.side.seat();
            assert!(without.evaluate(seat) < position.evaluate(seat), "{text} without {}", token.letter());
        }
    }
}

/// The text with one letter of the board taken out.
fn removed(text: &str, letter: char) -> String {
    let (board, rest) = text.split_once(' ').unwrap();
    let spelled = (1..=7).fold(board.to_owned(), |text, run| text.replace(&run.to_string(), &".".repeat(run)));
    let spelled = spelled.replace(letter, ".");
    let packed = (1..=7).rev().fold(spelled, |text, run| text.replace(&".".repeat(run), &run.to_string()));
    format!("{packed} {rest}")
}

#[test]
fn tactical_actions_are_the_captures_and_the_way_into_the_den() {
    for position in positions() {
        let mut tactical = Vec::new();
        let _ = position.tactical_actions(&mut tactical);
        for action in position.list() {
            let mut after = position;
            let captures = after.apply(action, &mut Silent) == menagerie_game::Progress::Yes;
            let enters = ["d1", "d9"].contains(&action.to.to_string().as_str());
            assert_eq!(position.is_tactical(action), captures || enters, "{position} {action}");
            assert_eq!(tactical.contains(&action), captures || enters, "{position} {action}");
        }
    }
}

#[test]
fn a_threat_to_win_is_one() {
    let mut threats = 0;
    for position in positions() {
        let Actor::Seat(seat) = position.actor() else { continue };
        let wins = wins_within(&position, seat, 1);
        assert!(wins || !position.threatens_win(seat), "{position}");
        threats += usize::from(wins);
    }
    assert!(threats > 0);
}

#[test]
fn the_den_is_tried_first_and_then_the_greatest_prey() {
    let position = with("Pd8 Lc3 ec9 cb3 dd3 pg9");
    let mut actions = position.list();
    actions.sort_by_key(|&action| -position.order_hint(action));
    let texts: Vec<_> = actions.iter().take(3).map(ToString::to_string).collect();
    assert_eq!(texts, ["d8d9", "c3d3", "c3b3"]);
}

#[test]
fn a_capture_that_loses_more_than_it_wins_does_not_promise_anything() {
    let position = with("Lc3 cb3 ea3 Tg1");
    assert!(position.order_hint("c3b3".parse().unwrap()) < 0);
    let position = with("Lc3 cb3 ta3 Tg1");
    assert!(position.order_hint("c3b3".parse().unwrap()) > 0, "a tiger does not take a lion");
}

#[test]
fn actions_have_different_numbers_below_4096() {
    let pairs = Square::all().flat_map(|from| Square::all().map(move |to| Action { from, to }));
    let codes: HashSet<u32> = pairs.map(Position::action_code).collect();
    assert_eq!(codes.len(), 63 * 63);
    assert!(codes.into_iter().all(|code| code < 4096));
}

#[test]
fn a_turn_is_skipped_unless_somebody_could_be_short_of_moves() {
    let start = Position::start(menagerie_game::Options::NONE);
    let skipped = start.null_move().unwrap();
    assert_eq!(skipped.to_string(), start.to_string().replace(" r", " b"));
    let few = with("Lc3 Tg1 cb3 ea3 wg7");
    assert_eq!(few.null_move(), None);
}

/// The search finds the shortest win, and everything that was tried agrees.
#[track_caller]
fn finds_win(tokens: &str, plies: u32) {
    let position = with(tokens);
    let red = Seat(0);
    assert!(wins_within(&position, red, plies) && !wins_within(&position, red, plies - 1), "{position}");
    let mut thinker = Thinker::<Position>::new(Settings::default());
    let request = Request::at(&position).within(Limits::depth(plies + 2));
    let answer = thinker.think(&request, &AtomicBool::new(false), &mut |_| {}).unwrap();
    assert_eq!(answer.value, Value::Wins { plies }, "{position} {}", answer.action);
    let mut after = position;
    let _ = after.apply(answer.action, &mut Silent);
    assert!(wins_within(&after, red, plies - 1), "{position} {}", answer.action);
}

#[test]
fn the_search_enters_the_den() {
    finds_win("Ce9 Lc3 lb1 ea3 wg7", 1);
}

#[test]
fn the_search_enters_a_trap_that_nobody_guards() {
    finds_win("Cf9 Lc3 lb1 ea3 wg7 ta7", 3);
}

#[test]
fn the_search_wins_the_race_to_the_den() {
    finds_win("Cf8 Lc3 lb2 ea3 wa6", 5);
}
