//! The position: its fields, start, actor, outcome and hash key.

use std::fmt;

use menagerie_game::{Actor, Key, Options, Outcome, Seat, SeatSet};

use crate::board::{Set, Square};
use crate::info::INFO;
use crate::piece::{Cell, Color, Kind, Royal};

/// A position: as much as its text says, no history.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Position {
    /// Where the pieces of each kind stand, both colours together.
    pub(crate) kinds: [Set; Kind::COUNT],
    /// Where the pieces of each colour stand; the bear is in none of these.
    pub(crate) colors: [Set; 2],
    /// Whether each colour's one king has his banana, wherever he is.
    pub(crate) banana: [bool; 2],
    /// The contents of the cells. The cell that a monkey swings out of counts as empty.
    pub(crate) jail: [Option<Royal>; 4],
    /// Whose turn it is; after the end the loser.
    pub(crate) side: Color,
    /// Whether the rooks of the side on move may take.
    pub(crate) rooks_may_take: bool,
    /// What the turn still has to decide.
    pub(crate) pending: Pending,
    pub(crate) bear: Bear,
}

/// What the side on move still has to decide in a turn that has begun.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) enum Pending {
    /// Nothing: a turn begins here, or the game is over.
    Nothing,
    /// The monkey may hop on. `jumped`: the squares of the pieces it has jumped over in this turn.
    Hop { at: Square, jumped: Set },
    /// The monkey is in the cell and must swing out.
    Swing { cell: Cell, jumped: Set },
    /// A royal of the other colour was taken and needs a cell.
    Jail(Royal),
}

/// Where the bear is.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) enum Bear {
    /// Not in this game, or taken.
    Absent,
    /// Where d4, d5, e4 and e5 meet: out of play.
    Waiting,
    /// On the board.
    On(Square),
}

/// What stands on a square.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Occupant {
    Piece(Color, Kind),
    Bear,
}

/// The squares on which the bear may enter.
pub(crate) const CENTRE: Set = Set::from_word(0x0000_0018_1800_0000);

const START: &str = "rmfqkfmr/ffeffeff/8/8/8/8/FFEFFEFF/RMFQKFMR w .... - - -";

impl Position {
    /// An empty board with White on move, for the reader of texts. Not a valid position: there are no royals.
    pub(crate) const EMPTY: Self = Self {
        kinds: [Set::from_word(0); Kind::COUNT],
        colors: [Set::from_word(0); 2],
        banana: [false; 2],
        jail: [None; 4],
        side: Color::White,
        rooks_may_take: false,
        pending: Pending::Nothing,
        bear: Bear::Absent,
    };

    pub(crate) fn start_position(options: Options) -> Self {
        let mut start: Self = START.parse().expect("the set-up is a position");
        if INFO.has(options, "bear") {
            start.bear = Bear::Waiting;
        }
        start
    }

    /// The squares of one colour's pieces of a kind.
    #[inline]
    pub(crate) fn pieces(&self, color: Color, kind: Kind) -> Set {
        self.kinds[kind as usize] & self.colors[color as usize]
    }

    /// The squares of the side on move.
    #[inline]
    pub(crate) fn own(&self) -> Set {
        self.colors[self.side as usize]
    }

    /// Every square that is not empty.
    #[inline]
    pub(crate) fn occupied(&self) -> Set {
        self.colors[0] | self.colors[1] | self.bear.on_board()
    }

    /// What stands on a square.
    pub(crate) fn at(&self, square: Square) -> Option<Occupant> {
        if self.bear == Bear::On(square) {
            return Some(Occupant::Bear);
        }
        let color = Color::ALL.into_iter().find(|&color| self.colors[color as usize].contains(square))?;
        Some(Occupant::Piece(color, self.kind_on(square)?))
    }

    /// The kind of the piece on a square, of either colour.
    #[inline]
    pub(crate) fn kind_on(&self, square: Square) -> Option<Kind> {
        Kind::ALL.into_iter().find(|&kind| self.kinds[kind as usize].contains(square))
    }

