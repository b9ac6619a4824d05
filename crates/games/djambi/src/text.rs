//! Position and action text.

use std::fmt;
use std::str::FromStr;

use menagerie_game::TextError;
use menagerie_game::text::{Cell, fields, row, write_board};

use crate::actions::Action;
use crate::board::Square;
use crate::piece::{Color, Kind, Piece, Unit};
use crate::position::{Pending, Players, Position, Turn};

impl fmt::Display for Piece {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.color.letter(), self.kind.letter())
    }
}

impl fmt::Display for Unit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Living(piece) => piece.fmt(f),
            Self::Corpse => f.write_str("x"),
        }
    }
}

impl fmt::Display for Turn {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.seat, self.slot) {
            (seat, slot) if seat == slot => write!(f, "{}", seat.letter()),
            (seat, slot) => write!(f, "{}+{}", seat.letter(), slot.letter()),
        }
    }
}

impl fmt::Display for Pending {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Move => f.write_str("-"),
            Self::Hand(unit) => unit.fmt(f),
            Self::Kill(reporter) => write!(f, "kill:{reporter}"),
            Self::Exit => f.write_str("exit"),
        }
    }
}

impl fmt::Display for Players {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.seats().len())
    }
}

impl fmt::Display for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write_board(f, 9, 9, |file, rank| self.at(Square::new(file, rank)?))?;
        write!(f, " {} ", self.players)?;
        for controller in self.control {
            write!(f, "{}", controller.map_or('-', Color::letter))?;
        }
        match self.turn {
            Some(turn) => write!(f, " {turn} {}", self.pending),
            None => write!(f, " - {}", self.pending),
        }
    }
}

impl fmt::Debug for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl FromStr for Position {
    type Err = TextError;

    fn from_str(text: &str) -> Result<Self, TextError> {
        let [board, players, control, turn, pending] =
            fields(text, "five fields: board, players, control, turn, pending")?;
        let players = read_players(players)?;
        let mut position = Self::bare(players);
        read_board(board, &mut position)?;
        position.control = read_control(control)?;
        position.turn = read_turn(turn)?;
        position.pending = read_pending(pending)?;
        position.validate()?;
        Ok(position)
    }
}

fn read_players(text: &str) -> Result<Players, TextError> {
    let named = |players: &Players| players.to_string() == text;
    Players::ALL.into_iter().find(named).ok_or_else(|| TextError::form("players", text, "2, 3 or 4"))
}

fn read_board(text: &str, position: &mut Position) -> Result<(), TextError> {
    let wrong = || TextError::form("board", text, "nine ranks separated by / from 9 to 1, each of nine squares");
    let ranks: Vec<_> = text.split('/').take(10).collect();
    if ranks.len() != 9 {
        return Err(wrong());
    }
    for (rank, text) in (0..9).rev().zip(ranks) {
        let mut file = 0;
        for cell in row(text).ok_or_else(wrong)? {
            match cell {
                Cell::Empty(run) => file += run,
                Cell::Letters(units) => read_units(units, position, rank, &mut file).ok_or_else(wrong)?,
            }
            if file > 9 {
                return Err(wrong());
            }
        }
        if file != 9 {
            return Err(wrong());
        }
    }
    Ok(())
}

/// Puts a run of units on the board, one square after the other.
fn read_units(text: &str, position: &mut Position, rank: u8, file: &mut u8) -> Option<()> {
    let mut rest = text;
    while !rest.is_empty() {
        let (unit, after) = take_unit(rest)?;
        let square = Square::new(*file, rank)?;
        match unit {
            Unit::Living(piece) => position.insert(piece, square),
            Unit::Corpse => position.corpses.insert(square),
        }
        (rest, *file) = (after, *file + 1);
    }
    Some(())
}

/// A unit from the front of a text, and the rest.
fn take_unit(text: &str) -> Option<(Unit, &str)> {
    let mut letters = text.chars();
    let color = match letters.next()? {
        'x' => return Some((Unit::Corpse, letters.as_str())),
        letter => Color::from_letter(letter)?,
    };
    let kind = Kind::from_letter(letters.next()?)?;
    Some((Unit::Living(Piece { color, kind }), letters.as_str()))
}

fn read_control(text: &str) -> Result<[Option<Color>; 4], TextError> {
    let wrong = || TextError::form("control", text, "four characters, each r, b, y, g or -");
    let mut control = [None; 4];
    let mut letters = text.chars();
    for controller in &mut control {
        *controller = match letters.next().ok_or_else(wrong)? {
            '-' => None,
            letter => Some(Color::from_letter(letter).ok_or_else(wrong)?),
        };
    }
    if letters.next().is_some() { Err(wrong()) } else { Ok(control) }
}

fn read_turn(text: &str) -> Result<Option<Turn>, TextError> {
    let wrong = || TextError::form("turn", text, "a seat (b), an extra turn (r+b), or - when the game is over");
    let letters: Vec<_> = text.chars().take(4).collect();
    let color = |letter| Color::from_letter(letter).ok_or_else(wrong);
    match letters[..] {
        ['-'] => Ok(None),
        [seat] => color(seat).map(|seat| Some(Turn { seat, slot: seat })),
        // Read here, since a position cannot hold it: `r+r` would be `r`.
        [seat, '+', slot] if seat == slot => {
            Err(TextError::not_a_position("djambi/position/5", "the seat after + is another than the one before it"))
        }
        [seat, '+', slot] => Ok(Some(Turn { seat: color(seat)?, slot: color(slot)? })),
        _ => Err(wrong()),
    }
}

fn read_pending(text: &str) -> Result<Pending, TextError> {
    let wrong = || TextError::form("pending", text, "-, x, a piece (yM), kill: and a square, or exit");
    match text {
        "-" => return Ok(Pending::Move),
        "exit" => return Ok(Pending::Exit),
        _ => {}
    }
    if let Some(square) = text.strip_prefix("kill:") {
        return square.parse().map(Pending::Kill).map_err(|_| wrong());
    }
    match take_unit(text) {
        Some((unit, "")) => Ok(Pending::Hand(unit)),
        _ => Err(wrong()),
    }
}

impl fmt::Display for Action {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Move { from, to } => write!(f, "{from}{to}"),
            Self::At(square) => write!(f, "@{square}"),
            Self::Stop => f.write_str("stop"),
            Self::Pass => f.write_str("pass"),
        }
    }
}

impl FromStr for Action {
    type Err = TextError;

    fn from_str(text: &str) -> Result<Self, TextError> {
        let wrong = || TextError::not_an_action(text, "a move (a1c3), a square (@f5), stop or pass");
        match text {
            "stop" => return Ok(Self::Stop),
            "pass" => return Ok(Self::Pass),
            _ => {}
        }
        if let Some(square) = text.strip_prefix('@') {
            return square.parse().map(Self::At).map_err(|_| wrong());
        }
        let (from, rest) = Square::take(text).ok_or_else(wrong)?;
        let to = rest.parse().map_err(|_| wrong())?;
        Ok(Self::Move { from, to })
    }
}
