//! Validation of positions that were read: V2 to V8 of the rules.

use menagerie_game::TextError;

use crate::board::{Set, Square};
use crate::piece::{Cell, Color, Kind, Royal};
use crate::position::{Pending, Position};

type Checked = Result<(), TextError>;

/// Refuses with a rule and a reason unless the condition holds.
fn ensure(so: bool, rule: &'static str, reason: impl FnOnce() -> String) -> Checked {
    if so { Ok(()) } else { Err(TextError::not_a_position(rule, reason())) }
}

impl Position {
    /// Whether a game could be in this position, as far as the rules ask. The reader checks forms, V3, V5 and
    /// the letters of V6: this type cannot hold what they forbid.
    pub(crate) fn check(&self) -> Checked {
        self.check_royals()?;
        self.check_fish()?;
        self.check_pending()?;
        self.check_rook_field()?;
        self.check_end()
    }

    /// V2
    fn check_royals(&self) -> Checked {
        for color in Color::ALL {
            for royal in [Royal::King, Royal::Queen] {
                let count = self.count_royal(color, royal);
                ensure(count == 1, "chess2/V2", || {
                    let (color, royal) = (color.name(), royal.kind().id());
                    format!("{color} must have exactly one {royal} on the board or in jail, not {count}")
                })?;
            }
        }
        Ok(())
    }

    fn count_royal(&self, color: Color, royal: Royal) -> u32 {
        let jailed = Cell::of(color).iter().filter(|&&cell| self.jail[cell as usize] == Some(royal)).count();
        let in_custody = self.pending == Pending::Jail(royal) && self.side != color;
        self.pieces(color, royal.kind()).len() + jailed as u32 + u32::from(in_custody)
    }

    /// V4
    fn check_fish(&self) -> Checked {
        for color in Color::ALL {
            let stranded = self.pieces(color, Kind::Fish).into_iter().find(|fish| fish.rank() == color.last_rank());
            ensure(stranded.is_none(), "chess2/V4", || {
                format!("a {} fish on rank {} would be a fishy queen", color.name(), color.last_rank() + 1)
            })?;
        }
        Ok(())
    }

    /// V6
    fn check_pending(&self) -> Checked {
        match self.pending {
            Pending::Nothing | Pending::Jail(_) => Ok(()),
            Pending::Hop { at, jumped } => {
                ensure(self.pieces(self.side, Kind::Monkey).contains(at), "chess2/V6", || {
                    format!("{at} must hold a monkey of the side on move")
                })?;
                ensure(!jumped.is_empty(), "chess2/V6", || "a monkey that has hopped has jumped over a piece".into())?;
                self.check_chain(at, jumped)
            }
            Pending::Swing { cell, jumped } => {
                let gate = cell.gate();
                ensure(cell.color() == self.side, "chess2/V6", || format!("{cell} is not a cell of the side on move"))?;
                let freed = self.pieces(self.side, Kind::King).contains(gate) && !self.banana[self.side as usize];
                ensure(freed, "chess2/V6", || format!("the king without banana must stand on {gate}"))?;
                self.check_chain(gate, jumped)
            }
        }
    }

    /// What holds for both kinds of chains; the monkey's hops are measured from `at`.
    fn check_chain(&self, at: Square, jumped: Set) -> Checked {
        ensure((jumped - self.occupied()).is_empty(), "chess2/V6", || "a square jumped over is empty".into())?;
        ensure(!jumped.contains(at), "chess2/V6", || format!("{at} itself cannot have been jumped over"))?;
        ensure(!self.hops(at, jumped).is_empty(), "chess2/V6", || "no hop is left, so the turn would be over".into())
    }

    /// V7
    fn check_rook_field(&self) -> Checked {
        ensure(!self.rooks_may_take || self.pending == Pending::Nothing, "chess2/V7", || {
            "the rook field is '-' in the middle of a turn".into()
        })
    }

    /// V8
    fn check_end(&self) -> Checked {
        let Some(loser) = self.loser() else { return Ok(()) };
        let settled = self.side == loser && self.pending == Pending::Nothing && !self.rooks_may_take;
        ensure(settled, "chess2/V8", || {
            format!("{} has lost, so the text must end its turn: its side, rook '-', pending '-'", loser.name())
        })?;
        ensure(self.empty_cells(loser.other()).next().is_some(), "chess2/V8", || "both sides cannot have lost".into())
    }
}
