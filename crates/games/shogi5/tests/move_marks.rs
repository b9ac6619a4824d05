//! The marks on the pieces show exactly the moves that the rules allow (shogi5/pieces/1 to shogi5/pieces/12).

use menagerie_game::{MoveMark, Rules};
use menagerie_shogi5::Position;
use menagerie_testkit::at;

const SIDE: i8 = 5;
const KINGS: [(i8, i8); 2] = [(1, 0), (3, 4)];

type Square = (i8, i8);

fn on_board((file, row): Square) -> bool {
    (0..SIDE).contains(&file) && (0..SIDE).contains(&row)
}

fn name((file, row): Square) -> String {
    format!("{}{}", char::from(b'a' + file.unsigned_abs()), row + 1)
}

/// One piece and the kings. The letters of a promoted piece begin with `+`.
struct Setting {
    letters: &'static str,
    white: bool,
    from: Square,
}

impl Setting {
    /// The kings: white's below, black's above. A king that is tested stands on its own square instead.
    fn kings(&self) -> Vec<(bool, Square)> {
        let others = [(true, KINGS[0]), (false, KINGS[1])];
        others.into_iter().filter(|&(white, _)| self.letters != "K" || white != self.white).collect()
    }

    fn is_possible(&self) -> bool {
        self.kings().iter().all(|&(_, square)| square != self.from)
    }

    fn text(&self) -> String {
        let cased = |letters: &str, white: bool| if white { letters.to_owned() } else { letters.to_lowercase() };
        let row = |row: i8| {
            let cell = |file: i8| {
                let king = self.kings().into_iter().find(|&(_, square)| square == (file, row));
                match king {
                    _ if self.from == (file, row) => cased(self.letters, self.white),
                    Some((white, _)) => cased("K", white),
                    None => ".".to_owned(),
                }
            };
            (0..SIDE).map(cell).collect::<String>()
        };
        let mut board = (0..SIDE).rev().map(row).collect::<Vec<_>>().join("/");
        for run in (1..=5).rev() {
            board = board.replace(&".".repeat(run), &run.to_string());
        }
        format!("{board}[] {}", if self.white { 'w' } else { 'b' })
    }

    /// The moves that the marks promise: along each direction up to its reach, or to the first piece.
    fn promised(&self, marks: &[MoveMark]) -> String {
        let turn = if self.white { 1 } else { -1 };
        let mut moves = Vec::new();
        for mark in marks {
            let most = if mark.reach == 0 { SIDE } else { mark.reach as i8 };
            for step in 1..=most {
                let to = (self.from.0 + turn * mark.right * step, self.from.1 + turn * mark.forward * step);
                let met = self.kings().into_iter().find(|&(_, square)| square == to);
                if !on_board(to) || met.is_some_and(|(white, _)| white == self.white) {
                    break;
                }
                moves.push(format!("{}{}", name(self.from), name(to)));
                if met.is_some() {
                    break;
                }
            }
        }
        moves.sort();
        moves.join(" ")
    }
}

#[test]
fn marks_show_the_legal_moves_of_both_colours_from_every_square() {
    for kind in Position::INFO.kinds {
        assert!(!kind.moves.is_empty(), "{} has no marks", kind.id);
        for (white, square) in [true, false].into_iter().flat_map(|white| (0..25).map(move |n| (white, n))) {
            let setting = Setting { letters: kind.letters, white, from: (square % SIDE, square / SIDE) };
            if setting.is_possible() {
                let _ = at::<Position>("shogi5/pieces/11", &setting.text())
                    .from(&name(setting.from), &setting.promised(kind.moves));
            }
        }
    }
}
