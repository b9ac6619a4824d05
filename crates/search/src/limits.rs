//! How long to think.

use std::time::Duration;

/// How much time there is.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub enum Time {
    /// Until told to stop, or until another limit is reached.
    #[default]
    Unlimited,
    /// So long for this action, all of it to be used.
    Move(Duration),
    /// A clock: the time manager decides.
    Clock {
        /// What the actor has left.
        left: Duration,
        /// What it gets back with every turn.
        increment: Duration,
        /// How many turns until more time is added, if that is so.
        turns_to_go: Option<u32>,
    },
}

/// When to stop thinking: at whichever limit is reached first. Without any, when told to.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Limits {
    /// How much time there is.
    pub time: Time,
    /// How many positions may be visited (by all threads together).
    pub nodes: Option<u64>,
    /// How many actions ahead to look, before reductions and extensions.
    pub depth: Option<u32>,
}

impl Limits {
    /// Until told to stop.
    pub const INFINITE: Self = Self { time: Time::Unlimited, nodes: None, depth: None };

    /// So many positions.
    pub const fn nodes(nodes: u64) -> Self {
        Self { nodes: Some(nodes), ..Self::INFINITE }
    }

    /// So many actions ahead.
    pub const fn depth(depth: u32) -> Self {
        Self { depth: Some(depth), ..Self::INFINITE }
    }

    /// So long for this action.
    pub const fn move_time(time: Duration) -> Self {
        Self { time: Time::Move(time), ..Self::INFINITE }
    }
}
