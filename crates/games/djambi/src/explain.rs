//! Why an action is legal or not, in words a player understands.

use menagerie_game::Verdict;

use crate::actions::Action;
use crate::board::{MAZE, Square, beside, first_between, in_line, neighbours, within_two};
use crate::piece::Color;
use crate::piece::Kind::*;
use crate::piece::{Piece, Unit};
use crate::position::{Pending, Position, Turn};

impl Position {
    pub(crate) fn explain(&self, action: Action) -> Verdict {
        let Some(turn) = self.turn else { return Verdict::refused("djambi/end/1", "the game is over") };
        match (self.pending, action) {
            (Pending::Move, Action::Move { from, to }) => self.judge_move(turn, from, to),
            (Pending::Move, Action::Pass) => self.judge_pass(turn),
            (Pending::Move, Action::At(_) | Action::Stop) => {
                Verdict::refused("djambi/turn/1", "the turn begins with a move of one of your pieces")
            }
            (Pending::Hand(unit), Action::At(square)) => self.judge_put_down(unit, square),
            (Pending::Hand(unit), _) => {
                Verdict::refused("djambi/turn/2", format!("first put {} down on a free square", in_hand(unit)))
            }
            (Pending::Kill(reporter), Action::At(square)) => self.judge_victim(turn, reporter, square),
            (Pending::Kill(_), Action::Stop) => Verdict::allowed("djambi/pieces/11", "the reporter spares everybody"),
            (Pending::Kill(_), _) => {
                Verdict::refused("djambi/turn/3", "first choose the reporter's victim, or spare them all")
            }
            (Pending::Exit, Action::Move { from: MAZE, to }) => self.judge_exit(to),
            (Pending::Exit, _) => Verdict::refused("djambi/turn/4", "the piece in the Maze must leave it now"),
        }
    }

    fn judge_pass(&self, turn: Turn) -> Verdict {
        if self.in_power() != Some(turn.seat) {
            return Verdict::refused("djambi/turn/6", "there is no passing");
        }
        if self.has_move(turn.seat) {
            return Verdict::refused("djambi/power/7", "a seat in power passes only if it has no move");
        }
        Verdict::allowed("djambi/power/7", "a seat in power without a move passes")
    }

    fn judge_move(&self, turn: Turn, from: Square, to: Square) -> Verdict {
        let mover = match self.mover(turn, from) {
            Ok(mover) => mover,
            Err(refusal) => return refusal,
        };
        let name = mover.kind.name();
        if !in_line(from, to) {
            return Verdict::refused("djambi/pieces/1", "every piece goes in a straight line, also diagonally");
        }
        if mover.kind == Militant && !within_two(from).contains(to) {
            return Verdict::refused("djambi/pieces/3", "a militant goes one or two squares");
        }
        if let Some(between) = first_between(from, to, self.occupied()) {
            return Verdict::refused("djambi/pieces/1", format!("nothing is jumped, and {between} is occupied"));
        }
        match self.at(to) {
            None => judge_empty(mover, to),
            Some(Unit::Corpse) if mover.kind == Necromobile => {
                Verdict::allowed("djambi/pieces/9", "a necromobile lifts a corpse")
            }
            Some(Unit::Corpse) => Verdict::refused(
                "djambi/pieces/9",
                format!("a corpse lies on {to}: only a necromobile may go there, not a {name}"),
            ),
            Some(Unit::Living(met)) => self.judge_meeting(turn, mover, met, to),
        }
    }

    /// The ally that is to move, or why there is none.
    fn mover(&self, turn: Turn, from: Square) -> Result<Piece, Verdict> {
        let piece = match self.at(from) {
            None => return Err(Verdict::refused("djambi/actions/1", format!("there is no piece on {from}"))),
            Some(Unit::Corpse) => {
                return Err(Verdict::refused("djambi/words/6", "a corpse does not move: a necromobile can carry it"));
            }
            Some(Unit::Living(piece)) => piece,
        };
        let color = piece.color.name();
        match self.control[piece.color as usize] {
            Some(seat) if seat == turn.seat => Ok(piece),
            Some(seat) => {
                Err(Verdict::refused("djambi/actions/1", format!("the {color} pieces are under {}", seat.name())))
            }
            None if self.is_neutral(piece.color) => {
                Err(Verdict::refused("djambi/words/4", format!("{color} is neutral: nobody moves its pieces")))
            }
            None => Err(Verdict::refused(
                "djambi/words/5",
                format!("{color} is leaderless: nobody moves its pieces until a seat in power takes them over"),
            )),
        }
    }

