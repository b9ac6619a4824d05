//! What an action does, as effects.

use std::borrow::Cow;

use menagerie_game::{Effect, Effects, Figure, Motion, Place, Progress, message};

use crate::actions::Action;
use crate::board::{Set, Square, hopped_over, neighbours};
use crate::piece::{Cell, Color, Kind, Royal};
use crate::position::{Bear, Pending, Position};

/// Where a taken royal waits for its cell.
pub(crate) const CUSTODY: &str = "custody";
/// Where the bear waits.
pub(crate) const CENTRE_PLACE: &str = "centre";

pub(crate) const BEAR: Figure = Figure::new("bear", "");

/// A piece as effects name it.
pub(crate) const fn figure(color: Color, kind: Kind) -> Figure {
    Figure::new(kind.id(), color.name())
}

/// What stood on the target square.
enum Taken {
    Nothing,
    Common,
    Royal(Royal),
}

impl Position {
    pub(crate) fn apply(&mut self, action: Action, effects: &mut impl Effects) -> Progress {
        match action {
            Action::Move { from, to } if self.bear == Bear::On(from) => self.move_bear(from, to, effects),
            Action::Move { from, to } => self.move_piece(from, to, effects),
            Action::Catch { cell, .. } => self.go_into(cell, effects),
            Action::Swing { cell, to } => self.swing_out(cell, to, effects),
            Action::Jail { cell } => self.put_into(cell, effects),
            Action::Enter { to } => self.enter_bear(to, effects),
            Action::Stop | Action::Pass => {
                effects.tell(|| Effect::Note { text: self.idle_note(action) });
                self.end_turn(false, effects)
            }
        }
    }

    fn move_piece(&mut self, from: Square, to: Square, effects: &mut impl Effects) -> Progress {
        let side = self.side;
        let Some(kind) = self.kind_on(from) else { return Progress::No };
        let hop = kind == Kind::Monkey && !neighbours(from).contains(to);
        let taken = self.take_on(to, effects);
        self.take_off(side, kind, from);
        self.put(side, kind, to);
        effects.tell(|| {
            // chess2/ruling/1: nothing between matters to a rook.
            let motion = if hop || kind == Kind::Rook { Motion::Jump } else { Motion::Straight };
            Effect::Moved { piece: figure(side, kind), from: Place::new(from), to: Place::new(to), motion }
        });
        // chess2/fish/2: before the choice of a cell.
        let promoted = kind == Kind::Fish && to.rank() == side.last_rank();
        if promoted {
            self.promote(to, effects);
        }
        let jumped = hop.then(|| self.jumped().with(hopped_over(from, to)));
        self.after_landing(to, jumped, &taken, effects);
        Progress::when(promoted || !matches!(taken, Taken::Nothing))
    }

    /// chess2/fish/1
    fn promote(&mut self, at: Square, effects: &mut impl Effects) {
        let side = self.side;
        self.take_off(side, Kind::Fish, at);
        self.put(side, Kind::FishyQueen, at);
        effects.tell(|| Effect::Became {
            before: figure(side, Kind::Fish),
            after: figure(side, Kind::FishyQueen),
            at: Place::new(at),
        });
    }

    /// The piece on the square leaves the board. chess2/taking/1
    fn take_on(&mut self, square: Square, effects: &mut impl Effects) -> Taken {
        if self.bear == Bear::On(square) {
            self.bear = Bear::Absent;
            effects.tell(|| Effect::Captured { piece: BEAR, at: Place::new(square), to: None });
            return Taken::Common;
        }
        let enemy = self.side.other();
        if !self.colors[enemy as usize].contains(square) {
            return Taken::Nothing;
        }
        let Some(kind) = self.kind_on(square) else { return Taken::Nothing };
        self.take_off(enemy, kind, square);
        let royal = kind.royal();
        effects.tell(|| Effect::Captured {
            piece: figure(enemy, kind),
            at: Place::new(square),
            to: royal.map(|_| Place::new(CUSTODY)),
        });
        royal.map_or(Taken::Common, Taken::Royal)
    }

    /// The table of chess2/turn: what follows a move, hop or swing. `jumped` is there if it was a hop or swing.
    fn after_landing(&mut self, at: Square, jumped: Option<Set>, taken: &Taken, effects: &mut impl Effects) {
        match (taken, jumped) {
            (&Taken::Royal(royal), _) => self.go_on(Pending::Jail(royal)),
            (Taken::Nothing, Some(jumped)) if !self.hops(at, jumped).is_empty() => {
                self.go_on(Pending::Hop { at, jumped });
            }
            _ => {
                let _ = self.end_turn(matches!(taken, Taken::Common), effects);
            }
        }
    }

