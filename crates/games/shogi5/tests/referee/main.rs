//! A second referee that knows nothing of the library's positions: it works on the text alone, square by square, as the
//! rules are written. It judges which texts are positions, which actions there are, what each of them leads to, when the
//! game is over, and every answer of the console.

mod board;
mod console;
mod moves;

use board::{Board, write_moves};
use console::Session;
use menagerie_game::{Dice, LineProtocol, Options, Rules, RulesExt, Silent};
use menagerie_shogi5::Position;
use menagerie_shogi5::console::Console;
use menagerie_testkit::dice;

/// The referee reads the position, lists the same actions, and each leads to the same text; the outcome is the same.
/// Says how many actions were compared.
fn agrees(position: &Position) -> usize {
    let text = position.to_string();
    let board = Board::read(&text).unwrap_or_else(|| panic!("the referee cannot read {text}"));
    assert_eq!(board.write(), text, "read and written again");
    let scores =
        position.outcome().map(|outcome| outcome.seats().iter().map(|seat| outcome.score(seat).as_f64()).collect());
    assert_eq!(scores, board.scores(), "outcome of {text}");
    let actions = position.sorted_texts();
    assert_eq!(actions, board.actions(), "actions of {text}");
    for action in &actions {
        let mut after = *position;
        let _ = after.apply(action.parse().unwrap(), &mut Silent);
        let mut expected = board.clone();
        expected.act(action);
        assert_eq!(after.to_string(), expected.write(), "{action} in {text}");
    }
    actions.len()
}

/// shogi5/pieces, shogi5/drops, shogi5/captures, shogi5/promotion and shogi5/end, along whole games.
#[test]
fn random_games_agree_with_the_referee() {
    let mut dice = dice(21);
    let (mut compared, mut finished) = (0, 0);
    for _ in 0..300 {
        let mut position = Position::start(Options::NONE);
        for _ in 0..120 {
            compared += agrees(&position);
            let actions = position.list();
            if actions.is_empty() {
                finished += 1;
                break;
            }
            let _ = position.apply(actions[dice.roll(actions.len() as u32) as usize], &mut Silent);
        }
    }
    println!("{compared} actions compared, {finished} games finished");
    assert!(compared > 200_000 && finished > 100, "{compared} actions compared, {finished} games finished");
}

/// Random games seldom see many promoted pieces, or a mover without an action (shogi5/end/2): these positions do.
#[test]
fn random_positions_agree_with_the_referee() {
    let mut dice = dice(22);
    let (mut compared, mut stuck) = (0, 0);
    for round in 0..6000 {
        let mut roll = |sides| dice.roll(sides);
        let text = if round % 4 == 0 { board::cornered(&mut roll) } else { board::random(&mut roll) };
        let position: Position = text.parse().unwrap_or_else(|error| panic!("{text}: {error}"));
        compared += agrees(&position);
        stuck += usize::from(position.outcome().is_some());
    }
    println!("{compared} actions compared, {stuck} positions without an action");
    assert!(compared > 100_000 && stuck > 50, "{compared} actions compared, {stuck} without an action");
}

/// shogi5/position-text and shogi5/reading: the library and the referee accept the same texts.
#[test]
fn the_same_texts_are_positions() {
    let mut dice = dice(23);
    let (mut accepted, mut refused) = (0, 0);
    for _ in 0..40_000 {
        let mut text = board::random(&mut |sides| dice.roll(sides));
        for _ in 0..=dice.roll(2) {
            text = change(&text, &mut dice);
        }
        let is_position = Board::read(&text).is_some();
        assert_eq!(text.parse::<Position>().is_ok(), is_position, "{text}");
        if is_position { accepted += 1 } else { refused += 1 }
    }
    println!("{accepted} texts accepted, {refused} refused");
    assert!(accepted > 1000 && refused > 1000, "{accepted} texts accepted, {refused} refused");
}

fn change(text: &str, dice: &mut impl Dice) -> String {
    const LETTERS: &[u8] = b"KGSBLPkgsblp+12345/[] bw";
    let mut bytes = text.as_bytes().to_vec();
    let at = dice.roll(bytes.len() as u32) as usize;
    let letter = LETTERS[dice.roll(LETTERS.len() as u32) as usize];
    match dice.roll(3) {
        0 => drop(bytes.remove(at)),
        1 => bytes.insert(at, letter),
        _ => bytes[at] = letter,
    }
    String::from_utf8_lossy(&bytes).into_owned()
}

/// shogi5/lines and shogi5/answers: whole sessions, with legal, illegal and malformed lines.
#[test]
fn sessions_agree_with_the_referee() {
    let mut dice = dice(24);
    let (mut lines, mut wins) = (0, 0);
    for _ in 0..400 {
        let (mut console, mut session) = (Console::new(), Session::new());
        for _ in 0..150 {
            let line = line(&session, &mut dice);
            let reply = console.line(line.as_bytes());
            let expected = session.line(&line);
            assert_eq!((reply.output, reply.over), expected, "after the line {line:?}");
            lines += 1;
            if reply.over {
                wins += usize::from(expected.0.ends_with("wins!\n"));
                break;
            }
        }
    }
    println!("{lines} lines compared, {wins} wins");
    assert!(lines > 10_000 && wins > 50, "{lines} lines compared, {wins} wins");
}

/// A legal request, now and then damaged, of the wrong side, or the end.
fn line(session: &Session, dice: &mut impl Dice) -> String {
    let requests = session.requests();
    let mut line = requests[dice.roll(requests.len() as u32) as usize].clone();
    match dice.roll(20) {
        0 => line = change(&line, dice),
        1 => line = line.to_uppercase(),
        2 => line = line.to_lowercase(),
        3 => line = format!(" \t{} \r", line.replace(' ', "\t ")),
        4 => line.replace_range(line.len() - 2.., &format!("{:02}", dice.roll(70))),
        5 if dice.roll(20) == 0 => line = " 0".into(),
        _ => {}
    }
    line
}

/// The examples that the rules draw in words hold for the referee too, so that both cannot be wrong in the same way.
#[test]
fn the_referee_knows_the_examples() {
    let promoted_silver = Board::read("4k/2p2/2+S2/3G1/K4[] w").unwrap();
    assert_eq!(
        write_moves(&promoted_silver, (2, 2)),
        "c3a3 c3a5 c3b2 c3b3 c3b4 c3c1 c3c2 c3c4 c3d3 c3d4 c3e3 c3e5",
        "example 5"
    );
    let stuck = Board::read("KL3/PP3/5/5/4k[] w").unwrap();
    assert_eq!(stuck.scores(), Some(vec![1.0, 0.0]), "example 8");
}