    #[inline]
    pub(crate) fn put(&mut self, color: Color, kind: Kind, square: Square) {
        self.kinds[kind as usize].insert(square);
        self.colors[color as usize].insert(square);
    }

    #[inline]
    pub(crate) fn take_off(&mut self, color: Color, kind: Kind, square: Square) {
        self.kinds[kind as usize].remove(square);
        self.colors[color as usize].remove(square);
    }

    /// Where a monkey of the side on move can land by a hop from this square. chess2/monkey/1
    #[inline]
    pub(crate) fn hops(&self, from: Square, jumped: Set) -> Set {
        let (over, free) = (self.occupied() - jumped, !self.own());
        let start = Set::of(from);
        menagerie_board::Direction::ALL
            .into_iter()
            .fold(Set::EMPTY, |landings, d| landings | ((start.step(d) & over).step(d) & free))
    }

    /// The cell that a monkey of the side on move can go into from its gate, if it holds the king with his banana; a
    /// possible hop is not looked at. chess2/banana-catch/1 and 2
    #[inline]
    pub(crate) fn catch(&self) -> Option<Cell> {
        if !self.banana[self.side as usize] {
            return None;
        }
        Cell::of(self.side).into_iter().find(|&cell| self.jail[cell as usize] == Some(Royal::King))
    }

    /// The colour whose king and queen are both in jail. chess2/end/1
    #[inline]
    pub(crate) fn loser(&self) -> Option<Color> {
        Color::ALL.into_iter().find(|&color| Cell::of(color).iter().all(|&cell| self.jail[cell as usize].is_some()))
    }

    /// The same position with this seat to begin a turn; `None` once the game is over. The right to take with rooks
    /// belongs to the side on move alone.
    pub(crate) fn with_turn(&self, seat: Seat) -> Option<Self> {
        let side = Color::from_seat(seat)?;
        let rooks_may_take = self.rooks_may_take && side == self.side;
        let begun = Self { side, rooks_may_take, pending: Pending::Nothing, ..*self };
        self.outcome().is_none().then_some(begun)
    }

    #[inline]
    pub(crate) fn actor(&self) -> Actor {
        match self.loser() {
            Some(_) => Actor::Nobody,
            None => Actor::Seat(self.side.seat()),
        }
    }

    pub(crate) fn outcome(&self) -> Option<Outcome> {
        self.loser().map(|loser| Outcome::won_by(loser.other().seat(), SeatSet::first(2)))
    }

    pub(crate) fn key(&self) -> u64 {
        let (tag, jumped) = match self.pending {
            Pending::Nothing => (0, Set::EMPTY),
            Pending::Hop { at, jumped } => (1 | u64::from(at.index()) << 2, jumped),
            Pending::Swing { cell, jumped } => (2 | (cell as u64) << 2, jumped),
            Pending::Jail(royal) => (3 | (royal as u64) << 2, Set::EMPTY),
        };
        let bear = match self.bear {
            Bear::Absent => 64,
            Bear::Waiting => 65,
            Bear::On(square) => u64::from(square.index()),
        };
        let jail = self.jail.iter().fold(0, |word, cell| word << 2 | cell.map_or(0, |royal| royal as u64 + 1));
        let flags = [self.side == Color::Black, self.rooks_may_take, self.banana[0], self.banana[1]];
        let flags = flags.iter().fold(0, |word, &flag| word << 1 | u64::from(flag));
        let key = self.kinds.iter().fold(Key::new(), |key, set| key.word(set.word()));
        key.word(self.colors[0].word()).word(jumped.word()).word(tag | bear << 8 | jail << 16 | flags << 24).finish()
    }
}

impl Bear {
    /// The square it stands on, as a set.
    #[inline]
    pub(crate) fn on_board(self) -> Set {
        match self {
            Self::On(square) => Set::of(square),
            Self::Absent | Self::Waiting => Set::EMPTY,
        }
    }
}

impl fmt::Debug for Position {
    /// The position text, for failed assertions.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}