    /// The squares jumped over so far in this turn.
    fn jumped(&self) -> Set {
        match self.pending {
            Pending::Hop { jumped, .. } | Pending::Swing { jumped, .. } => jumped,
            Pending::Nothing | Pending::Jail(_) => Set::EMPTY,
        }
    }

    /// The banana catch. chess2/banana-catch/4
    fn go_into(&mut self, cell: Cell, effects: &mut impl Effects) -> Progress {
        let (side, gate) = (self.side, cell.gate());
        self.take_off(side, Kind::Monkey, gate);
        self.put(side, Kind::King, gate);
        self.jail[cell as usize] = None;
        self.banana[side as usize] = false;
        let jumped = self.jumped();
        self.go_on(Pending::Swing { cell, jumped });
        let (inside, outside) = (Place::new(cell), Place::new(gate));
        let (monkey, king) = (figure(side, Kind::Monkey), figure(side, Kind::King));
        effects.tell(|| Effect::Moved { piece: monkey, from: outside, to: inside, motion: Motion::Jump });
        effects.tell(|| Effect::Moved { piece: king.clone(), from: inside, to: outside, motion: Motion::Carried });
        effects.tell(|| Effect::Badge { piece: king, at: outside, badge: message!("badge-banana"), gained: false });
        Progress::Yes
    }

    /// chess2/banana-catch/5
    fn swing_out(&mut self, cell: Cell, to: Square, effects: &mut impl Effects) -> Progress {
        let side = self.side;
        let jumped = self.jumped().with(hopped_over(cell.gate(), to));
        let taken = self.take_on(to, effects);
        self.put(side, Kind::Monkey, to);
        effects.tell(|| Effect::Moved {
            piece: figure(side, Kind::Monkey),
            from: Place::new(cell),
            to: Place::new(to),
            motion: Motion::Jump,
        });
        self.after_landing(to, Some(jumped), &taken, effects);
        Progress::when(!matches!(taken, Taken::Nothing))
    }

    /// chess2/jail/1
    fn put_into(&mut self, cell: Cell, effects: &mut impl Effects) -> Progress {
        let Pending::Jail(royal) = self.pending else { return Progress::No };
        self.jail[cell as usize] = Some(royal);
        effects.tell(|| Effect::Moved {
            piece: figure(cell.color(), royal.kind()),
            from: Place::new(CUSTODY),
            to: Place::new(cell),
            motion: Motion::Carried,
        });
        self.end_turn(false, effects)
    }

    /// chess2/bear/2
    fn enter_bear(&mut self, to: Square, effects: &mut impl Effects) -> Progress {
        self.bear = Bear::On(to);
        effects.tell(|| Effect::Moved {
            piece: BEAR,
            from: Place::new(CENTRE_PLACE),
            to: Place::new(to),
            motion: Motion::Straight,
        });
        self.end_turn(false, effects)
    }

    /// chess2/bear/3
    fn move_bear(&mut self, from: Square, to: Square, effects: &mut impl Effects) -> Progress {
        self.bear = Bear::On(to);
        effects.tell(|| Effect::Moved {
            piece: BEAR,
            from: Place::new(from),
            to: Place::new(to),
            motion: Motion::Straight,
        });
        self.end_turn(false, effects)
    }

    /// The turn goes on; the rook's right plays no part until the next one. chess2/ruling/34
    fn go_on(&mut self, pending: Pending) {
        self.pending = pending;
        self.rooks_may_take = false;
    }

    /// chess2/turn/6: the right of the rooks comes from the turn just ended and from nothing older.
    fn end_turn(&mut self, rooks_may_take: bool, effects: &mut impl Effects) -> Progress {
        self.side = self.side.other();
        self.pending = Pending::Nothing;
        self.rooks_may_take = rooks_may_take;
        let next = self.side;
        match self.outcome() {
            None => effects.tell(|| Effect::Turn { seat: next.seat() }),
            Some(outcome) => effects.tell(|| Effect::Ended { outcome }),
        }
        Progress::No
    }

    fn idle_note(&self, action: Action) -> Cow<'static, str> {
        let side = self.side.words();
        match (action, self.pending) {
            (Action::Stop, Pending::Hop { at, .. }) => message!("note-stop", side, at),
            _ => message!("note-pass", side),
        }
    }
}
