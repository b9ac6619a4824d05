//! Reach: where a piece could go if it were its owner's turn.

use menagerie_game::Viewer;
use menagerie_wire::Refused;
use menagerie_wire::http::{ReachRequest, ReachResponse};

use crate::scene::position;

/// In a position that the client sent, so nothing in it is hidden from the client. The seat to act is the viewer.
pub fn in_position(wanted: &ReachRequest) -> Result<ReachResponse, Refused> {
    let position = position(&wanted.game, wanted.position.as_deref())?;
    let viewer = position.actor().seat().map_or(Viewer::All, Viewer::Seat);
    Ok(position.view(viewer).reach(wanted.place).into())
}
