//! The Scout's corners (heaven-hell/7).

use std::ops::ControlFlow;

use menagerie_game::Sink;

use super::Mover;
use crate::action::Action;
use crate::board::Square;

impl Mover<'_> {
    /// The block flush in each corner of the extent, except where it stands and where a slide leads.
    pub(super) fn corners(&self, sink: &mut dyn Sink<Action>) -> ControlFlow<()> {
        let Some((low, high)) = self.position.corners(self.plane) else { return ControlFlow::Continue(()) };
        let inset = self.piece.size as i8 - 1;
        let files = [low.file() as i8, high.file() as i8 - inset];
        let ranks = [low.rank() as i8, high.rank() as i8 - inset];
        let wide = if files[0] == files[1] { 1 } else { 2 };
        let tall = if ranks[0] == ranks[1] { 1 } else { 2 };
        for &file in &files[..wide] {
            for &rank in &ranks[..tall] {
                self.corner(Square::at(self.plane, file, rank), sink)?;
            }
        }
        ControlFlow::Continue(())
    }

    fn corner(&self, corner: Option<Square>, sink: &mut dyn Sink<Action>) -> ControlFlow<()> {
        let Some(anchor) = corner.filter(|&anchor| anchor != self.piece.square) else {
            return ControlFlow::Continue(());
        };
        match self.position.fitting(anchor, self.piece.size) {
            Some(block) if !block.meets(self.allies) && !self.slides_to(anchor) => self.offer(anchor, sink),
            _ => ControlFlow::Continue(()),
        }
    }

    /// Whether a Rook's slide reaches this anchor of the same plane.
    pub(super) fn slides_to(&self, to: Square) -> bool {
        let from = self.piece.square;
        let (files, ranks) = (to.file() as i8 - from.file() as i8, to.rank() as i8 - from.rank() as i8);
        if (files != 0) == (ranks != 0) {
            return false;
        }
        let distance = (files + ranks).abs();
        let passes = |steps: i8| {
            self.block((files.signum() * steps, ranks.signum() * steps))
                .is_some_and(|(_, block)| !self.stops_slide(block))
        };
        (1..distance).all(passes)
    }
}
