//! Draws boards, places and highlights.

use std::fmt::Write;

use menagerie_game::{GameInfo, Plane, Spot};

use super::layout::{BAND, BoardBox, CELL, Cell, Surface};
use super::markup::{Escaped, Rect};
use super::{Picture, color, put};
use crate::color::Color;
use crate::labels::file_name;
use crate::style::{Highlight, Mark, Theme};

impl Picture<'_> {
    /// Draws the frames with their coordinates.
    pub(super) fn boards(&mut self) {
        for BoardBox { plane, grid } in std::mem::take(&mut self.layout.boards) {
            let palette = self.palette;
            let frame = grid.grown(BAND);
            let shadow = Rect { y: frame.y + 4.0, ..frame };
            put!(self, r#"<rect {shadow} rx="14" fill="{}" fill-opacity="0.18"/>"#, Color::BLACK);
            put!(
                self,
                r#"<rect {frame} rx="14" fill="{}" stroke="{}" stroke-width="1.5"/>"#,
                palette.frame,
                palette.frame_edge
            );
            let groove = grid.grown(3.0);
            put!(self, r#"<rect {groove} rx="4" fill="{}"/>"#, palette.frame.towards(Color::BLACK, 35));
            let plane = &self.scene.planes[plane];
            self.coordinates(plane, grid);
        }
    }

    fn coordinates(&mut self, plane: &Plane, grid: Rect) {
        let size = if self.layout.type_scale > 1.2 { 17.0 } else { 14.0 };
        let label = self.palette.label;
        let flipped = self.style.flipped;
        put!(
            self,
            r#"<g class="coordinates" font-size="{size}" font-weight="700" fill="{label}" fill-opacity="0.85" text-anchor="middle">"#
        );
        for i in 0..plane.width {
            let file = if flipped { plane.width - 1 - i } else { i };
            let x = grid.x + CELL * (f64::from(i) + 0.5);
            let y = grid.bottom() + BAND / 2.0 + size * 0.42;
            put!(self, r#"<text x="{x:.1}" y="{y:.1}">{}</text>"#, file_name(file));
        }
        for i in 0..plane.height {
            let rank = if flipped { i } else { plane.height - 1 - i };
            let x = grid.x - BAND / 2.0 - 1.0;
            let y = grid.y + CELL * (f64::from(i) + 0.5) + size * 0.36;
            put!(self, r#"<text x="{x:.1}" y="{y:.1}">{}</text>"#, u16::from(rank) + 1);
        }
        put!(self, "</g>");
    }

    /// Draws the places with their terrain, and the highlights below the pieces.
    pub(super) fn spots(&mut self) {
        for spot in &self.scene.spots {
            let Some(&cell) = self.layout.cells.get(&spot.id) else { continue };
            let fill = self.ground(spot, cell.surface);
            put!(self, r#"<g class="spot" data-place="{}">"#, Escaped(spot.id.as_str()));
            if !spot.label.is_empty() {
                put!(self, "<title>{}</title>", Escaped(&spot.label));
            }
            self.ground_of(cell, fill);
            self.terrain_art(spot, cell, fill);
            self.mark_under(spot, cell);
            put!(self, "</g>");
        }
    }

    fn ground_of(&mut self, cell: Cell, fill: Color) {
        let edge = fill.towards(self.palette.tone, 12);
        match cell.surface {
            Surface::Square => {
                put!(self, r#"<rect {} fill="{fill}" stroke="{edge}" stroke-width="1"/>"#, cell.rect);
            }
            Surface::Beside => {
                let rect = cell.rect.grown(-2.5);
                put!(self, r#"<rect {rect} rx="10" fill="{fill}" stroke="{}" stroke-width="3"/>"#, self.palette.frame);
            }
            Surface::Slot => {
                let edge = self.palette.slot_edge;
                put!(self, r#"<rect {} rx="10" fill="{fill}" stroke="{edge}" stroke-width="1.5"/>"#, cell.rect);
            }
        }
    }

    /// The colour of an empty place.
    pub(super) fn ground(&self, spot: &Spot, surface: Surface) -> Color {
        let bare = match surface {
            Surface::Square => self.palette.square,
            Surface::Beside | Surface::Slot => self.palette.slot,
        };
        terrain_color(self.info, &spot.terrain, self.style.theme).unwrap_or(bare)
    }

    fn terrain_art(&mut self, spot: &Spot, cell: Cell, fill: Color) {
        let Some(symbol) = self.art.terrain(self.info, &spot.terrain) else { return };
        let ink = fill.towards(self.palette.tone, 26);
        let rect = cell.figure.grown(-7.0);
        put!(self, r##"<use href="#{symbol}" {rect} color="{ink}"/>"##);
    }

    /// Draws a tint for a selected place, and a frame for a piece that can be selected.
    fn mark_under(&mut self, spot: &Spot, cell: Cell) {
        let radius = if cell.surface == Surface::Square { 3.0 } else { 10.0 };
        for highlight in self.style.highlight.iter().filter(|highlight| highlight.place == spot.id) {
            let (fill, opacity) = match highlight.mark {
                Mark::Moved => (self.palette.moved, 0.45),
                Mark::Chosen => (self.palette.choice, 0.5),
                Mark::Choice if self.is_dotted(highlight, cell) => continue,
                Mark::Choice => (self.palette.choice, 0.22),
            };
            let line = if highlight.mark == Mark::Choice { 3.5 } else { 0.0 };
            let rect = cell.rect.grown(-line / 2.0);
            put!(
                self,
                r#"<rect class="mark" {rect} rx="{radius}" fill="{fill}" fill-opacity="{opacity}" stroke="{fill}" stroke-width="{line}"/>"#
            );
        }
    }

    fn is_dotted(&self, highlight: &Highlight, cell: Cell) -> bool {
        cell.surface != Surface::Slot && self.scene.pieces.iter().all(|piece| piece.at != highlight.place)
    }

    /// Draws dots on the empty places that can be selected.
    pub(super) fn dots(&mut self) {
        for highlight in self.style.highlight.iter().filter(|highlight| highlight.mark == Mark::Choice) {
            let Some(&cell) = self.layout.cells.get(&highlight.place) else { continue };
            if self.is_dotted(highlight, cell) {
                let (x, y) = cell.figure.middle();
                let fill = self.palette.choice;
                put!(self, r#"<circle class="mark" cx="{x:.1}" cy="{y:.1}" r="9" fill="{fill}" fill-opacity="0.85"/>"#);
            }
        }
    }
}

fn terrain_color(info: &GameInfo, id: &str, theme: Theme) -> Option<Color> {
    let terrain = info.terrain(id)?;
    Some(color(match theme {
        Theme::Light => terrain.fill,
        Theme::Dark => terrain.dark_fill,
    }))
}
