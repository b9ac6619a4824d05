//! What the learned evaluation sees of threats: the search asks it in the middle of exchanges.

use menagerie_board::Direction;
use menagerie_game::net::Features;

use super::around;
use super::net::{THREATS, UNCONTROLLED, Viewpoint, push_all, push_steps};
use crate::board::{MAZE, Set, seen_from};
use crate::piece::Color;
use crate::piece::Kind::{self, *};
use crate::position::{Pending, Position};

/// A seat can kill a piece of another: killer × owner × kind × [`When`].
const KILLS: usize = THREATS;
/// A seat can kill a neutral piece: killer × chief, militant or another × now or later.
const NEUTRAL_KILLS: usize = KILLS + 4 * 4 * 6 * 3;
/// A seat's chief can go to the empty Maze: seat × place in the order of play.
const MAZE_OPEN: usize = NEUTRAL_KILLS + 4 * 3 * 2;
/// The reporter that has moved stands beside an enemy of its seat: owner × chief or other.
const VICTIMS: usize = MAZE_OPEN + 16;
/// The empty squares that a seat's killers can go to: seat × a feature for each step reached.
const MOBILITY: usize = VICTIMS + 10;
const MOBILITY_STEPS: [u32; 5] = [8, 16, 24, 32, 40];

/// How many features there are here.
pub(super) const COUNT: usize = MOBILITY + 4 * MOBILITY_STEPS.len() - THREATS;

/// When a seat can kill: in the next move of all, later but before the owner of the piece moves, or after that.
#[derive(Clone, Copy)]
enum When {
    Now,
    Before,
    After,
}

/// What the killers of a seat can do next: its chiefs, assassins, reporters and militants. The others would cost much to
/// follow and say little.
#[derive(Clone, Copy, Default)]
struct Reach {
    /// Enemies they can kill.
    kills: Set,
    /// Empty squares they can go to.
    free: Set,
    /// Whether the chief can go to the empty Maze.
    power: bool,
}

impl Position {
    pub(super) fn threat_features(&self, view: &Viewpoint, features: &mut Features) {
        let neutral = Color::ALL.into_iter().filter(|&color| self.is_neutral(color));
        let neutral = neutral.fold(Set::EMPTY, |set, color| set | self.colors[color as usize]);
        let occupied = self.occupied();
        for (place, _) in view.seats() {
            let own = view.pieces[place];
            let others = view.pieces.iter().fold(neutral, |set, &pieces| set | pieces) - own;
            let reach = self.killers_reach(own, others, occupied);
            for (owner, _) in view.seats().filter(|&(owner, _)| owner != place) {
                self.kill_features(view, place, owner, reach.kills & view.pieces[owner], features);
            }
            self.neutral_kill_features(view, place, reach.kills & neutral, features);
            if reach.power {
                features.push(MAZE_OPEN + place * 4 + view.order(place));
            }
            push_steps(MOBILITY + place * MOBILITY_STEPS.len(), &MOBILITY_STEPS, reach.free.len(), features);
        }
        self.victim_features(view, features);
    }

    /// What these pieces can kill, and where they can go. Militants move all at once.
    fn killers_reach(&self, own: Set, enemies: Set, occupied: Set) -> Reach {
        let empty = (!occupied).without(MAZE);
        let mut seen = Set::EMPTY;
        let mut power = false;
        for from in own & self.kinds[Chief as usize] {
            let squares = seen_from(from, occupied);
            power |= squares.contains(MAZE) && !occupied.contains(MAZE);
            seen |= squares;
        }
        for from in own & self.kinds[Assassin as usize] {
            seen |= seen_from(from, occupied);
        }
        let militants = own & self.kinds[Militant as usize];
        for direction in Direction::ALL {
            let near = militants.step(direction);
            seen |= near | (near - occupied).step(direction);
        }
        let mut reported = Set::EMPTY;
        for from in own & self.kinds[Reporter as usize] {
            reported |= seen_from(from, occupied) & empty;
        }
        Reach { kills: (seen | around(reported)) & enemies, free: (seen | reported) & empty, power }
    }

    /// What a seat can kill of another.
    fn kill_features(&self, view: &Viewpoint, killer: usize, owner: usize, kills: Set, features: &mut Features) {
        if kills.is_empty() {
            return;
        }
        let when = match view.order(killer) {
            0 => When::Now,
            order if order < view.order(owner) => When::Before,
            _ => When::After,
        };
        for kind in Kind::ALL.into_iter().filter(|&kind| kills.meets(self.kinds[kind as usize])) {
            features.push(KILLS + ((killer * 4 + owner) * 6 + kind as usize) * 3 + when as usize);
        }
    }

    fn neutral_kill_features(&self, view: &Viewpoint, killer: usize, kills: Set, features: &mut Features) {
        if kills.is_empty() {
            return;
        }
        let later = usize::from(view.order(killer) > 0);
        let (chiefs, militants) = (self.kinds[Chief as usize], self.kinds[Militant as usize]);
        for (group, pieces) in [chiefs, militants, !(chiefs | militants)].into_iter().enumerate() {
            if kills.meets(pieces) {
                features.push(NEUTRAL_KILLS + (killer * 3 + group) * 2 + later);
            }
        }
    }

    /// What the reporter that has moved can kill.
    fn victim_features(&self, view: &Viewpoint, features: &mut Features) {
        let (Some(turn), Pending::Kill(reporter)) = (self.turn, self.pending) else { return };
        let mut seen = [false; 2 * (UNCONTROLLED + 1)];
        for piece in self.victims(turn.seat, reporter).into_iter().filter_map(|square| self.piece_at(square)) {
            seen[view.owner(piece.color) * 2 + usize::from(piece.kind != Chief)] = true;
        }
        push_all(VICTIMS, &seen, features);
    }
}
