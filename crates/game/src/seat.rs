//! Seats, actors and viewers.

use std::fmt;
use std::ops::{Index, IndexMut};

/// A player's place in a game: an index into [`GameInfo::seats`](crate::GameInfo), in order of play.
///
/// A seat is named by its colour, and keeps its number when some colours of a game have no player (Djambi for two is
/// played by seats 0 and 2).
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Seat(pub u8);

impl Seat {
    /// The most seats a game can have.
    pub const MAX: usize = 4;

    /// For indexing.
    #[inline]
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

/// Who decides now.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum Actor {
    /// A player.
    Seat(Seat),
    /// A die or a shuffle; the caller samples it.
    Chance,
    /// The game is over.
    Nobody,
}

impl Actor {
    /// The seat that acts, if one does.
    pub const fn seat(self) -> Option<Seat> {
        match self {
            Self::Seat(seat) => Some(seat),
            Self::Chance | Self::Nobody => None,
        }
    }
}

/// Who looks at a position.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum Viewer {
    /// A player sees what that seat may know.
    Seat(Seat),
    /// A spectator sees what all seats see.
    Spectator,
    /// Any viewer of a finished match sees what any seat sees. A match can end while its position
    /// goes on, by resignation for example; then this opens it.
    All,
}

impl Viewer {
    /// Whether this viewer is the seat.
    pub fn is(self, seat: Seat) -> bool {
        self == Self::Seat(seat)
    }

    /// Whether this viewer may know what the seat knows.
    pub fn knows(self, seat: Seat) -> bool {
        self.is(seat) || self == Self::All
    }
}

/// A set of seats.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct SeatSet(u8);

impl SeatSet {
    /// No seat.
    pub const EMPTY: Self = Self(0);

    /// The first `count` seats.
    pub const fn first(count: u8) -> Self {
        Self(((1u16 << count) - 1) as u8)
    }

    /// The set with the seat.
    #[must_use]
    pub const fn with(self, seat: Seat) -> Self {
        Self(self.0 | 1 << seat.0)
    }

    /// The set without the seat.
    #[must_use]
    pub const fn without(self, seat: Seat) -> Self {
        Self(self.0 & !(1 << seat.0))
    }

    /// Whether the seat is in it.
    pub const fn contains(self, seat: Seat) -> bool {
        self.0 >> seat.0 & 1 == 1
    }

    /// How many seats there are.
    pub const fn len(self) -> usize {
        self.0.count_ones() as usize
    }

    /// Whether there is none.
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// The seats in order of play, beginning with this one or the next after it.
    pub fn iter_from(self, first: Seat) -> impl Iterator<Item = Seat> + Clone {
        let seats = (0..Seat::MAX as u8).map(move |step| Seat((first.0 + step) % Seat::MAX as u8));
        seats.filter(move |&seat| self.contains(seat))
    }

    /// The seats in order of play.
    pub fn iter(self) -> impl Iterator<Item = Seat> + Clone {
        (0..Seat::MAX as u8).map(Seat).filter(move |&seat| self.contains(seat))
    }
}

impl FromIterator<Seat> for SeatSet {
    fn from_iter<I: IntoIterator<Item = Seat>>(seats: I) -> Self {
        seats.into_iter().fold(Self::EMPTY, Self::with)
    }
}

impl fmt::Debug for SeatSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.iter().map(|seat| seat.0)).finish()
    }
}

/// One value per seat.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct BySeat<T>(pub [T; Seat::MAX]);

impl<T> BySeat<T> {
    /// Computes every seat's value.
    pub fn from_fn(value: impl Fn(Seat) -> T) -> Self {
        Self(std::array::from_fn(|i| value(Seat(i as u8))))
    }
}

impl<T> Index<Seat> for BySeat<T> {
    type Output = T;
    #[inline]
    fn index(&self, seat: Seat) -> &T {
        &self.0[seat.index()]
    }
}

impl<T> IndexMut<Seat> for BySeat<T> {
    #[inline]
    fn index_mut(&mut self, seat: Seat) -> &mut T {
        &mut self.0[seat.index()]
    }
}
