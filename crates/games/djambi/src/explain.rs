//! Why an action is legal or not, in words a player understands.

use std::borrow::Cow;

use menagerie_game::{Verdict, message};

use crate::actions::Action;
use crate::board::{MAZE, Square, beside, first_between, in_line, neighbours, within_two};
use crate::piece::Color;
use crate::piece::Kind::*;
use crate::piece::{Piece, Unit};
use crate::position::{Pending, Position, Turn};

impl Position {
    pub(crate) fn explain(&self, action: Action) -> Verdict {
        let Some(turn) = self.turn else { return Verdict::refused("djambi/end/1", message!("over")) };
        match (self.pending, action) {
            (Pending::Move, Action::Move { from, to }) => self.judge_move(turn, from, to),
            (Pending::Move, Action::Pass) => self.judge_pass(turn),
            (Pending::Move, Action::At(_) | Action::Stop) => {
                Verdict::refused("djambi/turn/1", message!("refused-begin"))
            }
            (Pending::Hand(unit), Action::At(square)) => self.judge_put_down(unit, square),
            (Pending::Hand(unit), _) => {
                Verdict::refused("djambi/turn/2", message!("refused-put-first", unit = in_hand(unit)))
            }
            (Pending::Kill(reporter), Action::At(square)) => self.judge_victim(turn, reporter, square),
            (Pending::Kill(_), Action::Stop) => Verdict::allowed("djambi/pieces/11", message!("allowed-spare")),
            (Pending::Kill(_), _) => Verdict::refused("djambi/turn/3", message!("refused-victim-first")),
            (Pending::Exit, Action::Move { from: MAZE, to }) => self.judge_exit(to),
            (Pending::Exit, _) => Verdict::refused("djambi/turn/4", message!("refused-exit-first")),
        }
    }

    fn judge_pass(&self, turn: Turn) -> Verdict {
        if self.in_power() != Some(turn.seat) {
            return Verdict::refused("djambi/turn/6", message!("refused-pass"));
        }
        if self.has_move(turn.seat) {
            return Verdict::refused("djambi/power/7", message!("refused-pass-power"));
        }
        Verdict::allowed("djambi/power/7", message!("allowed-pass"))
    }

    fn judge_move(&self, turn: Turn, from: Square, to: Square) -> Verdict {
        let mover = match self.mover(turn, from) {
            Ok(mover) => mover,
            Err(refusal) => return refusal,
        };
        let name = mover.kind.words();
        if !in_line(from, to) {
            return Verdict::refused("djambi/pieces/1", message!("refused-line"));
        }
        if mover.kind == Militant && !within_two(from).contains(to) {
            return Verdict::refused("djambi/pieces/3", message!("refused-militant-far"));
        }
        if let Some(between) = first_between(from, to, self.occupied()) {
            return Verdict::refused("djambi/pieces/1", message!("refused-blocked", between));
        }
        match self.at(to) {
            None => judge_empty(mover, to),
            Some(Unit::Corpse) if mover.kind == Necromobile => {
                Verdict::allowed("djambi/pieces/9", message!("allowed-necromobile"))
            }
            Some(Unit::Corpse) => Verdict::refused("djambi/pieces/9", message!("refused-corpse", to, kind = name)),
            Some(Unit::Living(met)) => self.judge_meeting(turn, mover, met, to),
        }
    }

    /// The ally on a square, or the refusal if there is none.
    fn mover(&self, turn: Turn, from: Square) -> Result<Piece, Verdict> {
        let piece = match self.at(from) {
            None => return Err(Verdict::refused("djambi/actions/1", message!("refused-no-piece", from))),
            Some(Unit::Corpse) => {
                return Err(Verdict::refused("djambi/words/6", message!("refused-corpse-moves")));
            }
            Some(Unit::Living(piece)) => piece,
        };
        let color = piece.color.words();
        match self.control[piece.color as usize] {
            Some(seat) if seat == turn.seat => Ok(piece),
            Some(seat) => {
                Err(Verdict::refused("djambi/actions/1", message!("refused-under", color, seat = seat.words())))
            }
            None if self.is_neutral(piece.color) => {
                Err(Verdict::refused("djambi/words/4", message!("refused-neutral", color)))
            }
            None => Err(Verdict::refused("djambi/words/5", message!("refused-leaderless", color))),
        }
    }

