//! What the learned evaluation sees.

use menagerie_game::net::Features;
use menagerie_game::{Dice, Rules, RulesExt, Seat, Silent};
use menagerie_testkit as testkit;

use crate::P;

/// The active features of a seat, in rising order.
fn seen_by(seat: u8, position: &P) -> Vec<u16> {
    let mut features = Features::new();
    Rules::features(position, Seat(seat), &mut features);
    let mut numbers = features.as_slice().to_vec();
    numbers.sort_unstable();
    numbers
}

/// Calls a function for each position of a few random games in which nobody has won yet.
fn in_random_games(options: &str, mut check: impl FnMut(&P)) {
    for seed in 0..8 {
        let mut dice = testkit::dice(seed);
        let mut position = P::start(P::INFO.parse_options(options).unwrap());
        for _ in 0..600 {
            let list = position.list();
            let Some(&action) = list.get(dice.roll(list.len().max(1) as u32) as usize) else { break };
            check(&position);
            let _ = position.apply(action, &mut Silent);
        }
    }
}

/// A row of a position text: its units, and the number of squares between them.
fn row_text(row: &[String]) -> String {
    let parts = row.chunk_by(|left, right| left.is_empty() && right.is_empty());
    parts.map(|part| if part[0].is_empty() { part.len().to_string() } else { part.concat() }).collect()
}

/// The text of a four-player position at the beginning of a turn, with board and colours turned a quarter.
fn quarter_turned(text: &str) -> String {
    let next = |c: char| "rbyg".find(c).map_or(c, |at| char::from(b"bygr"[at]));
    let fields: Vec<_> = text.split(' ').collect();
    let mut board = vec![vec![String::new(); 9]; 9];
    for (row, units) in fields[0].split('/').enumerate() {
        let (rank, mut file, mut letters) = (8 - row, 0, units.chars());
        while let Some(letter) = letters.next() {
            if let Some(empty) = letter.to_digit(10) {
                file += empty as usize;
                continue;
            }
            let kind = if letter == 'x' { String::new() } else { letters.next().unwrap().to_string() };
            // a1 goes to i1, i1 to i9: the new file comes from the rank, the new rank is the file.
            board[8 - file][8 - rank] = format!("{}{kind}", next(letter));
            file += 1;
        }
    }
    let rows: Vec<String> = board.iter().map(|row| row_text(row)).collect();
    let rows = rows.join("/");
    let control: Vec<_> = fields[2].chars().map(next).collect();
    let control: String = [control[3], control[0], control[1], control[2]].iter().collect();
    let turn: String = fields[3].chars().map(next).collect();
    format!("{rows} {} {control} {turn} {}", fields[1], fields[4])
}

#[test]
fn each_seat_sees_its_own_corner_first_and_the_others_in_the_order_of_the_round() {
    let start = P::start(P::INFO.parse_options("").unwrap());
    // Owner, kind and square: 486 for an owner, 81 for a kind; chiefs come first.
    let chiefs = [0, 486 + 8, 2 * 486 + 80, 3 * 486 + 72];
    for seat in 0..4 {
        let seen = seen_by(seat, &start);
        assert!(chiefs.iter().all(|chief| seen.contains(chief)), "seat {seat}: {seen:?}");
    }
    // Red's assassin stands on b1; blue's on h1, which is a2 when i1 is a1.
    assert!(seen_by(0, &start).contains(&(81 + 1)));
    assert!(seen_by(1, &start).contains(&(81 + 9)));
}

#[test]
fn threats_and_chances_are_seen_with_the_order_of_play() {
    // The red chief and the yellow assassin on one file can kill each other; red plays first.
    let position: P = "9/8yC/9/9/yA8/9/9/9/rC8 4 r-y- r -".parse().unwrap();
    // The pieces; both orders of play, two of four living; red kills the assassin now, yellow red's chief after red's move;
    // the Maze is open to red now; 18 and 42 squares to go to.
    let red = [0, 486 + 71, 486 + 81 + 36, 2198, 2203, 2239, 2279, 2332, 2570];
    let mobility = [2596, 2597, 2601, 2602, 2603, 2604, 2605];
    assert_eq!(seen_by(0, &position), [&red[..], &mobility].concat());
    // The same from the other corner.
    let yellow = [9, 81 + 44, 486 + 80, 2199, 2202, 2239, 2278, 2333, 2574];
    let mobility = [2596, 2597, 2598, 2599, 2600, 2601, 2602];
    assert_eq!(seen_by(2, &position), [&yellow[..], &mobility].concat());
    assert_eq!(position.net_bucket(), 0);
}

#[test]
fn neutral_pieces_are_seen_apart_from_those_of_seats() {
    let position: P = "gC7yC/9/9/9/4bC4/9/9/9/rC8 2 r-y- r -".parse().unwrap();
    let seen = seen_by(0, &position);
    // The squares e5 and a9, and that there is a neutral chief; red can kill the one on its diagonal and on its file.
    assert!([1944 + 40, 1944 + 72, 2187, 2546].iter().all(|feature| seen.contains(feature)), "{seen:?}");
}

#[test]
fn a_quarter_turn_of_board_and_colors_changes_nothing_for_the_next_seat() {
    let mut checked = 0;
    in_random_games("", |position| {
        if !position.begins_turn() {
            return;
        }
        let turned: P = quarter_turned(&position.to_string()).parse().unwrap();
        for seat in position.living().iter() {
            assert_eq!(seen_by(seat.0, position), seen_by((seat.0 + 1) % 4, &turned), "{position} and {turned}");
            checked += 1;
        }
    });
    assert!(checked > 1000);
}
