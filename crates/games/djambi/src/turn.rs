//! The end of a turn: eliminations, take-overs, the next seat; and concession.

use std::borrow::Cow;

use menagerie_game::{Effect, Effects, Place, message};

use crate::board::{MAZE, neighbours};
use crate::piece::Color;
use crate::piece::Kind::*;
use crate::piece::{CORPSE, Piece};
use crate::position::{Pending, Position, Turn};

/// Why a chief falls.
#[derive(Clone, Copy)]
enum Cause {
    Surrounded,
    NoMove,
    Concession,
}

impl Position {
    /// The turn is over: djambi/E1 to N3.
    #[inline]
    pub(crate) fn end_turn(&mut self, turn: Turn, effects: &mut impl Effects) {
        self.pending = Pending::Move;
        self.settle(turn.seat, effects);
        self.pass_on(Some(turn.seat), turn, effects);
    }

    /// A seat concedes where a turn begins: djambi/concession.
    pub(crate) fn concede(&mut self, seat: Color, effects: &mut impl Effects) {
        let Some(turn) = self.turn.filter(|_| self.pending == Pending::Move && self.is_living(seat)) else { return };
        self.fall(seat, Cause::Concession, effects);
        self.settle(turn.seat, effects);
        if !self.is_decided() && self.is_living(turn.seat) {
            if self.may_play(turn.seat) {
                return; // djambi/concession/2
            }
            self.fall(turn.seat, Cause::NoMove, effects);
            self.settle(turn.seat, effects);
        }
        // djambi/concession/4: no extra turn follows a turn that was not played.
        self.pass_on(self.in_power(), turn, effects);
    }

    /// djambi/E1 to E3, where `last` is the colour that is looked at last.
    #[inline]
    fn settle(&mut self, last: Color, effects: &mut impl Effects) {
        while !self.is_decided() {
            let Some(color) = last.cycle_after().find(|&color| self.is_surrounded(color)) else { break };
            self.fall(color, Cause::Surrounded, effects);
        }
        if !self.is_decided() {
            self.take_over(effects);
        }
    }

    /// Every leaderless colour comes under the seat in power (djambi/E3).
    #[inline]
    fn take_over(&mut self, effects: &mut impl Effects) {
        let Some(ruler) = self.in_power() else { return };
        for color in Color::ALL {
            if self.is_leaderless(color) {
                self.control[color as usize] = Some(ruler);
                passes(color, ruler, effects);
            }
        }
    }

    /// djambi/N1 to N3 after the turn or the concession that happened in `turn`. `played` is the seat
    /// that gets no extra turn now.
    #[inline]
    fn pass_on(&mut self, played: Option<Color>, turn: Turn, effects: &mut impl Effects) {
        let mut slot = turn.slot;
        while !self.is_decided() {
            let ruler = self.in_power();
            if let Some(seat) = ruler.filter(|_| ruler != played) {
                effects.tell(|| note(message!("note-extra-turn", color = seat.words())));
                return self.begin(Turn { seat, slot }, effects); // djambi/N1
            }
            // One seat besides the one that played is living, so there is a next one.
            let Some(seat) = self.next_in_round(played, slot) else { break };
            if self.may_play(seat) {
                return self.begin(Turn { seat, slot: seat }, effects); // djambi/N2
            }
            self.fall(seat, Cause::NoMove, effects); // djambi/N3
            self.settle(turn.seat, effects);
            slot = seat;
        }
        self.turn = None; // djambi/E1
        effects.tell(|| Effect::Ended { outcome: self.shared_outcome() });
    }

    fn begin(&mut self, turn: Turn, effects: &mut impl Effects) {
        self.turn = Some(turn);
        effects.tell(|| Effect::Turn { seat: turn.seat.seat() });
    }

    /// The first living seat after the slot, without the one that played, unless that one is in power over a single other.
    #[inline]
    fn next_in_round(&self, played: Option<Color>, slot: Color) -> Option<Color> {
        let twice = played.is_some() && played == self.in_power() && self.living_count() == 2;
        slot.cycle_after().find(|&seat| self.is_living(seat) && (twice || played != Some(seat)))
    }

    /// A seat with a move plays; one in power passes if it has none (djambi/power/7).
    #[inline]
    fn may_play(&self, seat: Color) -> bool {
        self.in_power() == Some(seat) || self.has_move(seat)
    }

    /// djambi/elimination/6, and 7 for a neutral chief.
    #[inline]
    pub(crate) fn is_surrounded(&self, color: Color) -> bool {
        let Some(chief) = (self.kinds[Chief as usize] & self.colors[color as usize]).first() else { return false };
        if chief == MAZE || !(neighbours(chief) - self.corpses).is_empty() {
            return false;
        }
        let own = if self.is_living(color) { self.allies(color) } else { self.colors[color as usize] };
        !self.kinds[Necromobile as usize].meets(own)
    }

    /// The chief becomes a corpse where it stands; all colours under its seat become uncontrolled
    /// (djambi/elimination/5).
    fn fall(&mut self, color: Color, cause: Cause, effects: &mut impl Effects) {
        effects.tell(|| note(cause.in_words(color)));
        if let Some(at) = (self.kinds[Chief as usize] & self.colors[color as usize]).first() {
            let chief = Piece { color, kind: Chief };
            self.remove(chief, at);
            self.corpses.insert(at);
            effects.tell(|| Effect::Died { piece: chief.figure(), at: Place::new(at) });
            effects.tell(|| Effect::Appeared { piece: CORPSE, at: Place::new(at) });
        }
        if self.is_living(color) {
            effects.tell(|| Effect::Eliminated { seat: color.seat() });
        }
        for under in Color::ALL {
            let was_led = self.control[under as usize] == Some(color);
            if was_led {
                self.control[under as usize] = None;
            }
            if was_led || under == color {
                effects.tell(|| note(message!("note-leaderless", color = under.words())));
            }
        }
    }
}

impl Cause {
    fn in_words(self, color: Color) -> Cow<'static, str> {
        let color = color.words();
        match self {
            Self::Surrounded => message!("note-surrounded", color),
            Self::NoMove => message!("note-no-move", color),
            Self::Concession => message!("note-concedes", color),
        }
    }
}

fn note(text: Cow<'static, str>) -> Effect {
    Effect::Note { text }
}

/// Tells that a colour comes under a seat.
pub(crate) fn passes(color: Color, to: Color, effects: &mut impl Effects) {
    effects.tell(|| note(message!("note-comes-under", color = color.words(), seat = to.words())));
}
