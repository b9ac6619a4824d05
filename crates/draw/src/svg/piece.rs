//! Draws pieces and items.

use std::collections::BTreeMap;
use std::fmt::Write;

use menagerie_game::{Badge, Piece, Place, SeatInfo, Shape};

use super::layout::{CELL, Cell, Surface};
use super::markup::{Escaped, Rect, length};
use super::{Picture, color, put, shape};
use crate::color::Color;
use crate::seats::seat_info;

/// The side of an item under another piece. It is drawn small, in the corner.
const SMALL: f64 = 25.0;

/// The colours of badges, chosen by the badge's id.
const BADGES: [Color; 8] = [
    Color(0xb4, 0x3a, 0x32),
    Color(0x2f, 0x6d, 0x9e),
    Color(0x3f, 0x7d, 0x45),
    Color(0x8a, 0x4f, 0x9c),
    Color(0xb0, 0x6a, 0x12),
    Color(0x1f, 0x7f, 0x82),
    Color(0x5b, 0x57, 0xa8),
    Color(0x7a, 0x5a, 0x3c),
];

impl Picture<'_> {
    /// Draws the pieces. A covered piece is drawn small, in the corner and on top.
    pub(super) fn pieces(&mut self) {
        let mut covered: BTreeMap<Place, usize> = BTreeMap::new();
        let mut small = Vec::new();
        for (i, piece) in self.scene.pieces.iter().enumerate() {
            let Some(&cell) = self.layout.cells.get(&piece.at) else { continue };
            if self.is_covered(i, cell) {
                let earlier = covered.entry(piece.at).or_default();
                let rect = cell.figure;
                let x = rect.x + 1.0 + length(*earlier) * SMALL * 0.8;
                small.push((piece, Rect::new(x, rect.bottom() - SMALL - 1.0, SMALL, SMALL)));
                *earlier += 1;
            } else {
                self.piece(piece, cell, self.layout.block(cell, piece.size));
            }
        }
        for (piece, rect) in small {
            self.lying(piece, rect);
        }
    }

    /// Whether a later piece covers the same square.
    fn is_covered(&self, index: usize, cell: Cell) -> bool {
        let (x, y) = cell.figure.middle();
        self.scene.pieces[index + 1..].iter().any(|above| {
            let Some(&other) = self.layout.cells.get(&above.at) else { return false };
            let Rect { x: left, y: top, w, h } = self.layout.block(other, above.size);
            (left..left + w).contains(&x) && (top..top + h).contains(&y)
        })
    }

    fn piece(&mut self, piece: &Piece, cell: Cell, rect: Rect) {
        let (x, y) = rect.middle();
        let scale = rect.w / CELL;
        let faded = if piece.count == 0 { r#" opacity="0.3""# } else { "" };
        put!(
            self,
            r#"<g class="piece" data-at="{}" transform="translate({x:.1} {y:.1})"{faded}>"#,
            Escaped(piece.at.as_str())
        );
        put!(self, "<title>{}</title>", Escaped(&self.words_for(piece)));
        put!(self, r#"<g transform="scale({scale:.3})">"#);
        if let Some(seat) = piece.color.and_then(|seat| seat_info(self.info, seat)) {
            self.token(piece, seat);
        } else {
            let ink = self.ink_on(piece.at, cell.surface);
            self.figure(piece, Shape::Bare, ink);
        }
        put!(self, "</g>");
        self.badges(piece, rect.w / 2.0, scale.clamp(0.9, 1.5));
        put!(self, "</g>");
    }

    /// The text colour of a piece without a seat.
    fn ink_on(&self, at: Place, surface: Surface) -> Color {
        let spot = self.scene.spots.iter().find(|spot| spot.id == at);
        spot.map_or(self.palette.text, |spot| self.ground(spot, surface).ink())
    }

    /// Draws a piece in its seat's shape and colours. A ring shows the seat that controls it, if
    /// another does; a piece without control is pale.
    fn token(&mut self, piece: &Piece, seat: &SeatInfo) {
        let shape = shape::seen(seat.shape, self.style.flipped);
        if shape == Shape::Bare {
            return self.figure(piece, shape, color(seat.fill));
        }
        let (outline, fill) = (shape::outline(shape), color(seat.fill));
        let seat_index = piece.color.map_or(0, menagerie_game::Seat::index);
        let pale = if piece.controller.is_none() { r#" opacity="0.55""# } else { "" };
        put!(self, r#"<g stroke-linejoin="round"{pale}>"#);
        put!(self, r##"<path d="{outline}" transform="translate(0 2.5)" fill="#000000" fill-opacity="0.28"/>"##);
        if let Some(master) = piece.controller.filter(|_| piece.controller != piece.color) {
            let ring = seat_info(self.info, master).map_or(self.palette.muted, |seat| color(seat.fill));
            put!(self, r#"<path d="{outline}" fill="none" stroke="{ring}" stroke-width="8"/>"#);
        }
        put!(
            self,
            r#"<path d="{outline}" fill="url(#seat-{seat_index})" stroke="{}" stroke-width="1.8"/>"#,
            shape::edge(fill, self.palette)
        );
        put!(
            self,
            r#"<path d="{outline}" transform="scale(0.87)" fill="none" stroke="{}" stroke-opacity="0.35" stroke-width="1.2"/>"#,
            color(seat.ink)
        );
        self.figure(piece, shape, color(seat.ink));
        put!(self, "</g>");
    }

    /// Draws the kind's artwork, or its letters.
    fn figure(&mut self, piece: &Piece, shape: Shape, ink: Color) {
        let (side, down) = shape::room(shape);
        if let Some(symbol) = self.art.kind(self.info, &piece.kind) {
            let rect = Rect::new(-side / 2.0, -side / 2.0 + down, side, side);
            put!(self, r##"<use href="#{symbol}" {rect} color="{ink}"/>"##);
            return;
        }
        let letters = self.info.kind(&piece.kind).map_or("?", |kind| kind.letters);
        let font = if letters.chars().count() > 1 { side * 0.62 } else { side * 0.8 };
        put!(
            self,
            r#"<text y="{:.1}" font-size="{font:.1}" font-weight="700" text-anchor="middle" fill="{ink}">{}</text>"#,
            down + font * 0.36,
            Escaped(letters)
        );
    }

    /// Draws a small covered item on a disc.
    fn lying(&mut self, piece: &Piece, rect: Rect) {
        let (x, y) = rect.middle();
        let palette = self.palette;
        put!(
            self,
            r#"<g class="piece" data-at="{}" transform="translate({x:.1} {y:.1}) scale({:.3})">"#,
            Escaped(piece.at.as_str()),
            SMALL / CELL
        );
        put!(self, "<title>{}</title>", Escaped(&self.words_for(piece)));
        put!(self, r#"<circle r="31" fill="{}" stroke="{}" stroke-width="3"/>"#, palette.page, palette.muted);
        self.figure(piece, Shape::Square, palette.text);
        put!(self, "</g>");
    }

    /// Draws the badges and the count around a piece whose half side is `half`.
    fn badges(&mut self, piece: &Piece, half: f64, scale: f64) {
        // Three per row: along the top edge from the right, then along the bottom from the left, then in
        // the middle.
        let rows = [-half + 11.0 * scale, half - 11.0 * scale, -half + 31.0 * scale, half - 31.0 * scale];
        for (row, (badges, y)) in piece.badges.chunks(3).zip(rows).enumerate() {
            let side = if row == 1 { -1.0 } else { 1.0 };
            let mut x = half - 1.0;
            for badge in badges {
                let width = badge_width(&badge.mark, scale);
                self.badge(badge, side * (x - width / 2.0), y, width, scale);
                x -= width + 1.0;
            }
        }
        if piece.count > 1 {
            let label = format!("×{}", piece.count);
            let width = badge_width(&label, scale);
            let (fill, ink) = (self.palette.text, self.palette.page);
            self.pill("count", &label, half - width / 2.0, half - 10.0 * scale, width, scale, (fill, ink));
        }
    }

    /// Draws a badge: the artwork of the kind it is named after, or its mark.
    fn badge(&mut self, badge: &Badge, x: f64, y: f64, width: f64, scale: f64) {
        let colors = (badge_color(badge), Color::WHITE);
        let Some(symbol) = self.art.kind(self.info, &badge.id) else {
            return self.pill("badge", &badge.mark, x, y, width, scale, colors);
        };
        self.pill("badge", "", x, y, 18.0 * scale, scale, colors);
        let side = 13.0 * scale;
        let rect = Rect::new(x - side / 2.0, y - side / 2.0, side, side);
        put!(self, r##"<use href="#{symbol}" {rect} color="{}"/>"##, Color::WHITE);
    }

    #[expect(clippy::too_many_arguments, reason = "a pill is its place, its size and its colours")]
    fn pill(&mut self, class: &str, mark: &str, x: f64, y: f64, width: f64, scale: f64, colors: (Color, Color)) {
        let height = 18.0 * scale;
        let rect = Rect::new(x - width / 2.0, y - height / 2.0, width, height);
        let (fill, ink) = colors;
        put!(
            self,
            r##"<g class="{class}"><rect {rect} rx="{:.1}" fill="{fill}" stroke="#ffffff" stroke-opacity="0.85" stroke-width="1.2"/><text x="{x:.1}" y="{:.1}" font-size="{:.1}" font-weight="700" text-anchor="middle" fill="{ink}">{}</text></g>"##,
            height / 2.0,
            y + 4.5 * scale,
            12.5 * scale,
            Escaped(mark)
        );
    }

    /// The description of a piece: `black spear, promoted`.
    fn words_for(&self, piece: &Piece) -> String {
        let kind = self.info.kind_name(&piece.kind);
        let color = piece.color.map_or_else(String::new, |seat| format!("{} ", self.info.seat_name(seat)));
        let mut words = format!("{color}{kind}");
        for badge in &piece.badges {
            words.push_str(", ");
            words.push_str(&badge.label);
        }
        words
    }
}

/// Numbers are neutral. Other badges have a colour by their id.
fn badge_color(badge: &Badge) -> Color {
    if badge.mark.bytes().all(|byte| byte.is_ascii_digit()) {
        return Color(0x5c, 0x52, 0x49);
    }
    let sum = badge.id.bytes().fold(5381usize, |sum, byte| sum.wrapping_mul(33) ^ usize::from(byte));
    BADGES[sum % BADGES.len()]
}

/// The width of a badge: a disc, wider for more than one letter.
fn badge_width(mark: &str, scale: f64) -> f64 {
    (9.0 + 8.0 * length(mark.chars().count())).max(18.0) * scale
}
