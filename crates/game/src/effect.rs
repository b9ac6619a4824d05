//! Effects: what an action did, as data. Animation, log line, sound and screen reader read the same
//! list.

use std::borrow::Cow;

use crate::{Outcome, Place, Seat, Viewer};

/// A piece or item as one talks about it.
#[derive(Clone, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Figure {
    /// The id of its kind, as in [`GameInfo::kinds`](crate::GameInfo).
    pub kind: Cow<'static, str>,
    /// Its colour's name (`black`, `red`), or nothing where it has none (a bear, a corpse).
    pub color: Cow<'static, str>,
}

impl Figure {
    /// A piece of a colour.
    pub const fn new(kind: &'static str, color: &'static str) -> Self {
        Self { kind: Cow::Borrowed(kind), color: Cow::Borrowed(color) }
    }
}

/// How a piece gets from one place to another.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum Motion {
    /// Along the straight line between, or one step.
    Straight,
    /// Over whatever lies between.
    Jump,
    /// Taken up and put down: from a hand, to a jail, to another plane.
    Carried,
}

/// One thing that happened.
#[derive(Clone, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "serde", serde(tag = "effect", rename_all = "kebab-case"))]
pub enum Effect {
    /// A piece went from one place to another.
    Moved {
        /// What moved.
        piece: Figure,
        /// Where it was.
        from: Place,
        /// Where it is.
        to: Place,
        /// How it got there.
        motion: Motion,
    },
    /// A piece was taken. If it lives on elsewhere (a hand, a jail, another plane), `to` says where.
    Captured {
        /// What was taken.
        piece: Figure,
        /// Where it stood.
        at: Place,
        /// Where it is now, if it is still in the game.
        to: Option<Place>,
    },
    /// A piece died without being taken (fire, a trap, a fall).
    Died {
        /// What died.
        piece: Figure,
        /// Where.
        at: Place,
    },
    /// Something came into the game: a piece, a corpse, an item.
    Appeared {
        /// What.
        piece: Figure,
        /// Where.
        at: Place,
    },
    /// Something is gone that was not taken and did not die: an item used up, a piece removed.
    Vanished {
        /// What.
        piece: Figure,
        /// Where it was.
        at: Place,
    },
    /// A piece became another: promoted, upgraded, turned.
    Became {
        /// What it was.
        before: Figure,
        /// What it is.
        after: Figure,
        /// Where it stands.
        at: Place,
    },
    /// A piece gained, lost or changed a badge (a status effect, a size).
    Badge {
        /// Whose.
        piece: Figure,
        /// Where it stands.
        at: Place,
        /// The badge in words: `cursed`, `stunned 3`.
        badge: Cow<'static, str>,
        /// Gained, or lost.
        gained: bool,
    },
    /// A seat's counter changed (coins).
    Counter {
        /// Whose.
        seat: Seat,
        /// Which: `coins`.
        counter: Cow<'static, str>,
        /// By how much.
        by: i32,
        /// What it is now.
        now: i32,
    },
    /// Something hidden came to light. An action with this effect cannot be undone.
    Revealed {
        /// What.
        piece: Figure,
        /// Where.
        at: Place,
    },
    /// Something that has its own sentence: a die, a card, a colour's new master.
    Note {
        /// The sentence, without a full stop.
        text: Cow<'static, str>,
    },
    /// A seat is out of the game.
    Eliminated {
        /// Which.
        seat: Seat,
    },
    /// A turn begins.
    Turn {
        /// Whose.
        seat: Seat,
    },
    /// The game is over.
    Ended {
        /// With these scores.
        outcome: Outcome,
    },
}

/// Who may know of an effect.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Audience {
    /// Everybody.
    All,
    /// One seat only.
    Only(Seat),
    /// Everybody but one seat, who is told something more exact.
    AllBut(Seat),
}

impl Audience {
    /// Whether a viewer is meant.
    pub fn includes(self, viewer: Viewer) -> bool {
        match self {
            Self::All => true,
            Self::Only(seat) => viewer.knows(seat),
            Self::AllBut(seat) => !viewer.knows(seat),
        }
    }
}

/// An effect and who may know of it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Told {
    /// Who may know.
    pub audience: Audience,
    /// What happened.
    pub effect: Effect,
}

/// A receiver of effects. Effects are passed as closures, so that [`Silent`] compiles to nothing.
pub trait Effects {
    /// Reports an effect to an audience.
    fn tell_to(&mut self, audience: Audience, effect: impl FnOnce() -> Effect);

    /// Reports an effect to everybody.
    #[inline]
    fn tell(&mut self, effect: impl FnOnce() -> Effect) {
        self.tell_to(Audience::All, effect);
    }
}

/// Ignores all effects; for search and perft.
#[derive(Clone, Copy, Debug)]
pub struct Silent;

impl Effects for Silent {
    #[inline]
    fn tell_to(&mut self, _audience: Audience, _effect: impl FnOnce() -> Effect) {}
}

/// All effects, in order.
pub type EffectLog = Vec<Told>;

impl Effects for EffectLog {
    fn tell_to(&mut self, audience: Audience, effect: impl FnOnce() -> Effect) {
        self.push(Told { audience, effect: effect() });
    }
}
