//! How good a position is for whom, and which actions look good. All numbers are hundredths of a Pawn on Earth.
//!
//! The values of the chess pieces are the usual ones, the others follow what their moves are worth on an open board, and
//! coins follow the shop's prices. What counts most, how steeply a lead becomes a likely win, was settled by matches of 60 games
//! with equal visits.

mod exposure;
mod promise;

use menagerie_game::{BySeat, Seat};

use crate::action::Action;
use crate::piece::{BLACK, Kind, Mark, Piece, WHITE, last_rank};
use crate::position::Position;
use crate::square::Plane;

/// What a piece of each type is worth on Earth, in the order of [`Kind`]. Kings count by [`LIFE`].
const VALUES: [i32; 17] = [100, 300, 320, 480, 850, 0, 110, 430, 330, 480, 400, 380, 560, 540, 560, 0, 0];
/// The parts of a hundred that are left of that in Heaven and in Hell.
const AWAY: i32 = 35;
/// A King on Earth has died never, one elsewhere once: what each of these lives is worth.
const LIFE: i32 = 450;
/// A second King is worth less: the first one lives.
const SPARE_KING: i32 = 200;
/// Every further size, in parts of a hundred of the piece.
const SIZE: i32 = 40;
/// A stunned piece loses so many parts of a hundred for every stun, up to three.
const STUN: i32 = 8;
/// A Cursed piece loses so many parts of a hundred.
const CURSE: i32 = 25;
/// What each status is worth; a curse counts by [`CURSE`].
const MARKS: [(Mark, i32); 4] =
    [(Mark::Experienced, 25), (Mark::Hat, 15), (Mark::DoubleMove, 60), (Mark::PortalGun, 40)];
const INVESTOR: i32 = 70;
const COIN: i32 = 18;
const TWO_ACTIONS: i32 = 120;
const TRAP: i32 = 25;
/// It is good to be on turn.
const TEMPO: i32 = 15;
/// A piece in the middle of Earth, for every step from the edge.
const CENTER: i32 = 6;
/// A Pawn on Earth, for the square of its steps from home.
const ADVANCE: i32 = 3;
/// Missing to four pieces on Earth: who loses the last one has lost.
const FEW_ON_EARTH: i32 = 120;

impl Position {
    /// How good the position is for each seat.
    pub(crate) fn evaluate_both(&self) -> BySeat<i32> {
        let lead = self.strength(WHITE) - self.strength(BLACK) + self.losses();
        BySeat([lead, -lead, 0, 0])
    }

    fn strength(&self, seat: Seat) -> i32 {
        let (mut sum, mut on_earth, mut kings) = (0, 0, 0);
        for piece in self.pieces.in_game().filter(|piece| piece.is_of(seat)) {
            sum += worth(*piece);
            on_earth += i32::from(piece.square.plane() == Plane::Earth);
            kings += i32::from(piece.kind == Kind::King);
        }
        let spare = (kings - 1).max(0) * (SPARE_KING - LIFE);
        let few = (4 - on_earth).max(0) * FEW_ON_EARTH;
        let two = i32::from(self.next_two[seat.index()]) * TWO_ACTIONS;
        let tempo = if self.seat == seat { TEMPO } else { 0 };
        let traps = self.items.traps_of(seat).len() as i32 * TRAP;
        sum + spare - few + two + tempo + traps + coins(self.coins[seat.index()])
    }

    /// Whether an action captures, shoots, promotes or upgrades.
    pub(crate) fn is_loud(&self, action: Action) -> bool {
        match action {
            Action::Move { to, .. } => self.pieces.on(to).is_some(),
            Action::Shoot { .. } | Action::Promote(_) | Action::Up(_) => true,
            _ => false,
        }
    }
}

/// Coins beyond what the dearest entries cost are worth little.
fn coins(amount: u16) -> i32 {
    let amount = i32::from(amount);
    COIN * amount.min(14) + (amount - 14).clamp(0, 30) * COIN / 4
}

/// What a piece is worth to its seat.
fn worth(piece: Piece) -> i32 {
    let on_earth = piece.square.plane() == Plane::Earth;
    if piece.kind == Kind::King {
        return LIFE * if on_earth { 2 } else { 1 } + extras(piece);
    }
    let place = if on_earth { 100 } else { AWAY };
    let size = 100 + SIZE * (i32::from(piece.size) - 1);
    let stun = 100 - STUN * i32::from(piece.stuns.min(3));
    let curse = if piece.has(Mark::Cursed) { 100 - CURSE } else { 100 };
    let body = VALUES[piece.kind as usize] * size / 100 * stun / 100 * curse / 100;
    let better = if on_earth { place_value(piece) } else { 0 };
    body * place / 100 + better + extras(piece)
}

fn extras(piece: Piece) -> i32 {
    let marks = MARKS.iter().filter(|(mark, _)| piece.has(*mark)).map(|(_, worth)| worth).sum::<i32>();
    marks + INVESTOR * i32::from(piece.investors)
}

/// Pawns want to get on, others into the middle.
fn place_value(piece: Piece) -> i32 {
    let (file, rank) = (i32::from(piece.square.file()), i32::from(piece.square.rank()));
    let from_edge = |at: i32| at.min(7 - at);
    match (piece.kind, piece.color().seat()) {
        (Kind::Pawn, Some(seat)) => {
            let steps = 6 - (i32::from(last_rank(seat)) - rank).abs();
            ADVANCE * steps.max(0) * steps.max(0) + CENTER * from_edge(file) / 2
        }
        (Kind::Rook | Kind::Queen | Kind::Fortress | Kind::Warlock | Kind::Scout, _) => CENTER * from_edge(file) / 2,
        _ => CENTER * (from_edge(file) + from_edge(rank)),
    }
}

/// A number for an action, different for different ones: what it is, then what it names.
pub(crate) fn code(action: Action) -> u32 {
    let pack = |tag: u32, first: usize, second: usize| tag << 16 | (first as u32) << 8 | second as u32;
    match action {
        Action::Move { from, to } => pack(0, from.index(), to.index()),
        Action::Shoot { from, at } => pack(1, from.index(), at.index()),
        Action::Cast { element, from } => pack(2, from.index(), element as usize),
        Action::Raise(square) => pack(3, square.index(), 0),
        Action::Buy(entry) => pack(4, entry.index(), 0),
        Action::Stop => pack(5, 0, 0),
        Action::Pass => pack(6, 0, 0),
        Action::At(square) => pack(7, square.index(), 0),
        Action::Unlock(entry) => pack(8, entry.index(), 0),
        Action::Draw(effect) => pack(9, effect.index(), 0),
        Action::Pick(effect) => pack(10, effect.index(), 0),
        Action::Curse { dies } => pack(11, usize::from(dies), 0),
        Action::Up(upgrade) => pack(12, upgrade.index(), 0),
        Action::Promote(kind) => pack(13, kind as usize, 0),
        Action::Plane(plane) => pack(14, plane as usize, 0),
        Action::File { plane, file } => pack(15, plane as usize, usize::from(file)),
        Action::Destroy(lines) => pack(16, lines as usize, 0),
        Action::Replace(element) => pack(17, element as usize, 0),
        Action::Remove(entry) => pack(18, entry.index(), 0),
    }
}
