//! `GET /api/picture`: a position as a picture to keep, drawn here, so that the page needs no right to draw images itself.

use axum::Extension;
use axum::extract::{Query, State};
use axum::http::header;
use axum::response::{IntoResponse, Response};
use menagerie_draw::{Style, Theme, png, svg};
use menagerie_game::erased::AnyPosition;
use menagerie_game::{Scene, Viewer};
use menagerie_wire::Code;
use serde::Deserialize;

use crate::error::ApiError;
use crate::http::Shared;
use crate::limits::address::Address;
use crate::routes::scene::position;

const WIDTHS: std::ops::RangeInclusive<u32> = 100..=2_400;
const USUAL_WIDTH: u32 = 1_200;

/// Which picture.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Wanted {
    /// The game with its options.
    game: String,
    /// A position text; the start if left out.
    position: Option<String>,
    #[serde(default)]
    format: Format,
    /// Of a PNG, in pixels.
    width: Option<u32>,
    /// Whether it is seen from the other side.
    #[serde(default)]
    flipped: bool,
    /// Whether it is light on dark.
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
    Query(wanted): Query<Wanted>,
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
            let _place = app.rate_limits.may_have_drawn(address)?;
            let _turn = app.drawing.acquire().await.map_err(|_| ApiError::trouble(&"nobody draws any more"))?;
            let drawn = tokio::task::spawn_blocking(move || png(info, &scene, &style, width)).await;
            let drawn = drawn.map_err(|error| ApiError::trouble(&error))?;
            Ok(answer("image/png", drawn.map_err(|error| ApiError::trouble(&error))?))
        }
    }
}

/// As the acting seat sees it: whoever gives the position text knows all of it anyway.
fn seen(position: &dyn AnyPosition) -> Scene {
    position.view(position.actor().seat().map_or(Viewer::Spectator, Viewer::Seat)).scene()
}

/// Opened as a document of its own, a picture may not do anything.
fn answer(kind: &'static str, body: Vec<u8>) -> Response {
    let safe = [
        (header::CONTENT_TYPE, kind),
        (header::CONTENT_SECURITY_POLICY, "default-src 'none'; style-src 'unsafe-inline'; sandbox"),
        (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
    ];
    (safe, body).into_response()
}
