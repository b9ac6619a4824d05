//! For the search: static evaluation, tactical actions, move-ordering hints. All numbers are
//! hundredths of a Pawn on Earth.

mod exposure;
pub(crate) mod net;
mod order_hint;
pub(crate) mod tuning;
mod weights;

use menagerie_game::{BySeat, Seat};

use crate::action::Action;
use crate::board::Plane;
use crate::piece::{BLACK, Kind, Mark, Piece, WHITE, last_rank};
use crate::position::Position;

pub use self::weights::{WEIGHTS, Weights};

/// The statuses that are worth something, in the order of their weights; a curse takes a part of the piece.
const MARKS: [Mark; 4] = [Mark::Experienced, Mark::Hat, Mark::DoubleMove, Mark::PortalGun];

impl Position {
    /// How good the position is for each seat.
    pub(crate) fn evaluations(&self) -> BySeat<i32> {
        let lead = self.lead(&WEIGHTS);
        BySeat([lead, -lead, 0, 0])
    }

    /// How much better white stands.
    fn lead(&self, weights: &Weights) -> i32 {
        self.strength(WHITE, weights) - self.strength(BLACK, weights) + self.losses(weights)
    }

    fn strength(&self, seat: Seat, weights: &Weights) -> i32 {
        let (mut sum, mut on_earth, mut kings) = (0, 0, 0);
        for piece in self.pieces.in_game().filter(|piece| piece.is_of(seat)) {
            sum += worth(*piece, weights);
            on_earth += i32::from(piece.square.plane() == Plane::Earth);
            kings += i32::from(piece.kind == Kind::King);
        }
        let spare = (kings - 1).max(0) * (weights.spare_king - weights.life);
        let few = (4 - on_earth).max(0) * weights.few_on_earth;
        let two = i32::from(self.next_two[seat.index()]) * weights.two_actions;
        let tempo = if self.seat == seat { weights.tempo } else { 0 };
        let traps = self.items.traps_of(seat).len() as i32 * weights.trap;
        sum + spare - few + two + tempo + traps + coins(self.coins[seat.index()], weights.coin)
    }

    /// A capture, a shot, a promotion or an upgrade.
    pub(crate) fn is_tactical(&self, action: Action) -> bool {
        match action {
            Action::Move { to, .. } => self.pieces.on(to).is_some(),
            Action::Shoot { .. } | Action::Promote(_) | Action::Up(_) => true,
            _ => false,
        }
    }
}

/// Coins beyond what the dearest entries cost are worth little.
fn coins(amount: u16, coin: i32) -> i32 {
    let amount = i32::from(amount);
    coin * amount.min(14) + (amount - 14).clamp(0, 30) * coin / 4
}

/// What a piece is worth to its seat.
fn worth(piece: Piece, weights: &Weights) -> i32 {
    let on_earth = piece.square.plane() == Plane::Earth;
    if piece.kind == Kind::King {
        return weights.life * if on_earth { 2 } else { 1 } + extras(piece, weights);
    }
    let place = if on_earth { 100 } else { weights.away };
    let size = 100 + weights.size * (i32::from(piece.size) - 1);
    let stun = 100 - weights.stun * i32::from(piece.stuns.min(3));
    let curse = if piece.has(Mark::Cursed) { 100 - weights.curse } else { 100 };
    let body = weights.values[piece.kind as usize] * size / 100 * stun / 100 * curse / 100;
    let better = if on_earth { place_value(piece, weights) } else { 0 };
    body * place / 100 + better + extras(piece, weights)
}

fn extras(piece: Piece, weights: &Weights) -> i32 {
    let marks =
        MARKS.iter().zip(weights.marks).filter(|(mark, _)| piece.has(**mark)).map(|(_, worth)| worth).sum::<i32>();
    marks + weights.investor * i32::from(piece.investors)
}

/// Pawns want to get on, others into the middle.
fn place_value(piece: Piece, weights: &Weights) -> i32 {
    let (file, rank) = (i32::from(piece.square.file()), i32::from(piece.square.rank()));
    let from_edge = |at: i32| at.min(7 - at);
    match (piece.kind, piece.color().seat()) {
        (Kind::Pawn, Some(seat)) => {
            let steps = 6 - (i32::from(last_rank(seat)) - rank).abs();
            weights.advance * steps.max(0) * steps.max(0) + weights.center * from_edge(file) / 2
        }
        (Kind::Rook | Kind::Queen | Kind::Fortress | Kind::Warlock | Kind::Scout, _) => {
            weights.center * from_edge(file) / 2
        }
        _ => weights.center * (from_edge(file) + from_edge(rank)),
    }
}

/// A distinct number for every action: its kind, then its arguments.
pub(crate) fn action_code(action: Action) -> u32 {
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
