//! Moves (heaven-hell/6.7, heaven-hell/7).

use menagerie_game::Verdict;

use crate::action::Action;
use crate::board::Square;
use crate::moves::castle_of;
use crate::piece::Kind::{self, *};
use crate::pieces::PieceId;
use crate::position::{CASTLES, Position};

/// How a type moves, in words.
const fn how(kind: Kind) -> &'static str {
    match kind {
        Pawn => "steps forward, twice from its second rank, and captures diagonally forward",
        SuicideBomber | Imp => "steps one square forward and captures diagonally forward",
        Knight => "jumps like in chess",
        Bishop | Wizard | Archbishop => "slides diagonally",
        Rook | Fortress | Warlock => "slides along ranks and files",
        Queen | Angel => "slides in all directions",
        King => "steps one square in any direction",
        Leopard => "jumps one or two squares diagonally, or like a Knight",
        CheckerKnight => "moves like a Pawn, or jumps straight over a neighbour onto a free place",
        MountedArcher => "jumps like a Knight or two squares straight",
        Scout => "slides along ranks and files, or jumps to a corner",
    }
}

/// Why a legal move is one; also what it costs, where the mover is lost.
pub(super) fn allowed(position: &Position, from: Square, to: Square) -> Verdict {
    let Some(id) = position.pieces.anchored(from) else {
        return Verdict::allowed("heaven-hell/5.1", "this is a main action");
    };
    let piece = position.pieces[id];
    let block = position.fitting(to, piece.size).unwrap_or_default();
    let met = position.pieces.overlapping(to.plane(), block);
    if met.iter().any(|&q| q != id && position.is_protected(q)) {
        return Verdict::allowed("heaven-hell/R13", "allowed, but the enemy is protected: the mover dies there");
    }
    if block.meets(position.items.fire[to.plane()]) && !piece.fireproof() {
        return Verdict::allowed("heaven-hell/R13", "allowed, but the mover burns there");
    }
    if from.plane() != to.plane() {
        return Verdict::allowed("heaven-hell/6.7", "the Portal Gun opens a way to the same square of another plane");
    }
    if castle_of(position, from, to).is_some() {
        return Verdict::allowed("heaven-hell/R3", "King and Rook have not moved, and the way between them is free");
    }
    Verdict::allowed("heaven-hell/7", format!("the {} {}", piece.kind.name(), how(piece.kind)))
}

/// Why a piece that the seat may use cannot move there.
pub(super) fn refused(position: &Position, id: PieceId, to: Square) -> Verdict {
    let piece = position.pieces[id];
    let (from, name, there) = (piece.square, piece.kind.name(), to.in_words());
    if !piece.is_free() {
        return Verdict::refused("heaven-hell/R26", format!("the {name} is stunned and cannot move"));
    }
    if piece.kind == Imp && position.undoes_imp(Action::Move { from, to }) {
        return Verdict::refused("heaven-hell/R35", "the Imp's last step cannot be taken back at once");
    }
    let Some(block) = position.fitting(to, piece.size) else {
        return Verdict::refused("heaven-hell/6.7", format!("there is no room for the {name} on {there}"));
    };
    let allies = position.pieces.of(position.owner(id))[to.plane()];
    let own = if from.plane() == to.plane() { piece.footprint() } else { crate::board::Set::EMPTY };
    if block.meets(allies - own) {
        return Verdict::refused("heaven-hell/R13", format!("a piece of your own stands on {there}"));
    }
    if from.plane() != to.plane() {
        return Verdict::refused("heaven-hell/6.7", "only a Portal Gun leads to another plane, to the same square");
    }
    if piece.kind == King && CASTLES.iter().any(|castle| castle.king == from && castle.king_to == to) {
        let reason =
            "castling needs King and Rook unmoved, a Rook that is not stunned, and a free way without Fire and Ice";
        return Verdict::refused("heaven-hell/R3", reason);
    }
    Verdict::refused(
        "heaven-hell/7",
        format!("the {name} {}; from {} that does not lead to {there} here", how(piece.kind), from.in_words()),
    )
}
