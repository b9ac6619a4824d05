//! Why an action is legal or not.

use menagerie_game::{Rules, RulesExt, Verdict};

use crate::board::{Set, Square};
use crate::position::Position;
use crate::reach::reach;
use crate::{Action, Kind, Piece};

/// The rule that allows or forbids an action here.
pub(crate) fn explain(position: &Position, action: Action) -> Verdict {
    if let Some(winner) = position.winner() {
        return Verdict::refused(position.ended_by().rule, format!("the game is over, {} has won", winner.name()));
    }
    let verdict = match action {
        Action::Move { from, to } => explain_move(position, from, to),
        Action::Drop { kind, to } => explain_drop(position, kind, to),
    };
    debug_assert_eq!(verdict.legal, position.is_legal(action));
    verdict
}

fn explain_drop(position: &Position, kind: Kind, to: Square) -> Verdict {
    let name = name(Piece::plain(kind));
    if position.hands().count(position.mover(), kind) == 0 {
        return Verdict::refused("shogi5/drops/1", format!("there is no {name} in {}'s hand", position.mover().name()));
    }
    if position.piece(to).is_some() {
        return Verdict::refused("shogi5/drops/1", format!("{to} is not empty: a piece is dropped on an empty square"));
    }
    Verdict::allowed("shogi5/drops/1", format!("a {name} in hand may be dropped on any empty square"))
}

fn explain_move(position: &Position, from: Square, to: Square) -> Verdict {
    let mover = position.mover();
    let Some((piece, owner)) = position.piece(from) else {
        return Verdict::refused("shogi5/pieces/11", format!("there is no piece on {from}"));
    };
    if owner != mover {
        let text = format!("the piece on {from} is {}'s, and {} is on move", owner.name(), mover.name());
        return Verdict::refused("shogi5/pieces/11", text);
    }
    if position.piece(to).is_some_and(|(_, owner)| owner == mover) {
        return Verdict::refused("shogi5/pieces/11", format!("a piece of your own stands on {to}"));
    }
    let (rule, how) = movement(piece);
    let name = name(piece);
    if reach(piece.code(), mover, from, position.occupied()).contains(to) {
        return Verdict::allowed(rule, format!("the {name} {how}"));
    }
    if reach(piece.code(), mover, from, Set::EMPTY).contains(to) {
        return Verdict::refused(
            "shogi5/pieces/12",
            format!("a piece stands in the way from {from} to {to}: nothing jumps"),
        );
    }
    Verdict::refused(rule, format!("the {name} {how}; {to} is not one of these squares"))
}

/// The row of *Pieces* and how the piece moves, in words.
fn movement(piece: Piece) -> (&'static str, &'static str) {
    match (piece.kind, piece.promoted) {
        (Kind::Soldier, false) => ("shogi5/pieces/1", "steps straight forward"),
        (Kind::Spear, false) => ("shogi5/pieces/2", "slides straight forward"),
        (Kind::Elephant, false) => ("shogi5/pieces/3", "slides on the two forward diagonals"),
        (Kind::Silver, false) => ("shogi5/pieces/4", "steps straight forward or on any diagonal"),
        (Kind::Gold, _) => ("shogi5/pieces/5", "steps forward, forward on a diagonal, left, right or straight back"),
        (Kind::King, _) => ("shogi5/pieces/6", "steps in all eight directions"),
        (Kind::Soldier, true) => ("shogi5/pieces/7", "moves like the golden general"),
        (Kind::Spear, true) => ("shogi5/pieces/8", "slides forward, back, left and right"),
        (Kind::Elephant, true) => {
            ("shogi5/pieces/9", "slides on the four diagonals and steps straight in four directions")
        }
        (Kind::Silver, true) => ("shogi5/pieces/10", "goes one or two squares in one of the eight directions"),
    }
}

pub(crate) fn name(piece: Piece) -> &'static str {
    Position::INFO.kind(piece.id()).map_or(piece.id(), |kind| kind.name)
}
