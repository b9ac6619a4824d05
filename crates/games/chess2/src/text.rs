//! Position and action text. Reading refuses everything that writing cannot give.

use std::fmt::{self, Write};
use std::str::FromStr;

use menagerie_game::TextError;
use menagerie_game::text::{self, fields, row, write_board};

use crate::actions::Action;
use crate::board::{Set, Square};
use crate::piece::{Cell, Color, Kind, Royal};
use crate::position::{Bear, Occupant, Pending, Position};

/// The letter of a king without his banana, in upper case.
pub(crate) const BARE_KING: char = 'L';
pub(crate) const BEAR: char = '*';

impl fmt::Display for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write_board(f, 8, 8, |file, rank| self.letter_on(Square::new(file, rank)?))?;
        write!(f, " {} ", self.side.letter())?;
        for cell in Cell::ALL {
            f.write_char(self.cell_letter(cell))?;
        }
        write!(f, " {} ", if self.rooks_may_take { 'r' } else { '-' })?;
        self.write_pending(f)?;
        write!(f, " {}", if self.bear == Bear::Waiting { 'c' } else { '-' })
    }
}

impl Position {
    fn letter_on(&self, square: Square) -> Option<char> {
        self.at(square).map(|occupant| match occupant {
            Occupant::Bear => BEAR,
            Occupant::Piece(color, kind) => self.letter(color, kind),
        })
    }

    /// The letter of a piece, which for a king says whether he has his banana.
    fn letter(&self, color: Color, kind: Kind) -> char {
        let bare = kind == Kind::King && !self.banana[color as usize];
        color.case(if bare { BARE_KING } else { kind.letter() })
    }

    fn cell_letter(&self, cell: Cell) -> char {
        match (self.pending, self.jail[cell as usize]) {
            (Pending::Swing { cell: from, .. }, _) if from == cell => cell.color().case(Kind::Monkey.letter()),
            (_, Some(royal)) => self.letter(cell.color(), royal.kind()),
            (_, None) => '.',
        }
    }

    fn write_pending(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.pending {
            Pending::Nothing => f.write_char('-'),
            Pending::Hop { at, jumped } => {
                write!(f, "hop:{at}:")?;
                write_list(jumped, f)
            }
            Pending::Swing { cell, jumped } => {
                write!(f, "swing:{cell}:")?;
                write_list(jumped, f)
            }
            Pending::Jail(royal) => write!(f, "jail:{}", self.letter(self.side.other(), royal.kind())),
        }
    }
}

/// The squares of a set in ASCII order: by file, then by rank.
fn in_text_order(set: Set) -> impl Iterator<Item = Square> {
    (0..64).filter_map(|i| Square::new(i / 8, i % 8)).filter(move |&square| set.contains(square))
}

fn write_list(set: Set, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    if set.is_empty() {
        return f.write_char('-');
    }
    for (i, square) in in_text_order(set).enumerate() {
        write!(f, "{}{square}", if i > 0 { "," } else { "" })?;
    }
    Ok(())
}

impl FromStr for Position {
    type Err = TextError;

    fn from_str(text: &str) -> Result<Self, TextError> {
        let [board, side, jail, rook, pending, bear] =
            fields(text, "six fields: board side jail rook pending bear, one space between")?;
        let mut position = Self::EMPTY;
        position.side = read_side(side)?;
        position.rooks_may_take = read_flag("rook", rook, "r", "'r' or '-'")?;
        if read_flag("bear", bear, "c", "'c' or '-'")? {
            position.bear = Bear::Waiting;
        }
        position.read_board(board)?;
        position.read_pending(pending)?;
        position.read_jail(jail)?;
        position.check()?;
        Ok(position)
    }
}

fn read_side(text: &str) -> Result<Color, TextError> {
    match text {
        "w" => Ok(Color::White),
        "b" => Ok(Color::Black),
        _ => Err(TextError::form("side", text, "'w' or 'b'")),
    }
}

fn read_flag(field: &'static str, text: &str, yes: &str, expected: &'static str) -> Result<bool, TextError> {
    match text {
        "-" => Ok(false),
        _ if text == yes => Ok(true),
        _ => Err(TextError::form(field, text, expected)),
    }
}

impl Position {
    fn read_board(&mut self, text: &str) -> Result<(), TextError> {
        let wrong = || TextError::form("board", text, "eight ranks joined by '/', rank 8 first, eight squares each");
        if text.split('/').count() != 8 {
            return Err(wrong());
        }
        for (rank, line) in (0..8).rev().zip(text.split('/')) {
            let mut file = 0;
            for part in row(line).ok_or_else(wrong)? {
                match part {
                    text::Cell::Empty(run) => file += run,
                    text::Cell::Letters(letters) => {
                        for letter in letters.chars() {
                            self.read_piece(letter, Square::new(file, rank).ok_or_else(wrong)?)?;
                            file += 1;
                        }
                    }
                }
                if file > 8 {
                    return Err(wrong());
                }
            }
            if file != 8 {
                return Err(wrong());
            }
        }
        Ok(())
    }

    fn read_piece(&mut self, letter: char, square: Square) -> Result<(), TextError> {
        if letter == BEAR {
            if self.bear != Bear::Absent {
                return Err(TextError::not_a_position("chess2/V5", "there is only one bear, on the board or waiting"));
            }
            self.bear = Bear::On(square);
            return Ok(());
        }
        let (color, kind) = self.read_letter(letter).ok_or_else(|| {
            TextError::form("board", letter.encode_utf8(&mut [0; 4]), "one of KLQRMEFY, klqrmefy, '*' or a digit")
        })?;
        self.put(color, kind, square);
        Ok(())
    }

