//! LAND: a piece is moved, for any reason (heaven-hell/6.2).

use menagerie_game::{Effect, Figure, Motion, Place, Seat};

use super::step::{Step, figure};
use crate::board::{Plane, Set, Square, rank_set};
use crate::moves::Vector;
use crate::piece::{Color, Kind, last_rank};
use crate::pieces::PieceId;
use crate::task::{Drawn, Task};

/// Where a piece is moved and how.
pub(crate) struct Landing<'a> {
    /// The new anchor; `None` is beyond the edge of the piece's own plane.
    to: Option<Square>,
    direction: Option<Vector>,
    /// Captured besides what stands there: an en passant Pawn, pieces jumped over.
    extra: &'a [PieceId],
    /// Whether the capture already reports the way.
    told: bool,
}

impl<'a> Landing<'a> {
    /// Put on a square, without direction.
    pub(crate) const fn on(square: Square) -> Self {
        Self { to: Some(square), direction: None, extra: &[], told: false }
    }

    /// Moved in a direction from one square, perhaps beyond the edge.
    pub(crate) const fn along(from: Square, vector: Vector) -> Self {
        Self { to: from.offset(vector), direction: Some(vector), extra: &[], told: false }
    }

    /// In this direction.
    pub(crate) const fn toward(self, direction: Option<Vector>) -> Self {
        Self { direction, ..self }
    }

    /// Capturing these too.
    pub(crate) const fn taking<'b>(self, extra: &'b [PieceId]) -> Landing<'b>
    where
        'a: 'b,
    {
        Landing { to: self.to, direction: self.direction, extra, told: self.told }
    }

    pub(super) const fn told(self, told: bool) -> Self {
        Self { told, ..self }
    }
}

impl Step<'_> {
    /// Moves a piece; the numbers are those of heaven-hell/6.2.
    pub(crate) fn land(&mut self, id: PieceId, landing: &Landing<'_>) {
        // 1
        self.delete(|task| matches!(task, Task::Slide { piece, .. } if piece == id));
        let Some((anchor, block)) = self.fits(id, landing.to) else { return self.miss(id, landing.to) };
        // 3
        self.position.pieces.lift(id);
        let met = self.position.pieces.overlapping(anchor.plane(), block);
        if met.iter().any(|&q| self.is_allied(q, id) || self.position.is_protected(q)) {
            // 4
            self.tell_moved(id, anchor, landing);
            self.position.pieces[id].square = anchor;
            return self.die(id);
        }
        // 5
        for &taken in landing.extra {
            let hit = self.piece(taken).footprint();
            self.capture(taken, hit);
        }
        for &taken in &met {
            self.capture(taken, block);
        }
        let captures = landing.extra.len() + met.len();
        // 6
        self.tell_moved(id, anchor, landing);
        self.position.pieces.put(id, anchor);
        if captures > 0 {
            self.credit(id, captures);
        }
        self.arrive(id, block, landing.direction, captures > 0);
    }

    /// The block at a new anchor, if it fits.
    fn fits(&self, id: PieceId, to: Option<Square>) -> Option<(Square, Set)> {
        let anchor = to?;
        self.position.fitting(anchor, self.piece(id).size).map(|block| (anchor, block))
    }

    /// heaven-hell/6.2/2: the block does not fit.
    fn miss(&mut self, id: PieceId, to: Option<Square>) {
        let own_plane = to.is_none_or(|to| to.plane() == self.piece(id).square.plane());
        if own_plane {
            self.die(id);
        } else {
            self.leave_game(id);
        }
    }

    /// heaven-hell/6.2, steps 7 to 11: what lies on the block, and what follows.
    fn arrive(&mut self, id: PieceId, block: Set, direction: Option<Vector>, captured: bool) {
        let piece = self.piece(id);
        let plane = piece.square.plane();
        let owner = self.position.owner(id);
        let items = &self.position.items;
        let (fire, ice) = (items.fire[plane].meets(block), items.ice[plane].meets(block));
        if items.visible_on(plane).meets(block) {
            self.collect(owner, plane, block);
        }
        if fire && !piece.fireproof() {
            return self.die(id);
        }
        if captured && plane == Plane::Heaven {
            return self.land(id, &Landing::on(piece.square.on(Plane::Hell)));
        }
        if let Some(by) = direction
            && ice
            && !piece.iceproof()
        {
            return self.create(Task::Slide { piece: id, by });
        }
        if piece.kind != Kind::Scout && self.spring_traps(plane, block) {
            return self.die(id);
        }
        if piece.kind == Kind::Pawn && block.meets(rank_set(last_rank(owner))) {
            self.reach_last_rank(id);
        }
    }

    /// Steps 7a and 7b: coins and Chaos Orbs.
    fn collect(&mut self, owner: Seat, plane: Plane, block: Set) {
        for cell in block & self.position.items.coins()[plane] {
            let square = Square::new(plane, cell);
            let amount = self.position.items.take_coins(square);
            self.item_gone("coin", square);
            self.pay(owner, i32::from(amount));
        }
        for cell in block & self.position.items.orbs[plane] {
            let square = Square::new(plane, cell);
            self.position.items.orbs.remove(square);
            self.item_gone("orb", square);
            self.create(Task::Chaos { seat: owner, drawn: Drawn::default() });
        }
    }

    /// Step 10: all traps on the block vanish. Whether there was one.
    fn spring_traps(&mut self, plane: Plane, block: Set) -> bool {
        self.looked_for_traps = true;
        let mut sprung = false;
        for seat in crate::position::Position::SEATS.iter() {
            for cell in self.position.items.traps_of(seat)[plane] & block {
                let square = Square::new(plane, cell);
                self.position.items.traps[seat.index()].remove(square);
                let owner = Color::Of(seat).name();
                self.tell(|| Effect::Revealed { piece: Figure::new("trap", owner), at: Place::new(square) });
                sprung = true;
            }
        }
        sprung
    }

    /// Step 11: a waiting upgrade becomes a choice of upgrade or promotion (heaven-hell/R36).
    fn reach_last_rank(&mut self, id: PieceId) {
        let waiting = self.new.iter_mut().chain(&mut self.position.pending).find(|task| **task == Task::Up(id));
        match waiting {
            Some(task) => *task = Task::UpOrPromote(id),
            None => self.create(Task::Promote(id)),
        }
    }

    /// heaven-hell/2.3, "allied": q has the colour of p's owner.
    fn is_allied(&self, q: PieceId, p: PieceId) -> bool {
        self.piece(q).is_of(self.position.owner(p))
    }

    fn tell_moved(&mut self, id: PieceId, to: Square, landing: &Landing<'_>) {
        let piece = self.piece(id);
        if landing.told || piece.square == to {
            return;
        }
        let motion = match landing.direction {
            Some((files, ranks)) if files.abs().max(ranks.abs()) == 1 => Motion::Straight,
            Some(_) => Motion::Jump,
            None => Motion::Carried,
        };
        self.tell(|| Effect::Moved {
            piece: figure(piece),
            from: Place::new(piece.square),
            to: Place::new(to),
            motion,
        });
    }
}
