//! The pending list: everything that still has to happen before the next main action (heaven-hell/4.2).

use menagerie_game::{Actor, Seat};
use smallvec::SmallVec;

use crate::board::{Cell, Plane, Set, Square};
use crate::chaos::ChaosId;
use crate::pieces::PieceId;
use crate::position::Position;
use crate::shop::EntryId;

/// Tasks in order: a handful, or one for every Pawn or Knight. More than the inline ones come only when a chaos effect
/// meets a board crowded beyond all usual play, and then the list moves to the heap rather than every position being larger.
pub(crate) type Tasks = SmallVec<[Task; 64]>;

/// Something that still has to happen.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Task {
    // Automatic tasks.
    Slide { piece: PieceId, by: (i8, i8) },
    Step(PieceId),
    Back(PieceId),
    Home(PieceId),
    Down(PieceId),
    // Decisions of a seat.
    Shrink { piece: PieceId, hit: Hit },
    Up(PieceId),
    Promote(PieceId),
    UpOrPromote(PieceId),
    Grow(PieceId),
    Jump(PieceId),
    Double(PieceId),
    Rampage(PieceId),
    Purchase(Seat),
    Chaos { seat: Seat, drawn: Drawn },
    Ask(Question),
    // Chance.
    Unlock,
    Curse(PieceId),
    Random(Seat),
    Imp,
    Orb(Plane),
    Burn(Plane),
    Daze { left: u8, dazed: [Option<PieceId>; 3] },
    Hex(Seat),
    Throw { piece: PieceId, plane: Option<Plane> },
}

/// The squares of a piece in limbo that were hit. They are what a block has in common with a block, so a rectangle.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Hit {
    corner: u8,
    width: u8,
    height: u8,
}

impl Hit {
    /// Nothing was hit: the piece was made smaller (heaven-hell/10.2).
    pub(crate) const NOTHING: Self = Self { corner: 0, width: 0, height: 0 };

    /// The rectangle between the first and the last square of the set, which are its corners.
    pub(crate) fn new(squares: Set) -> Self {
        let (Some(low), bits) = (squares.first(), squares.word()) else { return Self::NOTHING };
        let high = 63 - bits.leading_zeros() as u8;
        Self { corner: low.index(), width: high % 8 - low.file() + 1, height: high / 8 - low.rank() + 1 }
    }

    pub(crate) fn squares(self) -> Set {
        let Some(corner) = Cell::from_index(self.corner) else { return Set::EMPTY };
        let inside = |cell: &Cell| {
            (corner.file()..corner.file() + self.width).contains(&cell.file())
                && (corner.rank()..corner.rank() + self.height).contains(&cell.rank())
        };
        Cell::all().filter(inside).collect()
    }
}

/// The effects drawn so far for an orb: up to three.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub(crate) struct Drawn([Option<ChaosId>; 3]);

impl Drawn {
    pub(crate) const COMPLETE: usize = 3;

    pub(crate) fn iter(self) -> impl Iterator<Item = ChaosId> {
        self.0.into_iter().flatten()
    }

    pub(crate) fn len(self) -> usize {
        self.iter().count()
    }

    pub(crate) fn is_complete(self) -> bool {
        self.0[Self::COMPLETE - 1].is_some()
    }

    pub(crate) fn contains(self, effect: ChaosId) -> bool {
        self.0.contains(&Some(effect))
    }

    /// With one more; a fourth is not taken.
    #[must_use]
    pub(crate) fn with(mut self, effect: ChaosId) -> Self {
        if let Some(free) = self.0.iter_mut().find(|drawn| drawn.is_none()) {
            *free = Some(effect);
        }
        self
    }
}

/// What a shop entry or a chaos effect asks a seat.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Question {
    pub(crate) topic: Topic,
    pub(crate) seat: Seat,
    pub(crate) about: About,
}

impl Question {
    /// The first question of a topic.
    pub(crate) const fn first(topic: Topic, seat: Seat) -> Self {
        Self { topic, seat, about: About::Nothing }
    }
}

/// Who asks.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Topic {
    Shop(EntryId),
    Chaos(ChaosId),
}

/// The last part of an `ask`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum About {
    Nothing,
    Piece(PieceId),
    Square(Square),
    Count(u16),
}

impl Task {
    /// The first question of a topic.
    pub(crate) const fn ask(topic: Topic, seat: Seat) -> Self {
        Self::Ask(Question::first(topic, seat))
    }

    /// The piece the task is about.
    pub(crate) const fn piece(self) -> Option<PieceId> {
        match self {
            Self::Slide { piece, .. }
            | Self::Step(piece)
            | Self::Back(piece)
            | Self::Home(piece)
            | Self::Down(piece)
            | Self::Shrink { piece, .. }
            | Self::Up(piece)
            | Self::Promote(piece)
            | Self::UpOrPromote(piece)
            | Self::Grow(piece)
            | Self::Jump(piece)
            | Self::Double(piece)
            | Self::Rampage(piece)
            | Self::Curse(piece)
            | Self::Throw { piece, .. }
            | Self::Ask(Question { about: About::Piece(piece), .. }) => Some(piece),
            _ => None,
        }
    }

    /// The first word of its text.
    pub(crate) const fn name(self) -> &'static str {
        match self {
            Self::Slide { .. } => "slide",
            Self::Step(_) => "step",
            Self::Back(_) => "back",
            Self::Home(_) => "home",
            Self::Down(_) => "down",
            Self::Shrink { .. } => "shrink",
            Self::Up(_) => "up",
            Self::Promote(_) => "pro",
            Self::UpOrPromote(_) => "uppro",
            Self::Grow(_) => "grow",
            Self::Jump(_) => "jump",
            Self::Double(_) => "double",
            Self::Rampage(_) => "rampage",
            Self::Purchase(_) => "purchase",
            Self::Chaos { .. } => "chaos",
            Self::Ask(_) => "ask",
            Self::Unlock => "unlock",
            Self::Curse(_) => "curse",
            Self::Random(_) => "random",
            Self::Imp => "imp",
            Self::Orb(_) => "orb",
            Self::Burn(_) => "burn",
            Self::Daze { .. } => "daze",
            Self::Hex(_) => "hex",
            Self::Throw { .. } => "throw",
        }
    }

    /// Deleted when its piece dies (heaven-hell/6.4/1).
    pub(crate) const fn ends_with_death(self) -> bool {
        matches!(
            self,
            Self::Slide { .. }
                | Self::Step(_)
                | Self::Back(_)
                | Self::Jump(_)
                | Self::Double(_)
                | Self::Rampage(_)
                | Self::Curse(_)
        )
    }

    /// Put at the end of the list, not in front of it.
    pub(crate) const fn is_chaos(self) -> bool {
        matches!(self, Self::Chaos { .. })
    }

    /// Who decides it.
    pub(crate) fn actor(self, position: &Position) -> Actor {
        match self {
            Self::Purchase(seat) | Self::Ask(Question { seat, .. }) => Actor::Seat(seat),
            Self::Chaos { seat, drawn } if drawn.is_complete() => Actor::Seat(seat),
            Self::Shrink { piece, .. }
            | Self::Up(piece)
            | Self::Promote(piece)
            | Self::UpOrPromote(piece)
            | Self::Grow(piece)
            | Self::Jump(piece)
            | Self::Double(piece)
            | Self::Rampage(piece) => Actor::Seat(position.owner(piece)),
            _ => Actor::Chance,
        }
    }
}
