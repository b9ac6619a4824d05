//! For the search: static evaluation, tactical actions, move-ordering hints.

pub(crate) mod net;
mod net_threats;

use menagerie_board::Direction;
use menagerie_game::{BySeat, Seat};

use crate::actions::Action;
use crate::board::{MAZE, Set, Square, neighbours, seen_from, within_two};
use crate::piece::Color;
use crate::piece::Kind::{self, *};
use crate::piece::{Piece, Unit};
use crate::position::{Pending, Position};

/// The weights of a seat's features; two militants are worth 100. The tuner fitted a first guess to the results of 200 games
/// of the search against itself (`crates/search/examples/tune`). Going half the way to the fitted weights was best: it
/// scored 62 % ± 9 of the points in 96 games with 300 visits an action, against 49 % ± 9 for the guess itself.
const WEIGHTS: [i32; FEATURES] = [
    150,  // its assassins
    150,  // its reporters
    100,  // its diplomats
    180,  // its necromobiles
    50,   // its militants
    250,  // its chief is in power
    100,  // its chief can go to the empty Maze
    2,    // a square that one of its pieces can go to
    -10,  // a corpse beside its chief
    -700, // a seat that can kill its chief and plays before it
    0,    // a seat that can kill its chief and plays after it
    300,  // a chief that it can kill, if it plays first
    80,   // a chief that it can kill later
    -40,  // the hundredths of what the next to play can kill
    -15,  // a piece that can be killed
];
const FEATURES: usize = 15;

/// What losing a piece of each kind costs, roughly: chief, assassin, reporter, diplomat, necromobile, militant.
const PRICES: [i32; 6] = [2000, 300, 350, 200, 150, 100];

/// What a seat can do next.
#[derive(Clone, Copy, Default)]
struct Reach {
    /// Enemies it can kill.
    kills: Set,
    /// How many squares its pieces can go to.
    mobility: u32,
    /// Whether its chief can go to the empty Maze.
    power: bool,
}

impl Position {
    /// The static evaluation of each living seat: its strength minus the average of the others.
    pub(crate) fn evaluations(&self) -> BySeat<i32> {
        let reaches = self.reaches();
        let strength = |seat: Seat| match Color::from_seat(seat).filter(|&seat| self.is_living(seat)) {
            Some(seat) => self.counts(seat, &reaches).iter().zip(WEIGHTS).map(|(n, weight)| n * weight).sum::<i32>(),
            None => 0,
        };
        let strengths = BySeat::from_fn(strength);
        let total = strengths.0.iter().sum::<i32>();
        let others = (self.living_count() as i32 - 1).max(1);
        BySeat::from_fn(|seat| match Color::from_seat(seat) {
            Some(color) if self.is_living(color) => strengths[seat] - (total - strengths[seat]) / others,
            _ => 0,
        })
    }

    fn reaches(&self) -> [Reach; 4] {
        Color::ALL.map(|seat| if self.is_living(seat) { self.reach(seat) } else { Reach::default() })
    }

    /// What the classical evaluation counts of a seat.
    fn counts(&self, seat: Color, reaches: &[Reach; 4]) -> [i32; FEATURES] {
        let allies = self.allies(seat);
        let count = |kind: Kind| (self.kinds[kind as usize] & allies).len() as i32;
        let chief = self.kinds[Chief as usize] & self.colors[seat as usize];
        let mine = reaches[seat as usize];
        let my_rank = self.rank(seat);
        let (mut before, mut after, mut threatened) = (0, 0, Set::EMPTY);
        for rival in Color::ALL.into_iter().filter(|&rival| rival != seat && self.is_living(rival)) {
            let kills = reaches[rival as usize].kills;
            threatened |= kills & allies;
            if kills.meets(chief) {
                if self.rank(rival) < my_rank { before += 1 } else { after += 1 }
            }
        }
        let chiefs = (mine.kills & self.living_chiefs()).len() as i32;
        let (now, later) = if my_rank == 0 { (chiefs, 0) } else { (0, chiefs) };
        [
            count(Assassin),
            count(Reporter),
            count(Diplomat),
            count(Necromobile),
            count(Militant),
            i32::from(chief.contains(MAZE)),
            i32::from(mine.power),
            mine.mobility as i32,
            chief.first().map_or(0, |square| (neighbours(square) & self.corpses).len() as i32),
            before,
            after,
            now,
            later,
            self.dearest_loss(seat, allies - chief, reaches) / 100,
            (threatened - chief).len() as i32,
        ]
    }

    /// The most valuable of these pieces that the next to play can kill.
    fn dearest_loss(&self, seat: Color, pieces: Set, reaches: &[Reach; 4]) -> i32 {
        let next =
            Color::ALL.into_iter().find(|&rival| rival != seat && self.is_living(rival) && self.rank(rival) == 0);
        let Some(next) = next else { return 0 };
        let lost = reaches[next as usize].kills & pieces;
        let loses = |kind: &Kind| self.kinds[*kind as usize].meets(lost);
        [Reporter, Assassin, Diplomat, Necromobile, Militant]
            .iter()
            .find(|kind| loses(kind))
            .map_or(0, |&kind| PRICES[kind as usize])
    }

    /// When the seat plays: 0 if it chooses a move now, then the seat in power, then the others in the round.
    fn rank(&self, seat: Color) -> usize {
        let Some(turn) = self.turn else { return 0 };
        if turn.seat == seat && self.pending == Pending::Move {
            return 0;
        }
        if self.in_power() == Some(seat) {
            return 1;
        }
        2 + turn.slot.cycle_after().position(|color| color == seat).unwrap_or(0)
    }