    /// A move to the square of a living piece.
    fn judge_meeting(&self, turn: Turn, mover: Piece, met: Piece, to: Square) -> Verdict {
        let name = mover.kind.name();
        if let Some(refusal) = self.untouchable(turn, met.color, "djambi/pieces/4") {
            return refusal;
        }
        match mover.kind {
            Chief => Verdict::allowed("djambi/pieces/5", "a chief kills what it meets, also in the Maze"),
            Militant if to == MAZE => {
                Verdict::refused("djambi/power/8", "a militant can do nothing to a chief in the Maze")
            }
            Militant => Verdict::allowed("djambi/pieces/6", "a militant kills what it meets"),
            Assassin if to == MAZE && (neighbours(MAZE) - self.occupied()).is_empty() => Verdict::refused(
                "djambi/pieces/7",
                "the assassin could not leave the Maze again: no square around it is free",
            ),
            Assassin => {
                Verdict::allowed("djambi/pieces/7", "an assassin kills and leaves the corpse where it came from")
            }
            Diplomat => Verdict::allowed("djambi/pieces/8", "a diplomat lifts a living enemy"),
            Necromobile => Verdict::refused("djambi/pieces/9", format!("a {name} lifts only the dead")),
            Reporter => Verdict::refused("djambi/pieces/10", "a reporter goes to a free square and kills from there"),
        }
    }

    /// Why a piece of this colour may be neither killed nor lifted by the seat on turn, if so.
    fn untouchable(&self, turn: Turn, color: Color, rule: &'static str) -> Option<Verdict> {
        let name = color.name();
        if self.control[color as usize] == Some(turn.seat) {
            return Some(Verdict::refused(rule, format!("the {name} pieces are your own")));
        }
        let leaderless = || format!("{name} is leaderless: its pieces cannot be touched until a seat takes them over");
        self.is_leaderless(color).then(|| Verdict::refused(rule, leaderless()))
    }

    fn judge_put_down(&self, unit: Unit, square: Square) -> Verdict {
        let empty = !self.occupied();
        if !empty.contains(square) {
            return Verdict::refused("djambi/put-down/1", format!("{square} is not free"));
        }
        let is_chief = matches!(unit, Unit::Living(Piece { kind: Chief, .. }));
        if square == MAZE && !is_chief {
            return Verdict::refused("djambi/put-down/2", "only a living chief may be put into the Maze");
        }
        if self.last_exit(empty).contains(square) {
            return Verdict::refused("djambi/put-down/3", "this is the last way out of the Maze: it must stay free");
        }
        match square {
            MAZE => Verdict::allowed("djambi/put-down/2", "a living chief may be put into the Maze"),
            _ => Verdict::allowed("djambi/put-down/1", "the square is free"),
        }
    }

    fn judge_victim(&self, turn: Turn, reporter: Square, square: Square) -> Verdict {
        if !beside(reporter).contains(square) {
            return Verdict::refused("djambi/pieces/11", "a reporter kills only right beside it, not diagonally");
        }
        match self.at(square) {
            Some(Unit::Living(piece)) => {
                let refusal = self.untouchable(turn, piece.color, "djambi/pieces/11");
                refusal.unwrap_or_else(|| Verdict::allowed("djambi/pieces/11", "an enemy beside the reporter"))
            }
            _ => Verdict::refused("djambi/pieces/11", format!("nobody living stands on {square}")),
        }
    }

    fn judge_exit(&self, to: Square) -> Verdict {
        if !in_line(MAZE, to) {
            return Verdict::refused("djambi/pieces/12", "the Maze is left in a straight line");
        }
        if let Some(between) = first_between(MAZE, to, self.occupied()) {
            return Verdict::refused("djambi/pieces/12", format!("nothing is jumped, and {between} is occupied"));
        }
        match self.at(to) {
            Some(_) => Verdict::refused("djambi/pieces/12", "leaving the Maze takes nothing: go to a free square"),
            None => Verdict::allowed("djambi/pieces/12", "a free line out of the Maze"),
        }
    }
}

/// A move to an empty square.
fn judge_empty(mover: Piece, to: Square) -> Verdict {
    if to == MAZE && mover.kind != Chief {
        return Verdict::refused(
            "djambi/pieces/13",
            format!("only a chief may stop in the Maze, not a {}", mover.kind.name()),
        );
    }
    let rule = match mover.kind {
        Chief => "djambi/pieces/5",
        Militant => "djambi/pieces/6",
        Assassin => "djambi/pieces/7",
        Diplomat => "djambi/pieces/8",
        Necromobile => "djambi/pieces/9",
        Reporter => "djambi/pieces/10",
    };
    Verdict::allowed(rule, format!("the way is free for the {}", mover.kind.name()))
}

/// What is in the hand, in words.
pub(crate) fn in_hand(unit: Unit) -> String {
    match unit {
        Unit::Corpse => "the corpse".into(),
        Unit::Living(piece) => format!("the {} {}", piece.color.name(), piece.kind.name()),
    }
}
