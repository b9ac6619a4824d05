//! Automatic tasks: carried out at once when they reach the front.

use crate::apply::{Landing, Step};
use crate::board::Square;
use crate::piece::{WHITE, forward};
use crate::pieces::PieceId;
use crate::task::Task;

impl Step<'_> {
    /// Carries out an automatic task.
    pub(crate) fn carry_out(&mut self, task: Task) {
        match task {
            Task::Slide { piece, by } => {
                let from = self.piece(piece).square;
                self.land(piece, &Landing::along(from, by));
            }
            Task::Step(id) => self.march(id, forward(self.position.owner(id))),
            Task::Back(id) => self.march(id, -forward(self.position.owner(id))),
            Task::Home(id) => self.go_home(id),
            Task::Down(id) => self.downgrade(id),
            _ => {}
        }
    }

    /// One rank on, if nobody is in the way.
    fn march(&mut self, id: PieceId, ranks: i8) {
        let piece = self.piece(id);
        let Some(target) = piece.square.offset((0, ranks)) else { return };
        let Some(block) = self.position.fitting(target, piece.size) else { return };
        let others = self.position.pieces.occupied()[target.plane()] - piece.footprint();
        if !block.meets(others) {
            self.land(id, &Landing::along(piece.square, (0, ranks)));
        }
    }

    /// heaven-hell/chaos/31: to the starting square of its colour of squares.
    fn go_home(&mut self, id: PieceId) {
        const HOMES: [[Square; 2]; 2] =
            [[Square::earth("c1"), Square::earth("f8")], [Square::earth("f1"), Square::earth("c8")]];
        let piece = self.piece(id);
        // a1 is dark: file and rank, counted from 0, have an even sum.
        let light = (piece.square.file() + piece.square.rank()) % 2;
        let home = HOMES[light as usize][usize::from(!piece.is_of(WHITE))];
        if piece.square != home {
            self.land(id, &Landing::on(home));
        }
    }
}
