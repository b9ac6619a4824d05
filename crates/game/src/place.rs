//! Place ids: squares, cells, hand slots, shop entries, cards.

use std::borrow::Cow;
use std::fmt;

use arrayvec::ArrayString;

use crate::message;

/// The id of a place: a square (`e4`, `e4^`), a jail cell (`z4`), a slot of a hand (`hand:black:spear`), a shop entry
/// (`shop:stun`), a card (`card:giant`). Pieces are named by their place, never by an id of their own, so that nothing
/// hidden can be followed.
///
/// ```
/// # use menagerie_game::Place;
/// assert_eq!(Place::new(format_args!("{}^", "e4")).as_str(), "e4^");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export, type = "string"))]
pub struct Place(ArrayString<38>);

impl Place {
    /// The place with this id.
    ///
    /// # Panics
    /// If the id is longer than 38 bytes: ids come from the games, never from outside input.
    pub fn new(id: impl fmt::Display) -> Self {
        let mut text = ArrayString::new();
        fmt::write(&mut text, format_args!("{id}")).expect("a place's id has at most 38 bytes");
        Self(text)
    }

    /// The place with an id from outside; `None` if no place can have it.
    pub fn read(id: &str) -> Option<Self> {
        ArrayString::from(id).ok().map(Self)
    }

    /// The id.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

/// What a sentence calls a place. Players never read the id.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum PlaceName {
    /// Pieces stand on it: `e4`, `e4 in Heaven`.
    Square(Cow<'static, str>),
    /// Pieces lie in it: `black's hand`, `jail cell z4`.
    Inside(Cow<'static, str>),
}

impl PlaceName {
    /// The name in a game whose places are squares: the id itself.
    pub fn square(id: &str) -> Self {
        Self::Square(id.to_owned().into())
    }

    /// The name alone, after `from` and `to`.
    pub fn as_str(&self) -> &str {
        match self {
            Self::Square(name) | Self::Inside(name) => name,
        }
    }

    /// The name with its preposition: `on e4`, `in black's hand`.
    pub fn with_preposition(&self) -> String {
        match self {
            Self::Square(name) => message!("place-on", place = name).into_owned(),
            Self::Inside(name) => message!("place-in", place = name).into_owned(),
        }
    }
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl fmt::Debug for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

#[cfg(feature = "serde")]
impl serde::Serialize for Place {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(&self.0)
    }
}

#[cfg(feature = "serde")]
impl<'de> serde::Deserialize<'de> for Place {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = std::borrow::Cow::<'de, str>::deserialize(deserializer)?;
        ArrayString::from(&text).map(Self).map_err(|_| serde::de::Error::custom("a place's id has at most 38 bytes"))
    }
}

#[cfg(feature = "schema")]
impl schemars::JsonSchema for Place {
    fn inline_schema() -> bool {
        true
    }

    fn schema_name() -> std::borrow::Cow<'static, str> {
        "Place".into()
    }

    fn json_schema(_: &mut schemars::SchemaGenerator) -> schemars::Schema {
        schemars::json_schema!({"type": "string"})
    }
}
