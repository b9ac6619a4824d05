//! The position: its fields, start, actor, outcome and hash key; which seat controls which colour.

use menagerie_game::{Actor, Key, Options, Outcome, Seat, SeatSet};

use crate::board::{MAZE, Set, Square};
use crate::info::INFO;
use crate::piece::Color::{self, *};
use crate::piece::Kind::{self, *};
use crate::piece::{Piece, Unit};

/// A position of Djambi: the board, who controls which colour, whose turn it is and what it still has to decide.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Position {
    /// The living pieces of each colour.
    pub(crate) colors: [Set; 4],
    /// The living pieces of each kind.
    pub(crate) kinds: [Set; 6],
    pub(crate) corpses: Set,
    pub(crate) players: Players,
    /// The living seat that each colour is under.
    pub(crate) control: [Option<Color>; 4],
    /// `None` once the game is over.
    pub(crate) turn: Option<Turn>,
    pub(crate) pending: Pending,
}

/// How many play.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Players {
    /// Red and yellow; blue and green are neutral.
    Two,
    /// Red, blue and yellow; green is neutral.
    Three,
    /// All.
    Four,
}

impl Players {
    pub(crate) const ALL: [Self; 3] = [Self::Two, Self::Three, Self::Four];

    /// The seats of the game.
    pub const fn seats(self) -> &'static [Color] {
        match self {
            Self::Two => &[Red, Yellow],
            Self::Three => &[Red, Blue, Yellow],
            Self::Four => &Color::ALL,
        }
    }

    /// Whether the colour has a seat.
    #[inline]
    pub(crate) fn seats_color(self, color: Color) -> bool {
        match self {
            Self::Two => matches!(color, Red | Yellow),
            Self::Three => !matches!(color, Green),
            Self::Four => true,
        }
    }
}

/// Who plays, and in whose place of the round.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Turn {
    /// The seat on turn.
    pub seat: Color,
    /// The same seat on a regular turn; on an extra turn (djambi/N1) the seat after whose turn it is played.
    pub slot: Color,
}

/// What the seat on turn must decide now.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Pending {
    /// Choose a move.
    Move,
    /// Put down what is in the hand.
    Hand(Unit),
    /// The reporter there has moved and may kill.
    Kill(Square),
    /// The assassin, diplomat or necromobile in the Maze must leave.
    Exit,
}

/// Where a colour's pieces stand at the start: chief, assassin, reporter, diplomat, necromobile, militants.
const SET_UP: [[&str; 9]; 4] = [
    ["a1", "b1", "a2", "b2", "c3", "c1", "c2", "a3", "b3"],
    ["i1", "h1", "i2", "h2", "g3", "g1", "g2", "i3", "h3"],
    ["i9", "h9", "i8", "h8", "g7", "g9", "g8", "i7", "h7"],
    ["a9", "b9", "a8", "b8", "c7", "c9", "c8", "a7", "b7"],
];

/// The kinds in the order of [`SET_UP`].
const SET_UP_KINDS: [Kind; 9] =
    [Chief, Assassin, Reporter, Diplomat, Necromobile, Militant, Militant, Militant, Militant];

impl Position {
    /// The start for this number of players.
    pub fn initial(players: Players) -> Self {
        let mut start = Self::bare(players);
        for color in Color::ALL {
            for (name, kind) in SET_UP[color as usize].into_iter().zip(SET_UP_KINDS) {
                start.insert(Piece { color, kind }, Square::named(name));
            }
            start.control[color as usize] = players.seats_color(color).then_some(color);
        }
        start.turn = Some(Turn { seat: Red, slot: Red });
        start
    }

    /// The start that the options ask for.
    pub(crate) fn start_position(options: Options) -> Self {
        let players = match options {
            _ if INFO.has(options, "2") => Players::Two,
            _ if INFO.has(options, "3") => Players::Three,
            _ => Players::Four,
        };
        Self::initial(players)
    }

    /// An empty board that nobody controls.
    pub(crate) const fn bare(players: Players) -> Self {
        Self {
            colors: [Set::from_word(0); 4],
            kinds: [Set::from_word(0); 6],
            corpses: Set::from_word(0),
            players,
            control: [None; 4],
            turn: None,
            pending: Pending::Move,
        }
    }

    /// The seats of the game.
    pub fn players(&self) -> Players {
        self.players
    }

    /// Whose turn it is; `None` once the game is over.
    pub fn turn(&self) -> Option<Turn> {
        self.turn
    }

    /// What must be decided now.
    pub fn pending(&self) -> Pending {
        self.pending
    }

    /// What stands or lies on a square.
    pub fn at(&self, square: Square) -> Option<Unit> {
        if self.corpses.contains(square) {
            return Some(Unit::Corpse);
        }
        self.piece_at(square).map(Unit::Living)
    }

    /// The living piece on a square.
    #[inline]
    pub fn piece_at(&self, square: Square) -> Option<Piece> {
        let color = Color::ALL.into_iter().find(|&color| self.colors[color as usize].contains(square))?;
        let kind = Kind::ALL.into_iter().find(|&kind| self.kinds[kind as usize].contains(square))?;
        Some(Piece { color, kind })
    }

    #[inline]
    pub(crate) fn insert(&mut self, piece: Piece, square: Square) {
        self.colors[piece.color as usize].insert(square);
        self.kinds[piece.kind as usize].insert(square);
    }

    #[inline]
    pub(crate) fn remove(&mut self, piece: Piece, square: Square) {
        self.colors[piece.color as usize].remove(square);
        self.kinds[piece.kind as usize].remove(square);
    }

