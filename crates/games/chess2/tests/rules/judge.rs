//! A slow and obvious second reading of the rules, made from the position text alone: square by square, letter by
//! letter. It shares nothing with the crate but that text.

use std::collections::HashMap;

use menagerie_game::RulesExt;

use crate::P;

type At = (i32, i32);

const ORTHOGONAL: [At; 4] = [(0, 1), (1, 0), (0, -1), (-1, 0)];
const DIAGONAL: [At; 4] = [(1, 1), (1, -1), (-1, -1), (-1, 1)];

struct Judge {
    board: HashMap<At, char>,
    white: bool,
    jail: Vec<char>,
    rook: bool,
    pending: String,
    bear_waits: bool,
    actions: Vec<String>,
}

/// Panics unless the position's list of actions is the judge's.
pub(crate) fn agrees(position: &P) {
    let text = position.to_string();
    assert_eq!(position.sorted_texts(), Judge::new(&text).list(), "actions of {text}");
}

fn name((file, rank): At) -> String {
    format!("{}{}", (b'a' + file as u8) as char, rank + 1)
}

fn square(name: &str) -> At {
    let bytes = name.as_bytes();
    (i32::from(bytes[0] - b'a'), i32::from(bytes[1] - b'1'))
}

fn on_board((file, rank): At) -> bool {
    (0..8).contains(&file) && (0..8).contains(&rank)
}

fn every_direction() -> impl Iterator<Item = At> {
    ORTHOGONAL.into_iter().chain(DIAGONAL)
}

fn plus((file, rank): At, (files, ranks): At) -> At {
    (file + files, rank + ranks)
}

impl Judge {
    fn new(text: &str) -> Self {
        let fields: Vec<&str> = text.split(' ').collect();
        let mut board = HashMap::new();
        for (rank, line) in (0..8).rev().zip(fields[0].split('/')) {
            let mut file = 0;
            for letter in line.chars() {
                if let Some(empty) = letter.to_digit(10) {
                    file += empty as i32;
                } else {
                    board.insert((file, rank), letter);
                    file += 1;
                }
            }
        }
        Self {
            board,
            white: fields[1] == "w",
            jail: fields[2].chars().collect(),
            rook: fields[3] == "r",
            pending: fields[4].to_owned(),
            bear_waits: fields[5] == "c",
            actions: Vec::new(),
        }
    }

    fn list(mut self) -> Vec<String> {
        let lost = |cells: &[char]| cells.iter().all(|cell| "KLQklq".contains(*cell));
        if lost(&self.jail[..2]) || lost(&self.jail[2..]) {
            return Vec::new();
        }
        let pending: Vec<String> = self.pending.split(':').map(str::to_owned).collect();
        match pending[0].as_str() {
            "-" => self.start_of_turn(),
            "hop" => self.chain(&pending[1], &jumped(&pending[2])),
            "swing" => {
                let hops = self.hops(square(gate(&pending[1])), &jumped(&pending[2]));
                self.actions.extend(hops.into_iter().map(|to| format!("{}{}", pending[1], name(to))));
            }
            _ => self.cells(&pending[1]),
        }
        self.actions.sort();
        self.actions
    }

    fn own(&self, at: At) -> bool {
        self.board.get(&at).is_some_and(|c| *c != '*' && c.is_ascii_uppercase() == self.white)
    }

    fn empty(&self, at: At) -> bool {
        on_board(at) && !self.board.contains_key(&at)
    }

    fn takeable(&self, at: At) -> bool {
        self.board.contains_key(&at) && !self.own(at)
    }

    fn goes(&mut self, from: At, to: At) {
        self.actions.push(name(from) + &name(to));
    }

    fn start_of_turn(&mut self) {
        let own: Vec<(At, char)> =
            self.board.iter().filter(|(at, _)| self.own(**at)).map(|(at, c)| (*at, c.to_ascii_uppercase())).collect();
        for (from, letter) in own {
            match letter {
                'R' => self.rook(from),
                'M' => self.monkey(from),
                'E' => self.elephant(from),
                'F' => self.fish(from),
                'K' | 'L' => self.king(from),
                _ => self.queen(from),
            }
        }
        self.bear();
        if self.actions.is_empty() {
            self.actions.push("pass".into());
        }
    }

