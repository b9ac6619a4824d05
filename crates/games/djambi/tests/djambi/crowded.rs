//! Random games seldom surround a chief. Here chiefs stand in corners or in the Maze among many corpses, so that
//! surrounded chiefs, seats without a move, passes and falls after falls come up often; the judge must agree.

use menagerie_game::{Dice, Effect, EffectLog, Rules, RulesExt};
use menagerie_testkit::dice;

use crate::P;
use crate::judge::agrees;

/// The middle of the 3×3 block that holds each colour, in the order red, blue, yellow, green.
const BLOCKS: [(usize, usize); 4] = [(1, 1), (7, 1), (7, 7), (1, 7)];
const CORNERS: [(usize, usize); 4] = [(0, 0), (8, 0), (8, 8), (0, 8)];
const MAZE: (usize, usize) = (4, 4);
const COLORS: [char; 4] = ['r', 'b', 'y', 'g'];

/// A position text in which every chief sits in a corner or in the Maze, among corpses and some of its own.
fn crowded(dice: &mut impl Dice) -> String {
    let mut board = vec![vec![String::new(); 9]; 9];
    let ruler = dice.roll(8) as usize;
    for (color, letter) in COLORS.into_iter().enumerate() {
        let (middle, chief) = if color == ruler { (MAZE, MAZE) } else { (BLOCKS[color], CORNERS[color]) };
        let mut militants = 0;
        for (x, y) in (0..9).map(|i| (middle.0 + i % 3 - 1, middle.1 + i / 3 - 1)) {
            board[y][x] = match dice.roll(24) {
                _ if (x, y) == chief => format!("{letter}C"),
                0 => String::new(),
                1..=4 if militants < 4 => {
                    militants += 1;
                    format!("{letter}M")
                }
                _ => "x".to_owned(),
            };
        }
    }
    let ranks: Vec<_> = board.iter().rev().map(|rank| write_rank(rank)).collect();
    let (players, control) = [("4", "rbyg"), ("3", "rby-"), ("2", "r-y-")][dice.roll(3) as usize];
    format!("{} {players} {control} {} -", ranks.join("/"), ["r", "y"][dice.roll(2) as usize])
}

fn write_rank(rank: &[String]) -> String {
    let mut text = String::new();
    let mut run = 0;
    for unit in rank.iter().map(String::as_str).chain(["/"]) {
        if unit.is_empty() {
            run += 1;
            continue;
        }
        if run > 0 {
            text += &run.to_string();
        }
        run = 0;
        text += unit.trim_end_matches('/');
    }
    text
}

#[test]
fn crowded_positions_agree_with_the_judge() {
    let mut dice = dice(11);
    let (mut walled_in, mut surrounded, mut passes) = (0, 0, 0);
    for _ in 0..400 {
        // djambi/position/11: now and then the seat on turn itself is walled in.
        let Ok(mut position) = crowded(&mut dice).parse::<P>() else { continue };
        for _ in 0..12 {
            agrees(&position, 1);
            let list = position.list();
            let Some(&action) = list.get(dice.roll(list.len().max(1) as u32) as usize) else { break };
            passes += u32::from(action.to_string() == "pass");
            let mut effects = EffectLog::new();
            let _ = position.apply(action, &mut effects);
            for told in effects {
                let Effect::Note { text } = told.effect else { continue };
                walled_in += u32::from(text.ends_with("has no move"));
                surrounded += u32::from(text.ends_with("is surrounded by the dead"));
            }
        }
    }
    assert!(walled_in > 20 && surrounded > 20 && passes > 20, "{walled_in} {surrounded} {passes}");
}