    /// The piece a letter stands for; a king's letter also says whether he has his banana.
    fn read_letter(&mut self, letter: char) -> Option<(Color, Kind)> {
        let color = if letter.is_ascii_uppercase() { Color::White } else { Color::Black };
        if letter == color.case(BARE_KING) {
            return Some((color, Kind::King));
        }
        let kind = Kind::ALL.into_iter().find(|&kind| color.case(kind.letter()) == letter)?;
        if kind == Kind::King {
            self.banana[color as usize] = true;
        }
        Some((color, kind))
    }

    fn read_pending(&mut self, text: &str) -> Result<(), TextError> {
        let wrong = || TextError::form("pending", text, "'-', 'hop:SQ:LIST', 'swing:CELL:LIST' or 'jail:X'");
        self.pending = if text == "-" {
            Pending::Nothing
        } else if let Some(rest) = text.strip_prefix("hop:") {
            let (at, list) = rest.split_once(':').ok_or_else(wrong)?;
            Pending::Hop { at: at.parse().map_err(|_| wrong())?, jumped: read_list(list).ok_or_else(wrong)? }
        } else if let Some(rest) = text.strip_prefix("swing:") {
            let (cell, list) = rest.split_once(':').ok_or_else(wrong)?;
            let jumped = if list == "-" { Some(Set::EMPTY) } else { read_list(list) };
            Pending::Swing { cell: Cell::named(cell).ok_or_else(wrong)?, jumped: jumped.ok_or_else(wrong)? }
        } else {
            let rest = text.strip_prefix("jail:").ok_or_else(wrong)?;
            Pending::Jail(self.read_captive(rest).ok_or_else(wrong)??)
        };
        Ok(())
    }

    /// The royal of `jail:X`; nothing if this is not a royal's letter.
    fn read_captive(&mut self, text: &str) -> Option<Result<Royal, TextError>> {
        let mut letters = text.chars();
        let (letter, None) = (letters.next()?, letters.next()) else { return None };
        let (color, kind) = self.read_letter(letter)?;
        let royal = kind.royal()?;
        let foreign = color != self.side;
        let wrong = || TextError::not_a_position("chess2/V6", "a side takes the other colour's royals, not its own");
        Some(foreign.then_some(royal).ok_or_else(wrong))
    }

    fn read_jail(&mut self, text: &str) -> Result<(), TextError> {
        let wrong = || TextError::form("jail", text, "four characters for z4 z5 i4 i5: '.' or a piece's letter");
        if !text.is_ascii() || text.len() != 4 {
            return Err(wrong());
        }
        for (cell, letter) in Cell::ALL.into_iter().zip(text.chars()) {
            let content = if letter == '.' { None } else { Some(self.read_letter(letter).ok_or_else(wrong)?) };
            self.jail[cell as usize] = self.read_cell(cell, content)?;
        }
        Ok(())
    }

    /// V3, and what V6 says about the cell of a swing.
    fn read_cell(&self, cell: Cell, content: Option<(Color, Kind)>) -> Result<Option<Royal>, TextError> {
        let swings = matches!(self.pending, Pending::Swing { cell: from, .. } if from == cell);
        match content {
            Some((color, Kind::Monkey)) if swings && color == cell.color() => Ok(None),
            _ if swings => Err(TextError::not_a_position("chess2/V6", format!("{cell} must hold the monkey"))),
            None => Ok(None),
            Some((color, kind)) => match kind.royal() {
                Some(royal) if color == cell.color() => Ok(Some(royal)),
                _ => Err(TextError::not_a_position(
                    "chess2/V3",
                    format!("{cell} holds only the {} king or queen", cell.color().name()),
                )),
            },
        }
    }
}

/// Square names in ASCII order, joined by commas.
fn read_list(text: &str) -> Option<Set> {
    let mut set = Set::EMPTY;
    let mut previous = "";
    for name in text.split(',') {
        if name <= previous {
            return None;
        }
        set.insert(name.parse().ok()?);
        previous = name;
    }
    Some(set)
}

impl fmt::Display for Action {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Move { from, to } => write!(f, "{from}{to}"),
            Self::Catch { from, cell } => write!(f, "{from}{cell}"),
            Self::Swing { cell, to } => write!(f, "{cell}{to}"),
            Self::Jail { cell } => write!(f, "@{cell}"),
            Self::Enter { to } => write!(f, "bear:{to}"),
            Self::Stop => f.write_str("stop"),
            Self::Pass => f.write_str("pass"),
        }
    }
}

impl FromStr for Action {
    type Err = TextError;

    fn from_str(text: &str) -> Result<Self, TextError> {
        read_action(text).ok_or_else(|| {
            TextError::not_an_action(text, "should be like 'b1c3', 'a4z4', 'z4c4', '@i5', 'bear:d4', 'stop' or 'pass'")
        })
    }
}

fn read_action(text: &str) -> Option<Action> {
    match text {
        "stop" => return Some(Action::Stop),
        "pass" => return Some(Action::Pass),
        _ => {}
    }
    if let Some(cell) = text.strip_prefix('@') {
        return Some(Action::Jail { cell: Cell::named(cell)? });
    }
    if let Some(to) = text.strip_prefix("bear:") {
        return Some(Action::Enter { to: to.parse().ok()? });
    }
    let (from, to) = text.split_at_checked(2)?;
    match (from.parse(), to.parse()) {
        (Ok(from), Ok(to)) => Some(Action::Move { from, to }),
        (Ok(from), Err(_)) => Some(Action::Catch { from, cell: Cell::named(to)? }),
        (Err(_), Ok(to)) => Some(Action::Swing { cell: Cell::named(from)?, to }),
        (Err(_), Err(_)) => None,
    }
}
