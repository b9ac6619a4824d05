//! The two sides of a game for two players.

/// Defines the two sides of a game: an enum with `ALL`, `other`, `name`, `letter`, `seat` and `from_seat`. The first side
/// has seat 0 and begins.
///
/// ```
/// menagerie_game::two_sides! {
///     /// A side.
///     pub enum Color {
///         /// Begins.
///         White = ("white", 'w'),
///         /// Plays second.
///         Black = ("black", 'b'),
///     }
/// }
///
/// assert_eq!(Color::ALL.map(Color::other), [Color::Black, Color::White]);
/// assert_eq!(Color::from_seat(Color::Black.seat()), Some(Color::Black));
/// assert_eq!((Color::White.name(), Color::White.letter()), ("white", 'w'));
/// ```
#[macro_export]
macro_rules! two_sides {
    (
        $(#[$meta:meta])*
        pub enum $Side:ident {
            $(#[$first_meta:meta])*
            $First:ident = ($first_name:literal, $first_letter:literal),
            $(#[$second_meta:meta])*
            $Second:ident = ($second_name:literal, $second_letter:literal),
        }
    ) => {
        $(#[$meta])*
        #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
        #[repr(u8)]
        pub enum $Side {
            $(#[$first_meta])*
            $First,
            $(#[$second_meta])*
            $Second,
        }

        impl $Side {
            /// Both, in order of play.
            pub const ALL: [Self; 2] = [Self::$First, Self::$Second];

            /// The other side.
            #[inline]
            #[must_use]
            pub const fn other(self) -> Self {
                match self {
                    Self::$First => Self::$Second,
                    Self::$Second => Self::$First,
                }
            }

            /// Its name.
            pub const fn name(self) -> &'static str {
                match self {
                    Self::$First => $first_name,
                    Self::$Second => $second_name,
                }
            }

            /// Its letter in position texts.
            pub const fn letter(self) -> char {
                match self {
                    Self::$First => $first_letter,
                    Self::$Second => $second_letter,
                }
            }

            /// Its seat.
            #[inline]
            pub const fn seat(self) -> $crate::Seat {
                $crate::Seat(self as u8)
            }

            /// The side of a seat; `None` for a seat that is not in the game.
            #[inline]
            pub const fn from_seat(seat: $crate::Seat) -> Option<Self> {
                match seat.0 {
                    0 => Some(Self::$First),
                    1 => Some(Self::$Second),
                    _ => None,
                }
            }
        }
    };
}
