//! What lies on squares: Fire, Ice, Chaos Orbs, coins, Secret Traps (heaven-hell/9).

use menagerie_game::Seat;

use crate::board::{Plane, Region, Set, Square};
use crate::info::INFO;

/// Fire or Ice: a square has at most one of them.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Element {
    /// Burns a piece that is moved there.
    Fire,
    /// Makes a piece that moves there slide on.
    Ice,
}

impl Element {
    /// As in action texts.
    pub const fn id(self) -> &'static str {
        match self {
            Self::Fire => "fire",
            Self::Ice => "ice",
        }
    }

    /// As in sentences.
    pub fn name(self) -> &'static str {
        INFO.kind_name(self.id())
    }

    #[must_use]
    pub(crate) const fn opposite(self) -> Self {
        match self {
            Self::Fire => Self::Ice,
            Self::Ice => Self::Fire,
        }
    }
}

/// The items of all squares.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Items {
    pub(crate) fire: Region,
    pub(crate) ice: Region,
    pub(crate) orbs: Region,
    /// By seat.
    pub(crate) traps: [Region; 2],
    coins: Region,
    amounts: [u16; Square::COUNT],
}

impl Items {
    pub(crate) const fn new() -> Self {
        Self {
            fire: Region::EMPTY,
            ice: Region::EMPTY,
            orbs: Region::EMPTY,
            traps: [Region::EMPTY; 2],
            coins: Region::EMPTY,
            amounts: [0; Square::COUNT],
        }
    }

    pub(crate) const fn of(&self, element: Element) -> &Region {
        match element {
            Element::Fire => &self.fire,
            Element::Ice => &self.ice,
        }
    }

    fn of_mut(&mut self, element: Element) -> &mut Region {
        match element {
            Element::Fire => &mut self.fire,
            Element::Ice => &mut self.ice,
        }
    }

    /// The squares with Fire, Ice, a Chaos Orb or coins.
    pub(crate) fn visible(&self) -> Region {
        Region::from_fn(|plane| self.visible_on(plane))
    }

    #[inline]
    pub(crate) fn visible_on(&self, plane: Plane) -> Set {
        self.fire[plane] | self.ice[plane] | self.orbs[plane] | self.coins[plane]
    }

    /// Puts Fire or Ice on a square: it melts with its opposite to nothing (heaven-hell/9). Whether it lies there now.
    pub(crate) fn put(&mut self, element: Element, square: Square) -> bool {
        let opposite = self.of_mut(element.opposite());
        if opposite.contains(square) {
            opposite.remove(square);
            return false;
        }
        self.of_mut(element).insert(square);
        true
    }

    /// Takes Fire and Ice away.
    pub(crate) fn thaw(&mut self, square: Square) {
        self.fire.remove(square);
        self.ice.remove(square);
    }

    /// Where coins lie.
    #[inline]
    pub(crate) const fn coins(&self) -> &Region {
        &self.coins
    }

    /// How many coins lie on a square.
    pub(crate) fn coins_on(&self, square: Square) -> u16 {
        self.amounts[square.index()]
    }

    /// Lays coins down where none are.
    pub(crate) fn lay_coins(&mut self, square: Square, amount: u16) {
        self.amounts[square.index()] = amount;
        if amount > 0 {
            self.coins.insert(square);
        }
    }

    /// Picks the coins of a square up.
    pub(crate) fn take_coins(&mut self, square: Square) -> u16 {
        self.coins.remove(square);
        std::mem::take(&mut self.amounts[square.index()])
    }

    pub(crate) fn traps_of(&self, seat: Seat) -> &Region {
        &self.traps[seat.index()]
    }

    /// How many traps there are.
    pub(crate) fn trap_count(&self) -> u32 {
        self.traps.iter().map(Region::len).sum()
    }

    /// Takes everything off these squares of a plane (heaven-hell/chaos/10).
    pub(crate) fn clear(&mut self, plane: Plane, squares: Set) {
        for cell in squares & self.coins[plane] {
            self.take_coins(Square::new(plane, cell));
        }
        let [white, black] = &mut self.traps;
        for region in [&mut self.fire, &mut self.ice, &mut self.orbs, white, black] {
            region[plane] -= squares;
        }
    }
}
