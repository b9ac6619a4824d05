//! Validation of positions that were read: djambi/position/2 to 11.

use std::ops::ControlFlow;

use menagerie_game::TextError;

use crate::actions::Action;
use crate::board::{MAZE, neighbours};
use crate::piece::Kind::{self, *};
use crate::piece::{Color, Piece, Unit};
use crate::position::{Pending, Position, Turn};

/// How many units the game has.
const UNITS: u32 = 36;

type Checked = Result<(), TextError>;

impl Position {
    /// Refuses positions that cannot come up, by the rules of djambi/position.
    pub(crate) fn validate(&self) -> Checked {
        self.check_units()?;
        self.check_control()?;
        self.check_chiefs()?;
        self.check_turn()?;
        let Some(turn) = self.turn else { return self.check_maze_at_rest() };
        self.check_maze(turn)?;
        self.check_pending(turn)?;
        let can_act = self.actions(&mut |_: Action| ControlFlow::Break(())).is_break();
        ensure(can_act, "djambi/position/11", || format!("{} is on turn and has no move", turn.seat.name()))
    }

    fn check_units(&self) -> Checked {
        let in_hand = |piece| u32::from(self.pending == Pending::Hand(Unit::Living(piece)));
        for color in Color::ALL {
            for kind in Kind::ALL {
                let on_board = (self.colors[color as usize] & self.kinds[kind as usize]).len();
                ensure(on_board + in_hand(Piece { color, kind }) <= kind.per_color(), "djambi/position/2", || {
                    format!("{} has at most {} of the kind {}", color.name(), kind.per_color(), kind.name())
                })?;
            }
        }
        let hand = u32::from(matches!(self.pending, Pending::Hand(_)));
        ensure(self.occupied().len() + hand <= UNITS, "djambi/position/2", || {
            "there are at most 36 pieces and corpses".into()
        })
    }

    fn check_control(&self) -> Checked {
        for color in Color::ALL {
            let Some(seat) = self.control[color as usize] else { continue };
            ensure(self.players.seats_color(seat) && self.is_living(seat), "djambi/position/3", || {
                format!("{} is under {}, which is not a living seat of this game", color.name(), seat.name())
            })?;
        }
        ensure(self.living_count() > 0, "djambi/position/3", || "one seat at least is living".into())
    }

    fn check_chiefs(&self) -> Checked {
        for color in Color::ALL {
            let has_seat = self.players.seats_color(color);
            let is_free_neutral = !has_seat && self.control[color as usize].is_none();
            ensure(is_free_neutral || self.has_chief(color) == self.is_living(color), "djambi/position/4", || {
                let should = if self.is_living(color) {
                    "is living: its chief must be there"
                } else {
                    "is out: its chief is dead"
                };
                format!("{} {should}", color.name())
            })?;
        }
        Ok(())
    }

    fn check_turn(&self) -> Checked {
        if let Some(turn) = self.turn {
            ensure(self.is_living(turn.seat), "djambi/position/5", || "the seat on turn is living".into())?;
            ensure(self.players.seats_color(turn.slot), "djambi/position/5", || {
                "the letter after + is a seat of this game".into()
            })?;
        }
        let is_over = self.is_decided() && self.pending == Pending::Move;
        ensure(self.turn.is_none() == is_over, "djambi/position/6", || {
            "turn is - exactly if one seat is living and nothing is pending".into()
        })
    }

    fn check_maze_at_rest(&self) -> Checked {
        ensure(self.guest_in_maze().is_none(), "djambi/position/7", || {
            "only chiefs and corpses rest in the Maze".into()
        })
    }

    fn check_maze(&self, turn: Turn) -> Checked {
        let Some(guest) = self.guest_in_maze() else { return Ok(()) };
        let is_ally = self.control[guest.color as usize] == Some(turn.seat);
        let has_way_out = !(neighbours(MAZE) - self.occupied()).is_empty();
        let is_passing = match self.pending {
            Pending::Exit => matches!(guest.kind, Assassin | Diplomat | Necromobile),
            Pending::Hand(Unit::Corpse) => guest.kind == Necromobile,
            Pending::Hand(Unit::Living(lifted)) => lifted.kind == Chief && guest.kind == Diplomat,
            Pending::Move | Pending::Kill(_) => false,
        };
        ensure(is_ally && has_way_out && is_passing, "djambi/position/7", || {
            format!("a {} in the Maze is an ally of the seat on turn that is about to leave it", guest.kind.name())
        })
    }

    fn check_pending(&self, turn: Turn) -> Checked {
        match self.pending {
            Pending::Move | Pending::Hand(Unit::Corpse) => Ok(()),
            Pending::Exit => ensure(self.guest_in_maze().is_some(), "djambi/position/8", || {
                "exit needs an assassin, diplomat or necromobile in the Maze".into()
            }),
            Pending::Hand(Unit::Living(piece)) => {
                ensure(self.is_enemy(piece.color, turn.seat), "djambi/position/9", || {
                    "a piece in the hand is an enemy of the seat on turn".into()
                })
            }
            Pending::Kill(square) => {
                let reporters = self.kinds[Reporter as usize] & self.allies(turn.seat);
                let may_kill = reporters.contains(square) && !self.victims(turn.seat, square).is_empty();
                ensure(may_kill, "djambi/position/10", || {
                    format!("kill:{square} needs an allied reporter there and an enemy beside it")
                })
            }
        }
    }
}

fn ensure(holds: bool, rule: &'static str, reason: impl FnOnce() -> String) -> Checked {
    if holds { Ok(()) } else { Err(TextError::not_a_position(rule, reason())) }
}
