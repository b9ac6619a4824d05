//! What the learned evaluation sees of threats: the search asks it in the middle of exchanges.

use menagerie_game::net::Features;

use super::Reach;
use super::net::{THREATS, UNCONTROLLED, Viewpoint, push_all};
use crate::board::Set;
use crate::piece::Color;
use crate::piece::Kind::{self, *};
use crate::position::{Pending, Position};

/// The seat's chief can be killed: killer × the killer plays before the seat or after it.
const CHIEF: usize = THREATS;
/// Another piece of the seat can be killed: kind without the chief × before or after.
const EXPOSED: usize = CHIEF + 6;
/// The seat can kill: owner × kind × now or later.
const TARGETS: usize = EXPOSED + 10;
/// The seat can kill a rival's chief later, but before that rival plays: owner.
const CHIEF_IN_TIME: usize = TARGETS + 36;
/// The seat can kill a neutral piece: chief, militant or another.
const NEUTRAL_TARGETS: usize = CHIEF_IN_TIME + 3;
/// A rival's chief can be killed by another rival: owner × the killer plays before the owner or after it.
const RIVALS: usize = NEUTRAL_TARGETS + 3;
/// The seat's chief can go to the empty Maze: now or later.
const MAZE_OPEN: usize = RIVALS + 6;
/// A rival's chief can: rival × before the seat or after it.
const MAZE_OPEN_TO_RIVAL: usize = MAZE_OPEN + 2;
/// The reporter that has moved stands beside an enemy of its seat: owner × chief or other.
const VICTIMS: usize = MAZE_OPEN_TO_RIVAL + 6;
/// The squares that the seat's pieces can go to: a feature for each step reached.
const MOBILITY: usize = VICTIMS + 10;
const MOBILITY_STEPS: [u32; 3] = [30, 60, 90];

/// How many features there are here.
pub(super) const COUNT: usize = MOBILITY + MOBILITY_STEPS.len() - THREATS;

impl Position {
    pub(super) fn threat_features(&self, view: &Viewpoint, reaches: &[Reach; 4], features: &mut Features) {
        self.danger_features(view, reaches, features);
        self.target_features(view, &reaches[view.seat as usize], features);
        self.rival_features(view, reaches, features);
        self.victim_features(view, features);
        let mine = reaches[view.seat as usize];
        if mine.power {
            features.push(MAZE_OPEN + usize::from(view.order(view.seat) > 0));
        }
        let steps = MOBILITY_STEPS.iter().filter(|&&step| mine.mobility >= step).count();
        (0..steps).for_each(|step| features.push(MOBILITY + step));
    }

    /// The living seats other than this one.
    fn rivals(&self, seat: Color) -> impl Iterator<Item = Color> {
        Color::ALL.into_iter().filter(move |&rival| rival != seat && self.is_living(rival))
    }

    /// What rivals can do to the seat.
    fn danger_features(&self, view: &Viewpoint, reaches: &[Reach; 4], features: &mut Features) {
        let allies = self.allies(view.seat);
        let mut exposed = [Set::EMPTY; 2];
        for rival in self.rivals(view.seat) {
            let lost = reaches[rival as usize].kills & allies;
            let after = usize::from(view.is_before(view.seat, rival));
            exposed[after] |= lost;
            if lost.meets(self.kinds[Chief as usize]) {
                features.push(CHIEF + (view.relation(rival) - 1) * 2 + after);
            }
        }
        for kind in Kind::ALL.into_iter().filter(|&kind| kind != Chief) {
            for (after, lost) in exposed.iter().enumerate() {
                if lost.meets(self.kinds[kind as usize]) {
                    features.push(EXPOSED + (kind as usize - 1) * 2 + after);
                }
            }
        }
    }

    /// What the seat can kill.
    fn target_features(&self, view: &Viewpoint, mine: &Reach, features: &mut Features) {
        let later = usize::from(view.order(view.seat) > 0);
        let mut neutral = Set::EMPTY;
        for color in Color::ALL.into_iter().filter(|&color| self.controller(color).is_none()) {
            neutral |= mine.kills & self.colors[color as usize];
        }
        for rival in self.rivals(view.seat) {
            let owner = view.relation(rival) - 1;
            let targets = mine.kills & self.allies(rival);
            for kind in Kind::ALL.into_iter().filter(|&kind| targets.meets(self.kinds[kind as usize])) {
                features.push(TARGETS + (owner * 6 + kind as usize) * 2 + later);
                if kind == Chief && later == 1 && view.is_before(view.seat, rival) {
                    features.push(CHIEF_IN_TIME + owner);
                }
            }
        }
        let (chiefs, militants) = (self.kinds[Chief as usize], self.kinds[Militant as usize]);
        for (group, pieces) in [chiefs, militants, !(chiefs | militants)].into_iter().enumerate() {
            if neutral.meets(pieces) {
                features.push(NEUTRAL_TARGETS + group);
            }
        }
    }

    /// What rivals can do to each other, and where they can go.
    fn rival_features(&self, view: &Viewpoint, reaches: &[Reach; 4], features: &mut Features) {
        for rival in self.rivals(view.seat) {
            let place = view.relation(rival) - 1;
            let chief = self.kinds[Chief as usize] & self.colors[rival as usize];
            let mut killers = [false; 2];
            for killer in self.rivals(view.seat).filter(|&killer| killer != rival) {
                let after = usize::from(view.is_before(rival, killer));
                killers[after] |= reaches[killer as usize].kills.meets(chief);
            }
            push_all(RIVALS + place * 2, &killers, features);
            if reaches[rival as usize].power {
                let after = usize::from(view.is_before(view.seat, rival));
                features.push(MAZE_OPEN_TO_RIVAL + place * 2 + after);
            }
        }
    }

    /// What the reporter that has moved can kill.
    fn victim_features(&self, view: &Viewpoint, features: &mut Features) {
        let (Some(turn), Pending::Kill(reporter)) = (self.turn, self.pending) else { return };
        let mut seen = [false; 2 * (UNCONTROLLED + 1)];
        for piece in self.victims(turn.seat, reporter).into_iter().filter_map(|square| self.piece_at(square)) {
            seen[view.owner(self, piece.color) * 2 + usize::from(piece.kind != Chief)] = true;
        }
        push_all(VICTIMS, &seen, features);
    }
}
