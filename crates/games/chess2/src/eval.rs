//! For the search: static evaluation, tactical actions, move-ordering hints, null move.

pub(crate) mod net;
mod survey;
pub(crate) mod tuning;
mod weights;

use std::ops::ControlFlow;

use menagerie_game::{Seat, Sink};

use self::survey::{Survey, place};
pub use self::weights::{WEIGHTS, Weights};
use crate::actions::Action;
use crate::board::{Set, Square, neighbours, orthogonal_neighbours};
use crate::piece::{Cell, Color, Kind, Royal};
use crate::position::{Pending, Position};

impl Position {
    /// The static evaluation for a seat with these weights: its side's merits minus the other's.
    #[inline]
    pub fn evaluate_with(&self, seat: Seat, weights: &Weights) -> i32 {
        let white = Survey::of(self, Color::White, weights);
        let black = Survey::of(self, Color::Black, weights);
        let tempo = if self.side == Color::White { weights.tempo } else { -weights.tempo };
        let balance = self.merits(Color::White, &white, &black, weights)
            - self.merits(Color::Black, &black, &white, weights)
            + tempo;
        if seat == Color::White.seat() { balance } else { -balance }
    }

    /// The merits of one side: material, places, mobility, safety.
    #[inline]
    fn merits(&self, color: Color, own: &Survey, foe: &Survey, weights: &Weights) -> i32 {
        let kings = self.pieces(color, Kind::King);
        let banana = self.banana[color as usize];
        let mut merits = own.worth;
        if kings.is_empty() && banana {
            merits += self.rescue(color, weights);
        } else if banana {
            merits += weights.banana;
        }
        merits - self.royal_dangers(color, foe, weights) - self.losses(color, own, foe, weights)
    }

    /// The value of a possible rescue of the jailed king, by the distance of the nearest monkey from the gate of his cell.
    fn rescue(&self, color: Color, weights: &Weights) -> i32 {
        let king = Cell::of(color).into_iter().find(|&cell| self.jail[cell as usize] == Some(Royal::King));
        let Some(gate) = king.map(Cell::gate) else { return 0 };
        let steps = |square: Square| square.file().abs_diff(gate.file()).max(square.rank().abs_diff(gate.rank()));
        match self.pieces(color, Kind::Monkey).into_iter().map(steps).min() {
            Some(0) => weights.rescue[0],
            Some(1 | 2) => weights.rescue[1],
            Some(_) => weights.rescue[2],
            None => 0,
        }
    }

    /// The penalty for enemy attacks around king and queen.
    #[inline]
    fn royal_dangers(&self, color: Color, foe: &Survey, weights: &Weights) -> i32 {
        let on_move = usize::from(self.side == color);
        let royals = [self.pieces(color, Kind::King), self.pieces(color, Kind::Queen)];
        let last = usize::from(royals.iter().any(|royal| royal.is_empty()));
        let mut danger = 0;
        for (index, royal) in royals.into_iter().enumerate() {
            let Some(square) = royal.first() else { continue };
            danger += weights.pressure[index] * (neighbours(square) & foe.attacks).len() as i32;
            if foe.attacks.contains(square) {
                danger += weights.royal_attacked[on_move][last][index];
            }
        }
        danger
    }

    /// The penalty for hanging pieces: common pieces that the enemy can take, by whether the side can take back.
    #[inline]
    fn losses(&self, color: Color, own: &Survey, foe: &Survey, weights: &Weights) -> i32 {
        let on_move = usize::from(self.side == color);
        let attacked = self.colors[color as usize] & foe.attacks;
        let (loose, held) = (attacked - own.defends, attacked & own.defends);
        let mut losses = 0;
        for (index, kind) in Kind::COMMON.into_iter().enumerate() {
            let pieces = self.kinds[kind as usize];
            losses += weights.loose[on_move][index] * (loose & pieces).len() as i32;
            losses += weights.contested[on_move][index] * (held & pieces).len() as i32;
        }
        losses
    }

    /// Whether a seat could take the enemy's last royal at once.
    #[inline]
    pub(crate) fn threatens_win(&self, seat: Seat) -> bool {
        Color::from_seat(seat).is_some_and(|color| self.can_jail_last_royal(color))
    }

    /// Whether the side could take the enemy's last royal at once, or has just taken it. Chains of hops are left to the search.
    #[inline]
    fn can_jail_last_royal(&self, color: Color) -> bool {
        let enemy = color.other();
        let royals = self.pieces(enemy, Kind::King) | self.pieces(enemy, Kind::Queen);
        match self.pending {
            Pending::Jail(_) if self.side == color => royals.is_empty(),
            Pending::Hop { .. } | Pending::Swing { .. } if self.side == color => false,
            _ => royals.len() == 1 && self.takes_at_once(color).meets(royals),
        }
    }

    /// Where the side could take with its first action of a turn.
    fn takes_at_once(&self, color: Color) -> Set {
        let attacks = survey::attacks(self, color);
        let rooks = if self.side == color && self.rooks_may_take { self.pieces(color, Kind::Rook) } else { Set::EMPTY };
        rooks.into_iter().fold(attacks, |all, rook| all | orthogonal_neighbours(rook))
    }

    /// A capture, a promotion, a rescue, or the forced action after one of them.
    #[inline]
    pub(crate) fn is_tactical(&self, action: Action) -> bool {
        match action {
            Action::Move { from, to } => self.takeable().contains(to) || self.promotes(from, to),
            Action::Catch { .. } | Action::Swing { .. } | Action::Jail { .. } => true,
            Action::Enter { .. } | Action::Stop | Action::Pass => false,
        }
    }