    fn rook(&mut self, from: At) {
        for to in (0..8).flat_map(|file| (0..8).map(move |rank| (file, rank))) {
            let beside = (from.0 - to.0).abs() + (from.1 - to.1).abs() == 1;
            if self.empty(to) || (self.rook && beside && self.takeable(to)) {
                self.goes(from, to);
            }
        }
    }

    fn monkey(&mut self, from: At) {
        for direction in every_direction() {
            if self.empty(plus(from, direction)) {
                self.goes(from, plus(from, direction));
            }
        }
        for to in self.hops(from, &[]) {
            self.goes(from, to);
        }
        self.catch(from, &[]);
    }

    fn elephant(&mut self, from: At) {
        for direction in DIAGONAL {
            let between = plus(from, direction);
            let to = plus(between, direction);
            if self.empty(between) && (self.empty(to) || self.takeable(to)) {
                self.goes(from, to);
            }
        }
    }

    fn fish(&mut self, from: At) {
        let up = if self.white { 1 } else { -1 };
        for direction in [(0, up), (1, 0), (-1, 0), (1, up), (-1, up)] {
            let to = plus(from, direction);
            let may_take = direction.0 != 0 && direction.1 != 0;
            if self.empty(to) || (may_take && self.takeable(to)) {
                self.goes(from, to);
            }
        }
    }

    fn king(&mut self, from: At) {
        for to in every_direction().map(|direction| plus(from, direction)) {
            if self.empty(to) || self.takeable(to) {
                self.goes(from, to);
            }
        }
    }

    fn queen(&mut self, from: At) {
        for direction in every_direction() {
            let mut to = plus(from, direction);
            while self.empty(to) {
                self.goes(from, to);
                to = plus(to, direction);
            }
            if self.takeable(to) {
                self.goes(from, to);
            }
        }
    }

    fn hops(&self, from: At, jumped: &[At]) -> Vec<At> {
        let landing = |direction| {
            let over = plus(from, direction);
            let to = plus(over, direction);
            let possible = self.board.contains_key(&over) && !jumped.contains(&over);
            (possible && (self.empty(to) || self.takeable(to))).then_some(to)
        };
        every_direction().filter_map(landing).collect()
    }

    fn catch(&mut self, from: At, jumped: &[At]) {
        let (king, cells) = if self.white { ('K', ["z4", "z5"]) } else { ('k', ["i4", "i5"]) };
        let offset = if self.white { 0 } else { 2 };
        for (i, cell) in cells.into_iter().enumerate() {
            let beside = name(from) == gate(cell);
            if beside && self.jail[offset + i] == king && !self.hops(from, jumped).is_empty() {
                self.actions.push(name(from) + cell);
            }
        }
    }

    fn bear(&mut self) {
        if self.bear_waits {
            for to in ["d4", "d5", "e4", "e5"] {
                if self.empty(square(to)) {
                    self.actions.push(format!("bear:{to}"));
                }
            }
        }
        let bear = self.board.iter().find(|(_, letter)| **letter == '*').map(|(at, _)| *at);
        if let Some(from) = bear {
            for to in every_direction().map(|direction| plus(from, direction)) {
                if self.empty(to) {
                    self.goes(from, to);
                }
            }
        }
    }

    fn chain(&mut self, monkey: &str, jumped: &[At]) {
        let from = square(monkey);
        for to in self.hops(from, jumped) {
            self.goes(from, to);
        }
        self.catch(from, jumped);
        self.actions.push("stop".into());
    }

    fn cells(&mut self, captive: &str) {
        let white = captive.chars().all(|c| c.is_ascii_uppercase());
        let (cells, offset) = if white { (["z4", "z5"], 0) } else { (["i4", "i5"], 2) };
        for (i, cell) in cells.into_iter().enumerate() {
            if self.jail[offset + i] == '.' {
                self.actions.push(format!("@{cell}"));
            }
        }
    }
}

fn jumped(list: &str) -> Vec<At> {
    list.split(',').filter(|name| *name != "-").map(square).collect()
}

fn gate(cell: &str) -> &'static str {
    match cell {
        "z4" => "a4",
        "z5" => "a5",
        "i4" => "h4",
        _ => "h5",
    }
}
