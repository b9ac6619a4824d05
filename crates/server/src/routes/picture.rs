//! `GET /api/picture`: a position as SVG or PNG. The server draws it, so that the page needs no permission for inline
//! images.

use axum::Extension;
use axum::extract::{Query, State};
use axum::http::header;
use axum::response::{IntoResponse, Response};
use menagerie_api::scene::position;
use menagerie_draw::{Style, Theme, png, svg};
use menagerie_game::erased::AnyPosition;
use menagerie_game::{Scene, Viewer};
use menagerie_wire::Code;
use serde::Deserialize;

use crate::error::ApiError;
use crate::http::Shared;
use crate::limits::address::Address;

const WIDTHS: std::ops::RangeInclusive<u32> = 100..=2_400;
const USUAL_WIDTH: u32 = 1_200;

/// The query of a picture.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct PictureQuery {
    /// The game with its options.
    game: String,
    /// A position text; the start position by default.
    position: Option<String>,
    #[serde(default)]
    format: Format,
    /// The width of a PNG in pixels.
    width: Option<u32>,
    /// Whether the board is flipped.
    #[serde(default)]
    flipped: bool,
    /// Whether the picture uses the dark theme.
    #[serde(default)]
    dark: bool,
}

#[derive(Clone, Copy, Default, Deserialize)]
#[serde(rename_all = "kebab-case")]
enum Format {
    #[default]
    Svg,
    Png,
}

pub(crate) async fn draw(
    State(app): Shared,
    Extension(address): Extension<Address>,
    Query(wanted): Query<PictureQuery>,
) -> Result<Response, ApiError> {
    app.rate_limits.may_use_work(address)?;
    let width = wanted.width.unwrap_or(USUAL_WIDTH);
    if !WIDTHS.contains(&width) {
        let sentence = format!("a picture is {} to {} pixels wide", WIDTHS.start(), WIDTHS.end());
        return Err(ApiError::new(Code::Malformed, sentence));
    }
    let position = position(&wanted.game, wanted.position.as_deref())?;
    let scene = seen(&*position);
    let theme = if wanted.dark { Theme::Dark } else { Theme::Light };
    let style = Style { theme, flipped: wanted.flipped, ..Style::default() };
    let info = position.info();
    match wanted.format {
        Format::Svg => Ok(answer("image/svg+xml", svg(info, &scene, &style).into_bytes())),
        Format::Png => {
            let _place = app.rate_limits.may_draw(address)?;
            let _turn =
                app.drawing.acquire().await.map_err(|_| ApiError::trouble(&"the drawing semaphore is closed"))?;
            let drawn = tokio::task::spawn_blocking(move || png(info, &scene, &style, width)).await;
            let drawn = drawn.map_err(|error| ApiError::trouble(&error))?;
            Ok(answer("image/png", drawn.map_err(|error| ApiError::trouble(&error))?))
        }
    }
}

/// Drawn as the seat to move sees it. That leaks nothing: the client sent the whole position.
fn seen(position: &dyn AnyPosition) -> Scene {
    position.view(position.actor().seat().map_or(Viewer::Spectator, Viewer::Seat)).scene()
}

/// The policy forbids scripts if a browser opens the picture as a document.
fn answer(kind: &'static str, body: Vec<u8>) -> Response {
    let safe = [
        (header::CONTENT_TYPE, kind),
        (header::CONTENT_SECURITY_POLICY, "default-src 'none'; style-src 'unsafe-inline'; sandbox"),
        (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
    ];
    (safe, body).into_response()
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;
    use std::time::Duration;

    use menagerie_store::Store;
    use tokio::time::timeout;

    use super::*;
    use crate::app::{App, Deps};

    /// `docs/host/security.md`: drawing takes a processor, so further pictures wait.
    #[tokio::test]
    async fn two_pictures_are_drawn_at_a_time() {
        let app = App::new(Deps::new(Store::memory().await.unwrap()));
        let game = menagerie_catalog::games()[0].info().id;
        let picture = || {
            let (format, width) = (Format::Png, Some(100));
            let query =
                PictureQuery { game: game.to_owned(), position: None, format, width, flipped: false, dark: false };
            draw(State(Arc::clone(&app)), Extension("192.0.2.1".parse().unwrap()), Query(query))
        };
        let places = app.drawing.acquire_many(2).await.unwrap();
        assert_eq!(app.drawing.available_permits(), 0);
        assert!(timeout(Duration::from_secs(1), picture()).await.is_err(), "it waits for its turn");
        drop(places);
        assert!(picture().await.is_ok());
    }
}
