//! A scene as a self-contained SVG document.

mod artwork;
mod board;
mod layout;
mod markup;
mod panels;
mod piece;
mod shape;

use std::fmt::Write;

use menagerie_game::{GameInfo, Scene, Seat};

use self::artwork::Artwork;
use self::layout::{Layout, TextLabel};
use self::markup::Escaped;
use crate::Style;
use crate::color::Color;
use crate::seats::seat_info;
use crate::style::Palette;

/// Draws a scene as a self-contained SVG document.
///
/// Places carry their id as `data-place`, pieces theirs as `data-at`.
pub fn svg(info: &GameInfo, scene: &Scene, style: &Style) -> String {
    let mut picture = Picture {
        info,
        scene,
        style,
        palette: style.theme.palette(),
        layout: Layout::new(info, scene, style),
        art: Artwork::of(info, scene),
        out: String::new(),
    };
    picture.head();
    picture.boards();
    picture.spots();
    picture.pieces();
    picture.dots();
    picture.words();
    picture.caption();
    picture.out.push_str("</svg>\n");
    picture.out
}

/// An SVG document under construction.
struct Picture<'a> {
    info: &'a GameInfo,
    scene: &'a Scene,
    style: &'a Style,
    palette: &'static Palette,
    layout: Layout,
    art: Artwork,
    out: String,
}

/// Writes a line of the document. Writing to a `String` cannot fail.
macro_rules! put {
    ($picture:expr, $($format:tt)*) => {{ let _ = writeln!($picture.out, $($format)*); }};
}
use put;

impl Picture<'_> {
    fn head(&mut self) {
        let (w, h) = (self.layout.width.ceil(), self.layout.height.ceil());
        put!(
            self,
            r#"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {w} {h}" width="{w}" height="{h}" role="img" font-family="Inter, system-ui, -apple-system, 'Segoe UI', sans-serif" font-weight="500">"#
        );
        put!(self, "<title>{}</title>", Escaped(self.info.name()));
        put!(self, "<desc>{}</desc>", Escaped(&self.scene.prompt.text));
        self.out.push_str("<defs>\n");
        for (i, seat) in self.info.seats.iter().enumerate() {
            let fill = color(seat.fill);
            put!(
                self,
                r#"<linearGradient id="seat-{i}" x1="0" y1="0" x2="0" y2="1"><stop offset="0" stop-color="{}"/><stop offset="0.55" stop-color="{fill}"/><stop offset="1" stop-color="{}"/></linearGradient>"#,
                fill.towards(Color::WHITE, 20),
                fill.towards(Color::BLACK, 12)
            );
        }
        let definitions = std::mem::take(&mut self.art.definitions);
        self.out.push_str(&definitions);
        self.out.push_str("</defs>\n");
        put!(self, r#"<rect width="{w}" height="{h}" fill="{}"/>"#, self.palette.page);
    }

    /// Draws the titles of boards and trays, the seats with their counters, and the labels of slots.
    fn words(&mut self) {
        for TextLabel { text, x, y, size, seat, class } in std::mem::take(&mut self.layout.labels) {
            let (fill, weight) = match class {
                "label" => (self.palette.muted, 500),
                _ => (self.palette.text, 700),
            };
            let mut x = x;
            if let Some(seat) = seat {
                self.chip(seat, x + size * 0.55, y - size * 0.36, size * 1.25);
                x += size * 1.45;
            }
            let anchor = if class == "label" { r#" text-anchor="middle""# } else { "" };
            put!(
                self,
                r#"<text class="{class}" x="{x:.1}" y="{y:.1}" font-size="{size:.1}" font-weight="{weight}" fill="{fill}"{anchor} xml:space="preserve">{}</text>"#,
                Escaped(&text)
            );
        }
    }

    /// Draws the prompt, with the shape of the acting seat in front.
    fn caption(&mut self) {
        let size = self.layout.caption_size();
        let y = self.layout.caption_y;
        let mut x = layout::MARGIN;
        let lines = std::mem::take(&mut self.layout.caption);
        if let Some(seat) = self.scene.prompt.actor.seat().filter(|_| !lines.is_empty()) {
            self.chip(seat, x + size * 0.55, y - size * 0.36, size * 1.25);
            x += size * 1.45;
        }
        let mut y = y;
        for line in lines {
            put!(
                self,
                r#"<text class="prompt" x="{x:.1}" y="{y:.1}" font-size="{size:.1}" fill="{}">{}</text>"#,
                self.palette.text,
                Escaped(&line)
            );
            y += size * 1.35;
        }
    }

    /// Draws a seat's shape in its colour.
    fn chip(&mut self, seat: Seat, x: f64, y: f64, side: f64) {
        let Some(facts) = seat_info(self.info, seat) else { return };
        let scale = side / layout::CELL;
        put!(
            self,
            r#"<path transform="translate({x:.1} {y:.1}) scale({scale:.3})" d="{}" fill="url(#seat-{})" stroke="{}" stroke-width="4" stroke-linejoin="round"/>"#,
            shape::outline(shape::seen(facts.shape, self.style.flipped)),
            seat.index(),
            shape::edge(color(facts.fill), self.palette)
        );
    }
}

/// Parses a colour of a game's facts; grey if it is invalid.
fn color(text: &str) -> Color {
    Color::read(text).unwrap_or(Color(0x88, 0x88, 0x88))
}
