//! CAPTURE, CREDIT, DIE, GROW, SHRINK, SWAP, DOWNGRADE (heaven-hell/6.3 to 6.6, 10.2).

use menagerie_game::{Effect, Place, message};

use super::land::Landing;
use super::step::{Step, figure};
use crate::board::{Plane, Set, Square};
use crate::items::Element;
use crate::piece::{Kind, Mark, Piece};
use crate::pieces::PieceId;
use crate::task::{Hit, Task};
use crate::upgrade::{Downgrade, Upgrade};

impl Step<'_> {
    /// CAPTURE: a small piece dies; a large one goes to limbo and will come back smaller.
    pub(crate) fn capture(&mut self, id: PieceId, hit: Set) {
        self.progress = true;
        let piece = self.piece(id);
        if piece.size > 1 {
            return self.send_to_limbo(id, Hit::new(hit & piece.footprint()));
        }
        let to = afterlife(piece).filter(|&to| self.position.fitting(to, piece.size).is_some());
        self.tell(|| Effect::Captured { piece: figure(piece), at: Place::new(piece.square), to: to.map(Place::new) });
        self.pass_away(id, true);
    }

    fn send_to_limbo(&mut self, id: PieceId, hit: Hit) {
        let piece = self.piece(id);
        self.tell(|| Effect::Badge {
            piece: figure(piece),
            at: Place::new(piece.square),
            badge: message!("badge-size", size = piece.size),
            gained: false,
        });
        self.position.pieces.lift(id);
        self.delete(|task| task.piece() == Some(id));
        self.create(Task::Shrink { piece: id, hit });
    }

    /// CREDIT: a piece captured this many pieces.
    pub(crate) fn credit(&mut self, id: PieceId, captures: usize) {
        self.mark(id, Mark::Murderer, true);
        for _ in 0..captures {
            let experienced = self.piece(id).has(Mark::Experienced);
            self.mark(id, Mark::Experienced, !experienced);
            if experienced && Upgrade::options(self.piece(id)).next().is_some() {
                self.create(Task::Up(id));
            }
        }
    }

    /// DIE: a piece dies where it is now.
    pub(crate) fn die(&mut self, id: PieceId) {
        let piece = self.piece(id);
        self.tell(|| Effect::Died { piece: figure(piece), at: Place::new(piece.square) });
        self.pass_away(id, false);
    }

    /// heaven-hell/6.4, with its numbers. `told`: the effect of the way to the next plane was already reported.
    fn pass_away(&mut self, id: PieceId, told: bool) {
        self.progress = true;
        // 1
        self.delete(|task| task.ends_with_death() && task.piece() == Some(id));
        let piece = self.piece(id);
        // 2
        if piece.kind == Kind::SuicideBomber {
            let plane = piece.square.plane();
            for cell in piece.footprint() & self.position.exists[plane] {
                self.lay(Element::Fire, Square::new(plane, cell));
            }
        }
        match afterlife(piece) {
            // 3
            None => self.leave_game(id),
            // 4
            Some(to) => self.land(id, &Landing::on(to).told(told)),
        }
    }

    /// A piece is removed from the game, and all tasks about it.
    pub(crate) fn leave_game(&mut self, id: PieceId) {
        self.progress = true;
        let piece = self.piece(id);
        self.tell(|| Effect::Vanished { piece: figure(piece), at: Place::new(piece.square) });
        self.delete(|task| task.piece() == Some(id));
        self.position.pieces.remove(id);
    }

    /// SHOOT at a square that an enemy covers.
    pub(crate) fn shoot(&mut self, id: PieceId, target: Square) {
        let shooter = self.piece(id);
        self.note(|| {
            let (color, kind) = (shooter.color().words(), shooter.kind.name());
            message!("note-shoots", color, kind, target = target.in_words())
        });
        if let Some(enemy) = self.position.pieces.on(target) {
            self.capture(enemy, Set::of(target.cell()));
        }
        self.credit(id, 1);
        self.fall(id);
    }

    /// heaven-hell/6.5: a piece that captured in Heaven falls to Hell.
    fn fall(&mut self, id: PieceId) {
        let square = self.piece(id).square;
        if square.plane() == Plane::Heaven {
            self.land(id, &Landing::on(square.on(Plane::Hell)));
        }
    }

    /// GROW onto the block at this anchor. Growing is not moving.
    pub(crate) fn grow(&mut self, id: PieceId, anchor: Square) {
        let size = self.piece(id).size + 1;
        let Some(block) = self.position.fitting(anchor, size) else { return };
        let mut met = self.position.pieces.overlapping(anchor.plane(), block);
        met.retain(|&mut q| q != id);
        for &taken in &met {
            self.capture(taken, block);
        }
        self.position.pieces.lift(id);
        self.position.pieces[id].size = size;
        self.position.pieces.put(id, anchor);
        self.tell_size(id, true);
        if !met.is_empty() {
            self.credit(id, met.len());
            self.fall(id);
        }
    }

    /// A piece in limbo comes back at this anchor, as large as heaven-hell/6.6 allows.
    pub(crate) fn shrink(&mut self, id: PieceId, size: u8, anchor: Square) {
        self.position.pieces[id].size = size;
        self.position.pieces.put(id, anchor);
        self.tell_size(id, false);
    }

    fn tell_size(&mut self, id: PieceId, grown: bool) {
        let piece = self.piece(id);
        self.tell(|| Effect::Badge {
            piece: figure(piece),
            at: Place::new(piece.square),
            badge: if grown || piece.size > 1 {
                message!("badge-size", size = piece.size)
            } else {
                message!("badge-ordinary-size")
            },
            gained: true,
        });
    }

    /// SWAP: both are taken up, then land one after the other.
    pub(crate) fn swap(&mut self, a: PieceId, b: PieceId) {
        let (from, to) = (self.piece(a).square, self.piece(b).square);
        self.position.pieces.lift(a);
        self.position.pieces.lift(b);
        self.land(a, &Landing::on(to));
        self.land(b, &Landing::on(from));
    }

    /// Carries out an upgrade.
    pub(crate) fn upgrade(&mut self, id: PieceId, upgrade: Upgrade) {
        match upgrade {
            Upgrade::Become(kind) => self.transform(id, kind),
            Upgrade::IncreasedSize => self.create(Task::Grow(id)),
            Upgrade::Investor => self.invest(id, true),
            Upgrade::WizardHat | Upgrade::DoubleMove | Upgrade::PortalGun => {
                if let Some(mark) = upgrade.mark() {
                    self.mark(id, mark, true);
                }
            }
        }
    }

    /// DOWNGRADE: the piece loses the first upgrade that it has, if any.
    pub(crate) fn downgrade(&mut self, id: PieceId) {
        match Downgrade::of(self.piece(id)) {
            Some(Downgrade::Mark(mark)) => self.mark(id, mark, false),
            Some(Downgrade::Investor) => self.invest(id, false),
            Some(Downgrade::Size) => self.send_to_limbo(id, Hit::NOTHING),
            Some(Downgrade::Type(kind)) => self.transform(id, kind),
            None => {}
        }
    }
}

/// heaven-hell/6.4/4: where a piece that dies now comes next; nowhere unless it is on Earth.
fn afterlife(piece: Piece) -> Option<Square> {
    let plane = match piece.kind {
        _ if piece.square.plane() != Plane::Earth => return None,
        Kind::Warlock => Plane::Hell,
        Kind::Archbishop => Plane::Heaven,
        _ if piece.has(Mark::Murderer) => Plane::Hell,
        _ => Plane::Heaven,
    };
    Some(piece.square.on(plane))
}
