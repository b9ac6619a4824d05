//! Which actions there are and what they do: shogi5/pieces, promotion, drops, captures, the end.

use crate::board::{Board, Cell, Man, cell, cells, name};

/// Files to the right and rows forward, as the owner sees them, and the most steps.
type Line = (i8, i8, i8);

const FAR: i8 = 4;

/// The table of the rules.
fn lines(man: Man) -> Vec<Line> {
    let forward = [(0, 1)];
    let forward_diagonals = [(-1, 1), (1, 1)];
    let diagonals = [(-1, 1), (1, 1), (-1, -1), (1, -1)];
    let straight = [(0, 1), (0, -1), (-1, 0), (1, 0)];
    let far = |directions: &[(i8, i8)], steps: i8| -> Vec<Line> {
        directions.iter().map(|&(files, rows)| (files, rows, steps)).collect()
    };
    match (man.promoted, man.letter) {
        (false, 'P') => far(&forward, 1),
        (false, 'L') => far(&forward, FAR),
        (false, 'B') => far(&forward_diagonals, FAR),
        (false, 'S') => [far(&forward, 1), far(&diagonals, 1)].concat(),
        (false, 'G') | (true, 'P') => [far(&straight, 1), far(&forward_diagonals, 1)].concat(),
        (false, 'K') => [far(&straight, 1), far(&diagonals, 1)].concat(),
        (true, 'L') => far(&straight, FAR),
        (true, 'B') => [far(&diagonals, FAR), far(&straight, 1)].concat(),
        (true, 'S') => [far(&straight, 2), far(&diagonals, 2)].concat(),
        other => panic!("no piece is {other:?}"),
    }
}

impl Board {
    /// The texts of all actions, sorted.
    pub(crate) fn actions(&self) -> Vec<String> {
        if !self.has_king(true) || !self.has_king(false) {
            return Vec::new();
        }
        let mut texts = Vec::new();
        for from in cells() {
            if let Some(man) = self.on(from).filter(|man| man.white == self.white_moves) {
                texts.extend(self.targets(man, from).into_iter().map(|to| name(from) + &name(to)));
            }
        }
        for letter in &self.hands[usize::from(self.white_moves)] {
            texts.extend(cells().filter(|&to| self.on(to).is_none()).map(|to| format!("{letter}@{}", name(to))));
        }
        texts.sort_unstable();
        texts.dedup();
        texts
    }

    fn targets(&self, man: Man, (file, row): Cell) -> Vec<Cell> {
        let turn = if man.white { 1 } else { -1 };
        let mut found = Vec::new();
        for (files, rows, most) in lines(man) {
            for step in 1..=most {
                let to = (file + turn * files * step, row + turn * rows * step);
                if !(0..5).contains(&to.0) || !(0..5).contains(&to.1) {
                    break;
                }
                let met = self.on(to);
                if met.is_none_or(|met| met.white != man.white) {
                    found.push(to);
                }
                if met.is_some() {
                    break;
                }
            }
        }
        found
    }

    pub(crate) fn act(&mut self, action: &str) {
        let white = self.white_moves;
        if let Some((letter, to)) = action.split_once('@') {
            let letter = letter.chars().next().unwrap();
            let hand = &mut self.hands[usize::from(white)];
            // In the order of capture: the first captured leaves first (shogi5/ruling/19).
            let first = hand.iter().position(|held| *held == letter).unwrap();
            hand.remove(first);
            self.put(cell(to), Some(Man { letter, white, promoted: false }));
        } else {
            let (from, to) = (cell(&action[..2]), cell(&action[2..]));
            let man = self.on(from).unwrap();
            if let Some(captured) = self.on(to) {
                self.hands[usize::from(white)].push(captured.letter);
            }
            let last_two = if white { [3, 4] } else { [1, 0] };
            let promotes = "PLBS".contains(man.letter) && last_two.contains(&to.1);
            self.put(from, None);
            self.put(to, Some(Man { promoted: man.promoted || promotes, ..man }));
        }
        self.white_moves = !white;
    }

    /// The scores of black and white, once the game is over.
    pub(crate) fn scores(&self) -> Option<Vec<f64>> {
        let white_loses = match (self.has_king(false), self.has_king(true)) {
            (true, true) if !self.actions().is_empty() => return None,
            (true, true) => self.white_moves,
            (_, white) => !white,
        };
        Some(if white_loses { vec![1.0, 0.0] } else { vec![0.0, 1.0] })
    }

    fn has_king(&self, white: bool) -> bool {
        cells().filter_map(|at| self.on(at)).any(|man| man.letter == 'K' && man.white == white)
    }
}
