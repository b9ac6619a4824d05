//! The position: the seat on turn, pieces, items, shop and pending tasks; actor, outcome and hash
//! key.

use menagerie_game::{Actor, Ending, Key, Outcome, Seat, SeatSet, message};

use crate::board::{Plane, Region, Set, Square, beside, block, file_set, rank_set};
use crate::info::INFO;
use crate::items::Items;
use crate::piece::{BLACK, Kind, Piece, WHITE};
use crate::pieces::{PieceId, Pieces};
use crate::shop::Shop;
use crate::task::{Task, Tasks};

/// A position of Chess: Heaven and Hell: everything the rules need to go on.
#[derive(Clone, Debug)]
pub struct Position {
    pub(crate) seat: Seat,
    pub(crate) stage: Stage,
    pub(crate) pieces: Pieces,
    pub(crate) items: Items,
    pub(crate) coins: [u16; 2],
    pub(crate) shop: Shop,
    pub(crate) castling: Castling,
    pub(crate) en_passant: Option<Square>,
    /// Seats that have two actions on their next turn.
    pub(crate) next_two: [bool; 2],
    /// The move that would undo the last Imp step.
    pub(crate) imp: Option<(Square, Square)>,
    /// The squares that exist.
    pub(crate) exists: Region,
    pub(crate) pending: Tasks,
}

/// How far a turn has come.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Stage {
    /// Two actions left and none taken.
    Two,
    /// One left, none taken.
    One,
    /// One left, one taken.
    OneMore,
    /// None left: the last action is being resolved.
    Resolving,
    /// The end-of-turn steps are being resolved.
    Ending,
}

/// The castling rights, as bits in the order `KQkq`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Castling(pub(crate) u8);

/// One way to castle.
pub(crate) struct Castle {
    pub(crate) letter: char,
    pub(crate) seat: Seat,
    pub(crate) king: Square,
    pub(crate) rook: Square,
    pub(crate) king_to: Square,
    pub(crate) rook_to: Square,
    /// The squares between King and Rook.
    pub(crate) between: Set,
}

const fn castle(letter: char, seat: Seat, squares: [&str; 4], between: u64) -> Castle {
    let [king, rook, king_to, rook_to] = squares;
    Castle {
        letter,
        seat,
        king: Square::earth(king),
        rook: Square::earth(rook),
        king_to: Square::earth(king_to),
        rook_to: Square::earth(rook_to),
        between: Set::from_word(between),
    }
}

/// The four castlings, in the order of the rights.
pub(crate) static CASTLES: [Castle; 4] = [
    castle('K', WHITE, ["e1", "h1", "g1", "f1"], 0x60),
    castle('Q', WHITE, ["e1", "a1", "c1", "d1"], 0x0e),
    castle('k', BLACK, ["e8", "h8", "g8", "f8"], 0x60 << 56),
    castle('q', BLACK, ["e8", "a8", "c8", "d8"], 0x0e << 56),
];

impl Castling {
    pub(crate) const NONE: Self = Self(0);

    pub(crate) const fn has(self, index: usize) -> bool {
        self.0 >> index & 1 == 1
    }
}

impl Position {
    /// The most coins of a seat (heaven-hell/2.4).
    pub(crate) const MOST_COINS: u16 = 9999;

    /// Both seats.
    pub(crate) const SEATS: SeatSet = SeatSet::first(2);

    /// Whether a turn begins here.
    pub(crate) fn begins_turn(&self) -> bool {
        self.pending.is_empty() && matches!(self.stage, Stage::One | Stage::Two)
    }

    /// The same position with this seat to begin a turn; `None` once the game is over. Only the seat on turn may capture
    /// en passant.
    pub(crate) fn with_turn(&self, seat: Seat) -> Option<Self> {
        let stage = if self.next_two[seat.index()] { Stage::Two } else { Stage::One };
        let en_passant = self.en_passant.filter(|_| seat == self.seat);
        let begun = Self { seat, stage, en_passant, pending: Tasks::default(), ..self.clone() };
        self.outcome().is_none().then_some(begun)
    }

    /// heaven-hell/4.1: who decides now.
    pub(crate) fn actor(&self) -> Actor {
        match self.pending.first() {
            _ if self.outcome().is_some() => Actor::Nobody,
            Some(task) => task.actor(self),
            None => Actor::Seat(self.seat),
        }
    }

