//! Why an action is legal or not.

use menagerie_game::{RulesExt, Verdict, message};

use crate::board::{Set, Square};
use crate::messages::MESSAGES;
use crate::position::Position;
use crate::reach::reach;
use crate::{Action, Kind, Piece};

/// The rule that allows or forbids an action here.
pub(crate) fn explain(position: &Position, action: Action) -> Verdict {
    if let Some(winner) = position.winner() {
        return Verdict::refused(position.ended_by().rule, message!("over", winner = winner.words()));
    }
    let verdict = match action {
        Action::Move { from, to } => explain_move(position, from, to),
        Action::Drop { kind, to } => explain_drop(position, kind, to),
    };
    debug_assert_eq!(verdict.legal, position.is_legal(action));
    verdict
}

fn explain_drop(position: &Position, kind: Kind, to: Square) -> Verdict {
    let piece = Piece::plain(kind).words();
    if position.hands().count(position.mover(), kind) == 0 {
        let reason = message!("refused-not-in-hand", piece, color = position.mover().words());
        return Verdict::refused("shogi5/drops/1", reason);
    }
    if position.piece(to).is_some() {
        return Verdict::refused("shogi5/drops/1", message!("refused-drop-occupied", to));
    }
    Verdict::allowed("shogi5/drops/1", message!("allowed-drop", piece))
}

fn explain_move(position: &Position, from: Square, to: Square) -> Verdict {
    let mover = position.mover();
    let Some((piece, owner)) = position.piece(from) else {
        return Verdict::refused("shogi5/pieces/11", message!("refused-no-piece", from));
    };
    if owner != mover {
        let text = message!("refused-other-side", from, owner = owner.words(), mover = mover.words());
        return Verdict::refused("shogi5/pieces/11", text);
    }
    if position.piece(to).is_some_and(|(_, owner)| owner == mover) {
        return Verdict::refused("shogi5/pieces/11", message!("refused-own-piece", to));
    }
    let (rule, name) = (movement_rule(piece), piece.words());
    let how = MESSAGES.fact_text("kind", piece.id(), "moves");
    if reach(piece.code(), mover, from, position.occupied()).contains(to) {
        return Verdict::allowed(rule, message!("allowed-move", piece = name, how));
    }
    if reach(piece.code(), mover, from, Set::EMPTY).contains(to) {
        return Verdict::refused("shogi5/pieces/12", message!("refused-blocked", from, to));
    }
    Verdict::refused(rule, message!("refused-move", piece = name, how, to))
}

/// The row of *Pieces*.
const fn movement_rule(piece: Piece) -> &'static str {
    match (piece.kind, piece.promoted) {
        (Kind::Soldier, false) => "shogi5/pieces/1",
        (Kind::Spear, false) => "shogi5/pieces/2",
        (Kind::Elephant, false) => "shogi5/pieces/3",
        (Kind::Silver, false) => "shogi5/pieces/4",
        (Kind::Gold, _) => "shogi5/pieces/5",
        (Kind::King, _) => "shogi5/pieces/6",
        (Kind::Soldier, true) => "shogi5/pieces/7",
        (Kind::Spear, true) => "shogi5/pieces/8",
        (Kind::Elephant, true) => "shogi5/pieces/9",
        (Kind::Silver, true) => "shogi5/pieces/10",
    }
}
