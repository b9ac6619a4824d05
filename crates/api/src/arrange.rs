//! The position text of hand-placed pieces, for the board editor.

use menagerie_game::text::excerpt;
use menagerie_wire::http::{ArrangeRequest, ArrangeResponse};
use menagerie_wire::{Code, Refused};

use crate::refused;
use crate::scene::position;

/// More pieces than any board holds.
const MOST: usize = 1_000;

/// The text, with the reason if it is no position.
pub fn arrange(wanted: &ArrangeRequest) -> Result<ArrangeResponse, Refused> {
    if wanted.pieces.len() > MOST {
        return Err(refused(Code::TooMuch, format!("at most {MOST} pieces")));
    }
    let base = position(&wanted.game, wanted.position.as_deref())?;
    let mover = base.info().seat_named(&wanted.mover).filter(|&seat| base.seats().contains(seat));
    let mover = mover
        .ok_or_else(|| refused(Code::Malformed, format!("'{}' is no seat of this game", excerpt(&wanted.mover))))?;
    let text = base.arranged(&wanted.pieces, mover);
    let text = text.ok_or_else(|| refused(Code::NotFound, "there is no board editor for this game"))?;
    let game = menagerie_catalog::find(base.info().id);
    let error = game.and_then(|game| game.read(&text).err()).map(|error| error.to_string());
    Ok(ArrangeResponse { position: text, error })
}