    /// A move to the square of a living piece.
    fn judge_meeting(&self, turn: Turn, mover: Piece, met: Piece, to: Square) -> Verdict {
        let name = mover.kind.words();
        if let Some(refusal) = self.untouchable(turn, met.color, "djambi/pieces/4") {
            return refusal;
        }
        match mover.kind {
            Chief => Verdict::allowed("djambi/pieces/5", message!("allowed-chief")),
            Militant if to == MAZE => Verdict::refused("djambi/power/8", message!("refused-militant-maze")),
            Militant => Verdict::allowed("djambi/pieces/6", message!("allowed-militant")),
            Assassin if to == MAZE && (neighbours(MAZE) - self.occupied()).is_empty() => {
                Verdict::refused("djambi/pieces/7", message!("refused-assassin-maze"))
            }
            Assassin => Verdict::allowed("djambi/pieces/7", message!("allowed-assassin")),
            Diplomat => Verdict::allowed("djambi/pieces/8", message!("allowed-diplomat")),
            Necromobile => Verdict::refused("djambi/pieces/9", message!("refused-necromobile", kind = name)),
            Reporter => Verdict::refused("djambi/pieces/10", message!("refused-reporter-meets")),
        }
    }

    /// The refusal if the seat on turn may neither kill nor lift pieces of this colour.
    fn untouchable(&self, turn: Turn, color: Color, rule: &'static str) -> Option<Verdict> {
        let name = color.words();
        if self.control[color as usize] == Some(turn.seat) {
            return Some(Verdict::refused(rule, message!("refused-own", color = name)));
        }
        let leaderless = || message!("refused-untouchable", color = name);
        self.is_leaderless(color).then(|| Verdict::refused(rule, leaderless()))
    }

    fn judge_put_down(&self, unit: Unit, square: Square) -> Verdict {
        let empty = !self.occupied();
        if !empty.contains(square) {
            return Verdict::refused("djambi/put-down/1", message!("refused-put-occupied", square));
        }
        let is_chief = matches!(unit, Unit::Living(Piece { kind: Chief, .. }));
        if square == MAZE && !is_chief {
            return Verdict::refused("djambi/put-down/2", message!("refused-put-maze"));
        }
        if self.last_exit(empty).contains(square) {
            return Verdict::refused("djambi/put-down/3", message!("refused-put-exit"));
        }
        match square {
            MAZE => Verdict::allowed("djambi/put-down/2", message!("allowed-put-maze")),
            _ => Verdict::allowed("djambi/put-down/1", message!("allowed-put")),
        }
    }

    fn judge_victim(&self, turn: Turn, reporter: Square, square: Square) -> Verdict {
        if !beside(reporter).contains(square) {
            return Verdict::refused("djambi/pieces/11", message!("refused-victim-far"));
        }
        match self.at(square) {
            Some(Unit::Living(piece)) => {
                let refusal = self.untouchable(turn, piece.color, "djambi/pieces/11");
                refusal.unwrap_or_else(|| Verdict::allowed("djambi/pieces/11", message!("allowed-victim")))
            }
            _ => Verdict::refused("djambi/pieces/11", message!("refused-victim-none", square)),
        }
    }

    fn judge_exit(&self, to: Square) -> Verdict {
        if !in_line(MAZE, to) {
            return Verdict::refused("djambi/pieces/12", message!("refused-exit-line"));
        }
        if let Some(between) = first_between(MAZE, to, self.occupied()) {
            return Verdict::refused("djambi/pieces/12", message!("refused-blocked", between));
        }
        match self.at(to) {
            Some(_) => Verdict::refused("djambi/pieces/12", message!("refused-exit-occupied")),
            None => Verdict::allowed("djambi/pieces/12", message!("allowed-exit")),
        }
    }
}

/// A move to an empty square.
fn judge_empty(mover: Piece, to: Square) -> Verdict {
    if to == MAZE && mover.kind != Chief {
        return Verdict::refused("djambi/pieces/13", message!("refused-stop-maze", kind = mover.kind.words()));
    }
    let rule = match mover.kind {
        Chief => "djambi/pieces/5",
        Militant => "djambi/pieces/6",
        Assassin => "djambi/pieces/7",
        Diplomat => "djambi/pieces/8",
        Necromobile => "djambi/pieces/9",
        Reporter => "djambi/pieces/10",
    };
    Verdict::allowed(rule, message!("allowed-move", kind = mover.kind.words()))
}

/// What is in the hand, in words.
pub(crate) fn in_hand(unit: Unit) -> Cow<'static, str> {
    match unit {
        Unit::Corpse => message!("unit-corpse"),
        Unit::Living(piece) => message!("unit-living", color = piece.color.words(), kind = piece.kind.words()),
    }
}