    /// The chiefs of all living seats.
    fn living_chiefs(&self) -> Set {
        let living = Color::ALL.into_iter().filter(|&seat| self.is_living(seat));
        living.fold(Set::EMPTY, |set, seat| set | self.colors[seat as usize]) & self.kinds[Chief as usize]
    }

    fn reach(&self, seat: Color) -> Reach {
        let occupied = self.occupied();
        let (allies, enemies) = (self.allies(seat), self.enemies(seat));
        let empty = (!occupied).without(MAZE);
        let mut reach = Reach::default();
        for kind in Kind::ALL {
            for from in allies & self.kinds[kind as usize] {
                let range = if kind == Militant { within_two(from) } else { Set::full() };
                let seen = seen_from(from, occupied) & range;
                reach.mobility += (seen & empty).len();
                match kind {
                    Chief => reach.power |= seen.contains(MAZE) && !occupied.contains(MAZE),
                    Reporter => reach.kills |= around(seen & empty) & enemies,
                    _ => {}
                }
                if matches!(kind, Chief | Assassin | Militant) {
                    reach.kills |= seen & enemies;
                }
            }
        }
        reach
    }

    /// The move-ordering hint for the seat on turn.
    pub(crate) fn order_hint(&self, action: Action) -> i32 {
        let Some(turn) = self.turn else { return 0 };
        match (self.pending, action) {
            (Pending::Move, Action::Move { from, to }) => self.order_hint_of_move(turn.seat, from, to),
            (Pending::Kill(_), Action::At(victim)) => self.price_at(victim),
            (Pending::Hand(unit), Action::At(to)) => self.order_hint_of_place(turn.seat, unit, to),
            _ => 0,
        }
    }

    fn order_hint_of_move(&self, seat: Color, from: Square, to: Square) -> i32 {
        let Some(mover) = self.piece_at(from) else { return 0 };
        let price = self.price_at(to);
        match mover.kind {
            Chief if to == MAZE => 250 + price,
            Chief => price - 60,
            Assassin | Militant => price,
            Reporter => (self.victims(seat, to)).into_iter().map(|victim| self.price_at(victim)).max().unwrap_or(0),
            Diplomat if to == MAZE => 400,
            Diplomat => price / 10,
            Necromobile => 0,
        }
    }

    /// A corpse is best put beside an enemy chief; a living piece is best kept out of the Maze.
    fn order_hint_of_place(&self, seat: Color, unit: Unit, to: Square) -> i32 {
        if matches!(unit, Unit::Living(Piece { kind: Chief, .. })) && to == MAZE {
            return -500;
        }
        let chiefs = neighbours(to) & self.kinds[Chief as usize];
        let own = self.colors[seat as usize];
        let near = (chiefs - own).len() as i32 - 2 * (chiefs & own).len() as i32;
        if unit == Unit::Corpse { 40 * near } else { 0 }
    }

    /// What the piece on a square is worth to its killer.
    fn price_at(&self, square: Square) -> i32 {
        self.piece_at(square).map_or(0, |piece| PRICES[piece.kind as usize])
    }

    /// An action that kills.
    pub(crate) fn is_tactical(&self, action: Action) -> bool {
        match (self.pending, action) {
            (Pending::Move, Action::Move { from, to }) => {
                let killer = |piece: Piece| matches!(piece.kind, Chief | Assassin | Militant);
                self.piece_at(to).is_some() && self.piece_at(from).is_some_and(killer)
            }
            (Pending::Kill(_), Action::At(_)) => true,
            _ => false,
        }
    }
}

/// The squares beside any of these.
fn around(squares: Set) -> Set {
    [Direction::North, Direction::East, Direction::South, Direction::West]
        .into_iter()
        .fold(Set::EMPTY, |set, direction| set | squares.step(direction))
}

/// A distinct number for every action: moves by their squares, then chosen squares, then `stop` and
/// `pass`.
pub(crate) fn action_code(action: Action) -> u32 {
    const CELLS: u32 = Square::COUNT as u32;
    match action {
        Action::Move { from, to } => u32::from(from.index()) * CELLS + u32::from(to.index()),
        Action::At(square) => CELLS * CELLS + u32::from(square.index()),
        Action::Stop => CELLS * CELLS + CELLS,
        Action::Pass => CELLS * CELLS + CELLS + 1,
    }
}

/// The weights for the tuner (`crates/search/examples/tune`).
pub(crate) mod tuning {
    use menagerie_game::tuning::{Features, Recipe, Tuning, of_counts};

    use super::*;

    /// How the tuner fits the weights.
    const RECIPE: Recipe =
        Recipe { games: 200, nodes: 300, result_share: 0.7, scale: 400.0, pull: 1e-4, step: 0.5, with_option: 0 };

    pub(crate) fn tuning() -> Tuning<Position> {
        let fields = &[("WEIGHTS", &[FEATURES] as &[usize], 1)];
        Tuning { recipe: RECIPE, fields, weights: || WEIGHTS.to_vec(), features, known_sum: None }
    }

    /// The features of a seat; nothing for a seat that is out.
    fn features(position: &Position, seat: Seat) -> Option<Features> {
        let seat = Color::from_seat(seat).filter(|&seat| position.is_living(seat))?;
        Some(of_counts(position.counts(seat, &position.reaches())))
    }
}
