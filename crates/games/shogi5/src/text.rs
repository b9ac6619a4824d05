//! Position text and action text.

use std::fmt;
use std::str::FromStr;

use menagerie_game::TextError;
use menagerie_game::text::{Cell, fields, row, write_board};

use crate::board::Square;
use crate::position::Position;
use crate::{Action, Color, Kind, Piece};

impl fmt::Display for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write_board(f, 5, 5, |file, rank| {
            self.piece(Square::new(file, rank)?).map(|(piece, color)| letters(piece, color))
        })?;
        f.write_str("[")?;
        for color in [Color::White, Color::Black] {
            for kind in Kind::ALL {
                for _ in 0..self.hands.count(color, kind) {
                    write!(f, "{}", letter(kind, color))?;
                }
            }
        }
        write!(f, "] {}", self.mover.letter())
    }
}

/// The letters of a piece on the board: `b`, `+B`.
pub(crate) fn letters(piece: Piece, color: Color) -> String {
    let letter = letter(piece.kind, color);
    if piece.promoted { format!("+{letter}") } else { letter.to_string() }
}

/// Upper case is white, lower case black.
pub(crate) fn letter(kind: Kind, color: Color) -> char {
    match color {
        Color::White => kind.letter(),
        Color::Black => kind.letter().to_ascii_lowercase(),
    }
}

/// The kind and colour a letter of a board or a hand stands for.
fn from_letter(letter: char) -> Option<(Kind, Color)> {
    let color = if letter.is_ascii_uppercase() { Color::White } else { Color::Black };
    Some((Kind::from_letter(letter.to_ascii_uppercase())?, color))
}

impl FromStr for Position {
    type Err = TextError;

    fn from_str(text: &str) -> Result<Self, TextError> {
        let [board_and_hands, mover] = fields(text, "two fields (board with hands, mover)")?;
        let mover = match mover {
            "b" => Color::Black,
            "w" => Color::White,
            _ => return Err(TextError::form("mover", mover, "'b' or 'w'")),
        };
        let (board, hands) =
            board_and_hands.strip_suffix(']').and_then(|rest| rest.split_once('[')).ok_or_else(|| {
                TextError::form("hands", board_and_hands, "the board, then both hands in square brackets, like '…[]'")
            })?;
        let mut position = Self::empty(mover);
        read_board(&mut position, board)?;
        read_hands(&mut position, hands)?;
        check(&position)?;
        Ok(position)
    }
}

fn read_board(position: &mut Position, text: &str) -> Result<(), TextError> {
    const ROWS: &str = "five rows from 5 down to 1, joined by '/'";
    if text.split('/').count() != 5 {
        return Err(TextError::form("board", text, ROWS));
    }
    for (line, rank) in text.split('/').zip((0..5).rev()) {
        read_row(position, line, rank).ok_or_else(|| {
            TextError::form(
                "board",
                line,
                "a row of 5 squares: letters K G S B L P (+S +B +L +P), digits for empty runs",
            )
        })?;
    }
    Ok(())
}

fn read_row(position: &mut Position, line: &str, rank: u8) -> Option<()> {
    let mut file = 0;
    for cell in row(line)? {
        match cell {
            Cell::Empty(run) => file += run,
            Cell::Letters(letters) => {
                let mut letters = letters.chars();
                while let Some(letter) = letters.next() {
                    let promoted = letter == '+';
                    let (kind, color) = from_letter(if promoted { letters.next()? } else { letter })?;
                    if promoted && !kind.promotes() {
                        return None;
                    }
                    position.put(Square::new(file, rank)?, Piece { kind, promoted }, color);
                    file += 1;
                }
            }
        }
    }
    (file == 5).then_some(())
}

/// White's pieces, then black's, each in the order K G S B L P.
fn read_hands(position: &mut Position, text: &str) -> Result<(), TextError> {
    let wrong = || TextError::form("hands", text, "white's pieces, then black's, each in the order K G S B L P");
    let mut last = 0;
    for letter in text.chars() {
        let (kind, color) = from_letter(letter).ok_or_else(wrong)?;
        let place = (1 - color as usize) * 6 + Kind::ALL.iter().position(|&other| other == kind).unwrap_or(0);
        if place < last {
            return Err(wrong());
        }
        last = place;
        if position.hands.count(color, kind) == 2 {
            return Err(too_many(kind));
        }
        position.hands.add(color, kind);
    }
    Ok(())
}

fn too_many(kind: Kind) -> TextError {
    TextError::not_a_position("shogi5/reading/1", format!("more than two of the letter {}", kind.letter()))
}

/// The two refusals of the section *Reading*.
fn check(position: &Position) -> Result<(), TextError> {
    let hand = |color, kind| u32::from(position.hands.count(color, kind));
    for kind in Kind::ALL.into_iter().filter(|&kind| kind != Kind::King) {
        let board = position.with(Piece::plain(kind)) | position.with(Piece { kind, promoted: kind.promotes() });
        if board.len() + hand(Color::White, kind) + hand(Color::Black, kind) > 2 {
            return Err(too_many(kind));
        }
    }
    let kings = Color::ALL.map(|color| ((position.kings() & position.of(color)).len(), hand(color, Kind::King)));
    match kings {
        [(1, 0), (1, 0)] | [(1, 1), (0, 0)] | [(0, 0), (1, 1)] => Ok(()),
        _ => Err(TextError::not_a_position(
            "shogi5/reading/2",
            "each side has one king on the board, or the winner holds the other's king in its hand",
        )),
    }
}

impl fmt::Display for Action {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Move { from, to } => write!(f, "{from}{to}"),
            Self::Drop { kind, to } => write!(f, "{}@{to}", kind.letter()),
        }
    }
}

impl FromStr for Action {
    type Err = TextError;

    fn from_str(text: &str) -> Result<Self, TextError> {
        let wrong = || {
            TextError::not_an_action(text, "a move is two squares like a5a2, a drop a letter, @ and a square like P@c3")
        };
        let mut letters = text.chars();
        if let (Some(letter), Some('@')) = (letters.next(), letters.next()) {
            let kind = Kind::from_letter(letter).ok_or_else(wrong)?;
            let to = letters.as_str().parse().map_err(|_| wrong())?;
            return Ok(Self::Drop { kind, to });
        }
        let (from, rest) = Square::take(text).ok_or_else(wrong)?;
        let to = rest.parse().map_err(|_| wrong())?;
        Ok(Self::Move { from, to })
    }
}