    /// By seat, whether it has a King on any plane, and whether it has a piece on Earth.
    fn kings_and_earthly(&self) -> ([bool; 2], [bool; 2]) {
        let (mut kings, mut earthly) = ([false; 2], [false; 2]);
        for piece in self.pieces.in_game() {
            if let Some(seat) = piece.color().seat() {
                kings[seat.index()] |= piece.kind == Kind::King;
                earthly[seat.index()] |= piece.square.plane() == Plane::Earth;
            }
        }
        (kings, earthly)
    }

    /// Why the game is over, in words.
    pub(crate) fn ended_by(&self) -> Ending {
        let (kings, earthly) = self.kings_and_earthly();
        let loss = |seat: Seat| match (kings[seat.index()], earthly[seat.index()]) {
            (false, _) => Some(message!("ending-no-king", seat = INFO.color_of(seat))),
            (true, false) => Some(message!("ending-not-on-earth", seat = INFO.color_of(seat))),
            (true, true) => None,
        };
        let sentence = match (loss(WHITE), loss(BLACK)) {
            (Some(first), Some(second)) => message!("ending-both", first, second),
            (first, second) => first.or(second).unwrap_or_default(),
        };
        Ending::new("heaven-hell/4.1/1", sentence)
    }

    /// heaven-hell/14: a colour without a King or without a piece on Earth has lost.
    pub(crate) fn outcome(&self) -> Option<Outcome> {
        let (kings, earthly) = self.kings_and_earthly();
        let lives = |seat: Seat| kings[seat.index()] && earthly[seat.index()];
        match (lives(WHITE), lives(BLACK)) {
            (true, true) => None,
            (true, false) => Some(Outcome::won_by(WHITE, Self::SEATS)),
            (false, true) => Some(Outcome::won_by(BLACK, Self::SEATS)),
            (false, false) => Some(Outcome::shared(Self::SEATS, Self::SEATS)),
        }
    }

    /// A piece's owner: its colour's seat; of a neutral piece the seat on turn.
    #[inline]
    pub(crate) fn owner(&self, id: PieceId) -> Seat {
        self.owner_of(self.pieces[id])
    }

    #[inline]
    pub(crate) fn owner_of(&self, piece: Piece) -> Seat {
        piece.color().seat().unwrap_or(self.seat)
    }

    /// The block of this size at an anchor, if it fits: all its squares exist.
    #[inline]
    pub(crate) fn fitting(&self, anchor: Square, size: u8) -> Option<Set> {
        block(anchor.cell(), size).filter(|&block| (block - self.exists[anchor.plane()]).is_empty())
    }

    /// The anchors of a plane at which a piece of this size fits.
    pub(crate) fn anchors(&self, plane: Plane, size: u8) -> Set {
        self.exists[plane].into_iter().filter(|&cell| self.fitting(Square::new(plane, cell), size).is_some()).collect()
    }

    /// The existing squares that no footprint covers.
    pub(crate) fn unoccupied(&self) -> Region {
        self.exists - *self.pieces.occupied()
    }

    /// The unoccupied squares without visible items.
    pub(crate) fn empty(&self) -> Region {
        self.unoccupied() - self.items.visible()
    }

    /// The existing squares that share a side with the footprint.
    pub(crate) fn adjacent(&self, piece: Piece) -> Set {
        beside(piece.footprint()) & self.exists[piece.square.plane()]
    }

    /// heaven-hell/2.3, "protected": a Pawn by an Archbishop on its rank or file, a King by a Fortress at its side.
    pub(crate) fn is_protected(&self, id: PieceId) -> bool {
        let piece = self.pieces[id];
        let plane = piece.square.plane();
        let guards = |kind: Kind, zone: Set| {
            self.pieces.ids_on(plane).any(|guard| {
                let guard = self.pieces[guard];
                guard.kind == kind && guard.color() == piece.color() && guard.footprint().meets(zone)
            })
        };
        match piece.kind {
            Kind::Pawn => guards(Kind::Archbishop, lines_through(piece)),
            Kind::King => guards(Kind::Fortress, self.adjacent(piece)),
            _ => false,
        }
    }

    /// Whether the seat may use the piece for a main action (heaven-hell/5.1).
    pub(crate) fn may_use(&self, seat: Seat, piece: Piece) -> bool {
        match piece.kind {
            Kind::Angel => self.coins[seat.index()] > self.coins[1 - seat.index()],
            Kind::Imp => true,
            _ => piece.is_of(seat),
        }
    }

    /// The planes that are not gone.
    pub(crate) fn planes(&self) -> impl Iterator<Item = Plane> {
        Plane::ALL.into_iter().filter(|&plane| !self.exists[plane].is_empty())
    }

