//! `POST /api/arrange`: the position text of pieces put down by hand, for the board editor.

use axum::Json;
use menagerie_game::text::excerpt;
use menagerie_wire::Code;
use menagerie_wire::http::{Arrange, Arranged};

use crate::error::ApiError;
use crate::http::body::Body;
use crate::routes::scene::position;

/// More pieces than any board has room for.
const MOST: usize = 1_000;

pub(crate) async fn arrange(Body(wanted): Body<Arrange>) -> Result<Json<Arranged>, ApiError> {
    if wanted.pieces.len() > MOST {
        return Err(ApiError::new(Code::TooMuch, format!("at most {MOST} pieces")));
    }
    let base = position(&wanted.game, wanted.position.as_deref())?;
    let mover = base.info().seat_named(&wanted.mover).filter(|&seat| base.seats().contains(seat));
    let mover = mover.ok_or_else(|| {
        ApiError::new(Code::Malformed, format!("'{}' is no seat of this game", excerpt(&wanted.mover)))
    })?;
    let text = base.arranged(&wanted.pieces, mover);
    let text = text.ok_or_else(|| ApiError::new(Code::NotFound, "there is no board editor for this game"))?;
    let game = menagerie_catalog::find(base.info().id);
    let error = game.and_then(|game| game.read(&text).err()).map(|error| error.to_string());
    Ok(Json(Arranged { position: text, error }))
}
