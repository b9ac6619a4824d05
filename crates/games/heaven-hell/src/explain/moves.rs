//! Moves (heaven-hell/6.7, heaven-hell/7).

use menagerie_game::{Verdict, message};

use crate::action::Action;
use crate::board::Square;
use crate::messages::MESSAGES;
use crate::moves::castle_of;
use crate::piece::Kind::{self, Imp, King};
use crate::pieces::PieceId;
use crate::position::{CASTLES, Position};

/// How a type moves, in words.
fn how(kind: Kind) -> &'static str {
    MESSAGES.fact_text("kind", kind.id(), "moves")
}

/// Why a move is legal; also what it costs, if the mover dies.
pub(super) fn allowed(position: &Position, from: Square, to: Square) -> Verdict {
    let Some(id) = position.pieces.anchored(from) else {
        return Verdict::allowed("heaven-hell/5.1", message!("allowed-main"));
    };
    let piece = position.pieces[id];
    let block = position.fitting(to, piece.size).unwrap_or_default();
    let met = position.pieces.overlapping(to.plane(), block);
    if met.iter().any(|&q| q != id && position.is_protected(q)) {
        return Verdict::allowed("heaven-hell/R13", message!("allowed-protected"));
    }
    if block.meets(position.items.fire[to.plane()]) && !piece.fireproof() {
        return Verdict::allowed("heaven-hell/R13", message!("allowed-burns"));
    }
    if from.plane() != to.plane() {
        return Verdict::allowed("heaven-hell/6.7", message!("allowed-portal"));
    }
    if castle_of(position, from, to).is_some() {
        return Verdict::allowed("heaven-hell/R3", message!("allowed-castling"));
    }
    Verdict::allowed("heaven-hell/7", message!("allowed-move", piece = piece.kind.name(), how = how(piece.kind)))
}

/// Why a piece that the seat may use cannot move there.
pub(super) fn refused(position: &Position, id: PieceId, to: Square) -> Verdict {
    let piece = position.pieces[id];
    let (from, name, there) = (piece.square, piece.kind.name(), to.in_words());
    if !piece.is_free() {
        return Verdict::refused("heaven-hell/R26", message!("refused-stunned", piece = name));
    }
    if piece.kind == Imp && position.undoes_imp(Action::Move { from, to }) {
        return Verdict::refused("heaven-hell/R35", message!("refused-imp-back"));
    }
    let Some(block) = position.fitting(to, piece.size) else {
        return Verdict::refused("heaven-hell/6.7", message!("refused-no-room", piece = name, there));
    };
    let allies = position.pieces.of(position.owner(id))[to.plane()];
    let own = if from.plane() == to.plane() { piece.footprint() } else { crate::board::Set::EMPTY };
    if block.meets(allies - own) {
        return Verdict::refused("heaven-hell/R13", message!("refused-own-piece", there));
    }
    if from.plane() != to.plane() {
        return Verdict::refused("heaven-hell/6.7", message!("refused-portal"));
    }
    if piece.kind == King && CASTLES.iter().any(|castle| castle.king == from && castle.king_to == to) {
        return Verdict::refused("heaven-hell/R3", message!("refused-castling"));
    }
    let reason = message!("refused-move", piece = name, how = how(piece.kind), from = from.in_words(), there);
    Verdict::refused("heaven-hell/7", reason)
}
