//! What lies on the planes, and how much of them is left.

use super::{LANDS, Lister, ZONES};
use crate::board::Plane;
use crate::piece::other;

/// Fire, Ice, Chaos Orbs, coins: item × plane × zone.
const ITEMS: usize = LANDS;
/// The coins that lie on a plane.
const COINS: usize = ITEMS + 4 * 3 * ZONES;
/// Traps: side × number.
const TRAPS: usize = COINS + 3 * COIN_STEPS.len();
/// The seat's own traps on Earth: zone.
const OWN_TRAPS: usize = TRAPS + 2 * TRAP_STEPS.len();
/// What is missing of Heaven and of Hell.
const MISSING: usize = OWN_TRAPS + ZONES;

/// How many features there are here.
pub(super) const COUNT: usize = MISSING + 2 * MISSING_STEPS.len() - LANDS;

const COIN_STEPS: [usize; 5] = [1, 2, 4, 7, 12];
const TRAP_STEPS: [usize; 4] = [1, 2, 3, 5];
const MISSING_STEPS: [usize; 4] = [1, 17, 33, 64];

impl Lister<'_> {
    pub(super) fn lands(&mut self) {
        let items = &self.position.items;
        for (item, region) in [&items.fire, &items.ice, &items.orbs, items.coins()].into_iter().enumerate() {
            for plane in Plane::ALL {
                self.add_zones(ITEMS + (item * 3 + plane as usize) * ZONES, region[plane]);
            }
        }
        let mut amounts = [0; 3];
        for square in items.coins().iter() {
            amounts[square.plane() as usize] += usize::from(items.coins_on(square));
        }
        for (plane, amount) in amounts.into_iter().enumerate() {
            self.add_steps(COINS + plane * COIN_STEPS.len(), amount, &COIN_STEPS);
        }
        for (side, seat) in [self.seat, other(self.seat)].into_iter().enumerate() {
            let traps = items.traps_of(seat).len() as usize;
            self.add_steps(TRAPS + side * TRAP_STEPS.len(), traps, &TRAP_STEPS);
        }
        self.add_zones(OWN_TRAPS, items.traps_of(self.seat)[Plane::Earth]);
        for (number, plane) in [Plane::Heaven, Plane::Hell].into_iter().enumerate() {
            let missing = 64 - self.position.exists[plane].len() as usize;
            self.add_steps(MISSING + number * MISSING_STEPS.len(), missing, &MISSING_STEPS);
        }
    }
}
