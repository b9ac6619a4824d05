//! Chance nodes: an actor whose actions have known weights. The caller brings the randomness.

use std::ops::ControlFlow;

use crate::Rules;

/// An exact probability.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Probability {
    /// The action's weight.
    pub weight: u32,
    /// The sum of the weights of all actions that chance has here.
    pub total: u32,
}

impl Probability {
    /// As a fraction of one.
    pub fn as_f64(self) -> f64 {
        f64::from(self.weight) / f64::from(self.total)
    }
}

/// A source of randomness, brought by the caller. A closure from the number of sides to the side is
/// one.
pub trait Dice {
    /// A number from 0 to `sides` - 1, each as likely as the others.
    fn roll(&mut self, sides: u32) -> u32;
}

impl<F: FnMut(u32) -> u32> Dice for F {
    fn roll(&mut self, sides: u32) -> u32 {
        self(sides)
    }
}

/// Samples one of chance's actions by their weights; `None` if there is no action.
pub fn draw<R: Rules>(position: &R, dice: &mut (impl Dice + ?Sized)) -> Option<R::Action> {
    let mut total = 0;
    let _ = position.actions(&mut |action| {
        total += position.weight(action);
        ControlFlow::Continue(())
    });
    if total == 0 {
        return None;
    }
    let mut left = dice.roll(total);
    let mut drawn = None;
    let _ = position.actions(&mut |action| {
        let weight = position.weight(action);
        if left < weight {
            drawn = Some(action);
            return ControlFlow::Break(());
        }
        left -= weight;
        ControlFlow::Continue(())
    });
    drawn
}
