//! Records and replays of a match, as a viewer may know them.

pub(crate) mod moves;
pub(crate) mod past;