    /// Every square that holds a piece or a corpse.
    #[inline]
    pub(crate) fn occupied(&self) -> Set {
        self.colors[0] | self.colors[1] | self.colors[2] | self.colors[3] | self.corpses
    }

    /// The number of corpses: the deaths that the board shows.
    #[inline]
    pub(crate) fn dead(&self) -> u32 {
        self.corpses.len() + u32::from(self.pending == Pending::Hand(Unit::Corpse))
    }
}

/// Control: which seat each colour is under, which seats live, which is in power.
impl Position {
    /// The living seat that a colour is under.
    pub fn controller(&self, color: Color) -> Option<Color> {
        self.control[color as usize]
    }

    /// Whether the seat is still in the game (djambi/words/3).
    #[inline]
    pub fn is_living(&self, seat: Color) -> bool {
        self.control[seat as usize] == Some(seat)
    }

    /// Whether exactly one seat is living.
    #[inline]
    pub(crate) fn is_decided(&self) -> bool {
        self.living_count() == 1
    }

    #[inline]
    pub(crate) fn living_count(&self) -> usize {
        Color::ALL.into_iter().filter(|&seat| self.is_living(seat)).count()
    }

    /// Whether the colour's chief is alive, on the board or in the hand.
    #[inline]
    pub(crate) fn has_chief(&self, color: Color) -> bool {
        self.kinds[Chief as usize].meets(self.colors[color as usize])
            || self.pending == Pending::Hand(Unit::Living(Piece { color, kind: Chief }))
    }

    /// Uncontrolled, the chief dead (djambi/words/4).
    #[inline]
    pub fn is_leaderless(&self, color: Color) -> bool {
        self.control[color as usize].is_none() && !self.has_chief(color)
    }

    /// Uncontrolled, the chief alive (djambi/words/4).
    pub fn is_neutral(&self, color: Color) -> bool {
        self.control[color as usize].is_none() && self.has_chief(color)
    }

    /// Whether pieces of this colour are enemies of the seat (djambi/words/5).
    #[inline]
    pub(crate) fn is_enemy(&self, color: Color, seat: Color) -> bool {
        match self.control[color as usize] {
            Some(controller) => controller != seat,
            None => self.has_chief(color),
        }
    }

    /// The living pieces of all colours under the seat.
    #[inline]
    pub(crate) fn allies(&self, seat: Color) -> Set {
        self.of_colors(|color| self.control[color as usize] == Some(seat))
    }

    /// The living pieces that the seat may kill or lift.
    #[inline]
    pub(crate) fn enemies(&self, seat: Color) -> Set {
        self.of_colors(|color| self.is_enemy(color, seat))
    }

    #[inline]
    fn of_colors(&self, wanted: impl Fn(Color) -> bool) -> Set {
        Color::ALL
            .into_iter()
            .filter(|&color| wanted(color))
            .fold(Set::EMPTY, |set, color| set | self.colors[color as usize])
    }

    /// The seat whose own chief stands in the Maze (djambi/power/1).
    #[inline]
    pub fn in_power(&self) -> Option<Color> {
        if !self.kinds[Chief as usize].contains(MAZE) {
            return None;
        }
        Color::ALL.into_iter().find(|&color| self.colors[color as usize].contains(MAZE) && self.is_living(color))
    }
}

/// Functions of the contract.
impl Position {
    /// The same position with this seat to begin a turn; `None` for a seat that is out, and once the game is over.
    pub(crate) fn with_turn(&self, seat: Seat) -> Option<Self> {
        let seat = Color::from_seat(seat).filter(|&seat| self.is_living(seat))?;
        self.turn?;
        Some(Self { turn: Some(Turn { seat, slot: seat }), pending: Pending::Move, ..*self })
    }

    pub(crate) fn actor(&self) -> Actor {
        self.turn.map_or(Actor::Nobody, |turn| Actor::Seat(turn.seat.seat()))
    }

    pub(crate) fn seats(&self) -> SeatSet {
        self.players.seats().iter().map(|seat| seat.seat()).collect()
    }

    pub(crate) fn living(&self) -> SeatSet {
        Color::ALL.into_iter().filter(|&seat| self.is_living(seat)).map(Color::seat).collect()
    }

    /// The last living seat scores 1, the others 0 (djambi/end/1).
    pub(crate) fn outcome(&self) -> Option<Outcome> {
        self.turn.is_none().then(|| self.shared_outcome())
    }

    /// The living seats share the point.
    pub(crate) fn shared_outcome(&self) -> Outcome {
        Outcome::shared(self.seats(), self.living())
    }

    pub(crate) fn key(&self) -> u64 {
        let sets = self.colors.into_iter().chain(self.kinds).chain([self.corpses]);
        let board = sets.fold(Key::new(), |key, set| key.word(set.word() as u64).word((set.word() >> 64) as u64));
        board.word(self.state_word()).finish()
    }

    /// Everything but the board, packed.
    fn state_word(&self) -> u64 {
        let color = |color: Option<Color>| color.map_or(4, |color| color as u64);
        let turn = [self.turn.map(|turn| turn.seat), self.turn.map(|turn| turn.slot)];
        let colors = self.control.into_iter().chain(turn).fold(self.players as u64, |word, c| word << 3 | color(c));
        let pending = match self.pending {
            Pending::Move => 0,
            Pending::Exit => 1,
            Pending::Hand(Unit::Corpse) => 2,
            Pending::Hand(Unit::Living(piece)) => 8 + (piece.color as u64) * 8 + piece.kind as u64,
            Pending::Kill(square) => 64 + u64::from(square.index()),
        };
        colors << 8 | pending
    }
}