    fn takeable(&self) -> Set {
        self.occupied() - self.own()
    }

    fn promotes(&self, from: Square, to: Square) -> bool {
        to.rank() == self.side.last_rank() && self.kinds[Kind::Fish as usize].contains(from)
    }

    /// The tactical actions.
    #[inline]
    pub(crate) fn tactical_actions(&self, sink: &mut impl Sink<Action>) -> ControlFlow<()> {
        let last_rank = Set::rank(self.side.last_rank());
        let promotes = self.pieces(self.side, Kind::Fish).step(self.side.up()).meets(last_rank);
        let aims = if promotes { self.takeable() | last_rank } else { self.takeable() };
        self.actions_onto(aims, &mut |action| {
            if self.is_tactical(action) { sink.push(action) } else { ControlFlow::Continue(()) }
        })
    }

    /// Captures by most valuable victim and least valuable attacker, then moves to better squares.
    /// Captures that lose more than they win are below zero.
    #[inline]
    pub(crate) fn order_hint(&self, action: Action) -> i32 {
        const RESCUE: i32 = 1 << 15;
        match action {
            Action::Move { from, to } => self.kind_on(from).map_or(0, |kind| self.order_hint_of_move(kind, from, to)),
            Action::Swing { cell, to } => self.order_hint_of_move(Kind::Monkey, cell.gate(), to),
            Action::Catch { .. } => RESCUE,
            Action::Jail { .. } | Action::Enter { .. } | Action::Stop | Action::Pass => 0,
        }
    }

    fn order_hint_of_move(&self, kind: Kind, from: Square, to: Square) -> i32 {
        const CAPTURE: i32 = 1 << 14;
        if !self.own().contains(from) && self.occupied().contains(from) {
            return 0;
        }
        let worth = |kind: Kind, square| WEIGHTS.place[kind as usize][place(self.side, square)];
        let after = if self.promotes(from, to) { Kind::FishyQueen } else { kind };
        let better = worth(after, to) - worth(kind, from);
        let prey = if self.takeable().contains(to) { self.kind_on(to) } else { None };
        let Some(prey) = prey else { return better };
        let (gain, stake) = (WORTH[prey as usize], WORTH[kind as usize]);
        if stake > gain && self.is_retaken(from, to) {
            return gain - stake;
        }
        CAPTURE + 8 * gain - stake + better
    }

    /// Whether the enemy could recapture on this square. Its rooks may then capture.
    fn is_retaken(&self, from: Square, to: Square) -> bool {
        let enemy = self.side.other();
        let mut after = *self;
        after.colors[self.side as usize].remove(from);
        after.colors[enemy as usize].remove(to);
        after.colors[self.side as usize].insert(to);
        survey::attacks(&after, enemy).contains(to) || orthogonal_neighbours(to).meets(after.pieces(enemy, Kind::Rook))
    }

    /// Only at the start of a turn. The other side's rooks may not capture, because nothing was
    /// captured.
    #[inline]
    pub(crate) fn null_move(&self) -> Option<Self> {
        let begins = self.pending == Pending::Nothing;
        begins.then_some(Self { side: self.side.other(), rooks_may_take: false, ..*self })
    }
}

/// Every action that can be legal has a code below 4096. Moves use the codes of two different
/// squares; other actions use codes that no move needs. Actions that are never legal come after.
pub(crate) fn action_code(action: Action) -> u32 {
    const NOWHERE: u32 = 65;
    const BEYOND: u32 = 4096;
    let cell_and_square = |cell: Cell, square: Square| cell as u32 * 64 + u32::from(square.index());
    match action {
        Action::Move { from, to } if from == to => BEYOND + u32::from(from.index()),
        Action::Move { from, to } => u32::from(from.index()) * 64 + u32::from(to.index()),
        Action::Stop => 0,
        Action::Pass => NOWHERE,
        Action::Jail { cell } => NOWHERE * (2 + cell as u32),
        Action::Catch { from, cell } if from == cell.gate() => NOWHERE * (6 + cell as u32),
        Action::Catch { from, cell } => BEYOND + 64 + cell_and_square(cell, from),
        Action::Enter { to } => match CENTRE.iter().position(|&square| square == to) {
            Some(index) => NOWHERE * (10 + index as u32),
            None => BEYOND + 320 + u32::from(to.index()),
        },
        Action::Swing { cell, to } => match swing_number(cell, to) {
            Some(index) => NOWHERE * (14 + cell as u32 * 9 + index),
            None => BEYOND + 384 + cell_and_square(cell, to),
        },
    }
}
const CENTRE: [Square; 4] = [Square::named("d4"), Square::named("d5"), Square::named("e4"), Square::named("e5")];

/// A swing goes none or two files, and none or two ranks, from the gate.
fn swing_number(cell: Cell, to: Square) -> Option<u32> {
    let gate = cell.gate();
    let files = u32::from((to.file() + 2).checked_sub(gate.file())?);
    let ranks = u32::from((to.rank() + 2).checked_sub(gate.rank())?);
    let two_away = |distance: u32| distance <= 4 && distance.is_multiple_of(2);
    (two_away(files) && two_away(ranks)).then_some(files / 2 * 3 + ranks / 2)
}

/// The average value of each kind, for move ordering.
const WORTH: [i32; Kind::COUNT] = average_worth();

const fn average_worth() -> [i32; Kind::COUNT] {
    let mut worth = [0; Kind::COUNT];
    let mut kind = 0;
    while kind < Kind::COUNT {
        let mut place = 0;
        while place < 32 {
            worth[kind] += WEIGHTS.place[kind][place];
            place += 1;
        }
        worth[kind] /= 32;
        kind += 1;
    }
    worth
}