    /// Equal for equal positions: the words of everything, pieces in square order.
    pub(crate) fn key(&self) -> u64 {
        let mut key = Key::new();
        self.words(&mut |word| key = key.word(word));
        key.finish()
    }

    /// Everything that makes up the position, in an order that does not depend on the slots of the pieces.
    pub(crate) fn words(&self, add: &mut dyn FnMut(u64)) {
        add(u64::from(self.seat.0) << 8 | self.stage as u64);
        self.pieces.ids().for_each(|id| add(piece_word(self.pieces[id])));
        for plane in Plane::ALL {
            for region in [&self.items.fire, &self.items.ice, &self.items.orbs, self.items.coins(), &self.exists] {
                add(region[plane].word());
            }
            self.items.traps.iter().for_each(|traps| add(traps[plane].word()));
        }
        self.items.coins().iter().for_each(|square| add(u64::from(self.items.coins_on(square))));
        add(u64::from(self.coins[0]) << 16 | u64::from(self.coins[1]));
        self.shop.words(add);
        let square = |square: Option<Square>| square.map_or(255, |square| square.index() as u64);
        add(u64::from(self.castling.0) << 8 | square(self.en_passant));
        add(u64::from(self.next_two[0]) << 1 | u64::from(self.next_two[1]));
        add(self.imp.map_or(0, |(from, to)| (from.index() as u64) << 8 | to.index() as u64));
        self.pending.iter().for_each(|&task| self.task_words(task, add));
    }

    /// A task's words: its pieces by their anchors.
    fn task_words(&self, task: Task, add: &mut dyn FnMut(u64)) {
        use crate::task::{About, Question, Topic};
        let anchor = |id: PieceId| self.pieces[id].square.index() as u64;
        let detail = match task {
            Task::Slide { by: (files, ranks), .. } => (files as u8 as u64) << 8 | ranks as u8 as u64,
            Task::Shrink { piece, hit } => {
                add(piece_word(self.pieces[piece]));
                hit.squares().word()
            }
            Task::Purchase(seat) | Task::Random(seat) | Task::Hex(seat) => u64::from(seat.0),
            Task::Chaos { seat, drawn } => {
                drawn.iter().fold(u64::from(seat.0), |word, id| word << 8 | 64 | id.index() as u64)
            }
            Task::Ask(Question { topic, seat, about }) => {
                add(match about {
                    About::Nothing | About::Piece(_) => 0,
                    About::Square(square) => 1 << 16 | square.index() as u64,
                    About::Count(count) => 2 << 16 | u64::from(count),
                });
                let topic = match topic {
                    Topic::Shop(entry) => entry.index(),
                    Topic::Chaos(effect) => 64 + effect.index(),
                };
                (topic as u64) << 8 | u64::from(seat.0)
            }
            Task::Orb(plane) | Task::Burn(plane) => plane as u64,
            Task::Daze { left, dazed } => {
                dazed.iter().flatten().fold(u64::from(left), |word, &id| word << 8 | anchor(id))
            }
            Task::Throw { plane, .. } => plane.map_or(3, |plane| plane as u64),
            _ => 0,
        };
        // Eight letters tell all tasks apart.
        add(task.name().bytes().take(8).fold(0, |word, byte| word << 8 | u64::from(byte)));
        add(task.piece().map_or(255, anchor));
        add(detail);
    }
}

/// A piece in one word.
fn piece_word(piece: Piece) -> u64 {
    let color = piece.color().seat().map_or(2, |seat| seat.0);
    let bytes = [
        piece.kind as u8,
        color,
        piece.square.index() as u8,
        piece.size,
        piece.marks.bits(),
        piece.stuns,
        piece.investors,
    ];
    bytes.into_iter().fold(1, |word, byte| word << 8 | u64::from(byte))
}

/// Every square on a rank or file that the piece touches.
fn lines_through(piece: Piece) -> Set {
    let (file, rank) = (piece.square.file(), piece.square.rank());
    (file..file + piece.size)
        .map(file_set)
        .chain((rank..rank + piece.size).map(rank_set))
        .fold(Set::EMPTY, |a, b| a | b)
}

impl PartialEq for Position {
    fn eq(&self, other: &Self) -> bool {
        let words = |position: &Self| {
            let mut words = Vec::new();
            position.words(&mut |word| words.push(word));
            words
        };
        words(self) == words(other)
    }
}

impl Eq for Position {}
