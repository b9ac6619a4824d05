//! The console protocol: shogi5/lines and shogi5/answers.

use crate::board::{Board, Cell, Man, cells, name};

pub(crate) struct Session {
    /// Its hands are in the order of capture.
    board: Board,
}

impl Session {
    pub(crate) fn new() -> Self {
        Self { board: Board::read("lbsgk/4p/5/P4/KGSBL[] b").unwrap() }
    }

    /// What is written for a line, and whether the session is over.
    pub(crate) fn line(&mut self, line: &str) -> (String, bool) {
        let words: Vec<&str> = line.split([' ', '\t', '\r']).filter(|word| !word.is_empty()).collect();
        if words == ["0"] {
            return (String::new(), true);
        }
        let action = self.action(&words).filter(|action| self.board.actions().contains(action));
        if let Some(action) = action {
            self.board.act(&action);
        }
        let hand = |white: bool| self.board.hands[usize::from(white)].iter().collect::<String>();
        let squares: String = cells().map(|cell| self.board.on(cell).map_or('-', letter)).collect();
        let answer = format!("{squares}\n{}\n{}\n", hand(false).to_lowercase(), hand(true));
        match self.board.scores() {
            None => (answer, false),
            Some(scores) => (answer + if scores[0] > 0.5 { "black" } else { "white" } + " wins!\n", true),
        }
    }

    /// The action that a request means. The letter must be the mover's and stand on the square, or be dropped.
    fn action(&self, words: &[&str]) -> Option<String> {
        let [piece, from, to] = words else { return None };
        let [piece] = piece.as_bytes() else { return None };
        let piece = char::from(*piece);
        let known = "KGSBLP".contains(piece.to_ascii_uppercase());
        if !known || piece.is_ascii_uppercase() != self.board.white_moves {
            return None;
        }
        let to = square(to)?;
        if *from == "00" {
            return Some(format!("{}@{}", piece.to_ascii_uppercase(), name(to)));
        }
        let from = square(from)?;
        self.board.on(from).filter(|man| letter(*man) == piece).map(|_| name(from) + &name(to))
    }

    /// The requests for all legal actions.
    pub(crate) fn requests(&self) -> Vec<String> {
        let digits = |at: &str| format!("{}{}", at.as_bytes()[0] - b'a' + 1, &at[1..2]);
        let request = |action: String| match action.split_once('@') {
            Some((piece, to)) if self.board.white_moves => format!("{piece} 00 {}", digits(to)),
            Some((piece, to)) => format!("{} 00 {}", piece.to_lowercase(), digits(to)),
            None => {
                let man = self.board.on(crate::board::cell(&action[..2])).unwrap();
                format!("{} {} {}", letter(man), digits(&action[..2]), digits(&action[2..]))
            }
        };
        self.board.actions().into_iter().map(request).collect()
    }
}

fn letter(man: Man) -> char {
    if man.white { man.letter } else { man.letter.to_ascii_lowercase() }
}

/// Column and row, each from 1 to 5.
fn square(text: &str) -> Option<Cell> {
    let [column, row] = text.as_bytes() else { return None };
    let valid = |digit: &u8| (b'1'..=b'5').contains(digit);
    (valid(column) && valid(row)).then(|| ((column - b'1') as i8, (row - b'1') as i8))
}
