//! Panels beside or under the boards: trays and counters.

use std::collections::BTreeMap;
use std::fmt::Write;

use menagerie_game::{GameInfo, Piece, Scene, Seat};

use super::layout::{Cell, GAP, Layout, MARGIN, Surface, TextLabel, cut};
use super::markup::{Rect, length, letters_in};
use crate::labels::{capitalised, wrap};
use crate::seats::sits_on_top;
use crate::trays::{Tray, trays};

const SLOT: f64 = 62.0;
const SLOT_GAP: f64 = 8.0;
const TRAY_GAP: f64 = 18.0;
/// The width of a column beside a single board: three slots.
pub(super) const COLUMN: f64 = 3.0 * (SLOT + SLOT_GAP) - SLOT_GAP;

/// A panel: the trays and counters of one seat, or the shared ones.
struct Panel<'a> {
    seat: Option<Seat>,
    header: String,
    trays: Vec<Shown<'a>>,
}

/// A tray, and whether it shows anything besides text.
struct Shown<'a> {
    tray: Tray<'a>,
    pictured: bool,
}

/// The panels: one for each seat with trays or counters, and one for shared trays.
pub(super) struct Panels<'a>(Vec<Panel<'a>>);

impl<'a> Panels<'a> {
    pub(super) fn of(info: &GameInfo, scene: &'a Scene) -> Self {
        let mut panels: Vec<Panel<'a>> = Vec::new();
        for counter in &scene.counters {
            let panel = panel_of(info, &mut panels, Some(counter.seat));
            let _ = write!(panel.header, "   {}", info.counter_words(&counter.name, counter.value.into()));
        }
        for tray in trays(scene) {
            let lies_in = |piece: &Piece| tray.spots().any(|spot| spot.id == piece.at);
            let pictured = tray.is_hand() || scene.pieces.iter().any(lies_in);
            panel_of(info, &mut panels, tray.seat).trays.push(Shown { tray, pictured });
        }
        Self(panels)
    }

    /// Whether the panels are large enough for a column beside the board.
    pub(super) fn fill_a_column(&self) -> bool {
        self.0.iter().flat_map(|panel| &panel.trays).map(|tray| tray.tray.spots().len()).sum::<usize>() > 3
    }
}

fn panel_of<'a, 'p>(info: &GameInfo, panels: &'p mut Vec<Panel<'a>>, seat: Option<Seat>) -> &'p mut Panel<'a> {
    let index = panels.iter().position(|panel| panel.seat == seat).unwrap_or_else(|| {
        let header = seat.map_or_else(String::new, |seat| capitalised(info.seat_name(seat)));
        panels.push(Panel { seat, header, trays: Vec::new() });
        panels.len() - 1
    });
    &mut panels[index]
}

impl Layout {
    /// Places the panels in a column: top seats, shared panel, bottom seats.
    pub(super) fn place_column(&mut self, info: &GameInfo, panels: Panels<'_>, x: f64, bottom: f64) -> f64 {
        let on_top = |panel: &Panel<'_>| panel.seat.is_some_and(|seat| sits_on_top(info, seat) != self.flipped);
        let (upper, rest): (Vec<_>, Vec<_>) = panels.0.into_iter().partition(on_top);
        let (lower, shared): (Vec<_>, Vec<_>) = rest.into_iter().partition(|panel| panel.seat.is_some());
        let mut y = MARGIN;
        for panel in upper.iter().chain(&shared) {
            y = self.place_panel(panel, x, y, COLUMN) + GAP;
        }
        let height: f64 = lower.iter().map(|panel| self.panel_height(panel, COLUMN) + GAP).sum();
        y = y.max(bottom + GAP - height);
        for panel in &lower {
            y = self.place_panel(panel, x, y, COLUMN) + GAP;
        }
        bottom.max(y - GAP)
    }

    /// Places the panels under the boards: the seats share rows, the shared panel has its own.
    pub(super) fn place_rows(&mut self, panels: Panels<'_>, top: f64) -> f64 {
        let (own, shared): (Vec<_>, Vec<_>) = panels.0.into_iter().partition(|panel| panel.seat.is_some());
        let width = self.width - 2.0 * MARGIN;
        let mut bottom = top;
        let share = width / length(own.len().max(1));
        for (i, panel) in own.iter().enumerate() {
            bottom = bottom.max(self.place_panel(panel, MARGIN + share * length(i), top + GAP, share - GAP));
        }
        for panel in &shared {
            bottom = self.place_panel(panel, MARGIN, bottom + GAP, width);
        }
        bottom
    }

    /// Places a panel and returns its bottom edge.
    fn place_panel(&mut self, panel: &Panel<'_>, x: f64, y: f64, width: f64) -> f64 {
        let size = 19.0 * self.type_scale;
        let mut y = y;
        if !panel.header.is_empty() {
            let text = panel.header.clone();
            self.labels.push(TextLabel { text, x, y: y + size, size, seat: panel.seat, class: "seat" });
            y += size * 1.7;
        }
        for Shown { tray, pictured } in &panel.trays {
            if panel.seat.is_none() || panel.trays.len() > 1 {
                let text = capitalised(tray.name);
                self.labels.push(TextLabel { text, x, y: y + size, size, seat: None, class: "tray" });
                y += size * 1.6;
            }
            let slots = Slots::of(tray, *pictured, width, self.type_scale);
            for (i, spot) in tray.spots().enumerate() {
                let cell = slots.cell(i, x, y);
                self.cells.insert(spot.id, cell);
                self.label(&spot.label, cell, &slots);
            }
            y += slots.height(tray.spots().len()) + TRAY_GAP;
        }
        y - if panel.trays.is_empty() { size * 0.5 } else { TRAY_GAP }
    }

    /// The height that [`Self::place_panel`] needs.
    fn panel_height(&self, panel: &Panel<'_>, width: f64) -> f64 {
        let mut trial =
            Self { boards: Vec::new(), cells: BTreeMap::new(), labels: Vec::new(), caption: Vec::new(), ..*self };
        trial.place_panel(panel, 0.0, 0.0, width)
    }

    /// Places the label under a slot.
    fn label(&mut self, label: &str, cell: Cell, slots: &Slots) {
        if !slots.labelled {
            return;
        }
        let size = slots.font;
        for (i, text) in cut(wrap(label, letters_in(cell.rect.w - 12.0, size)), slots.lines).into_iter().enumerate() {
            let (x, _) = cell.rect.middle();
            let y = cell.figure.bottom() + size * (1.0 + 1.2 * length(i));
            self.labels.push(TextLabel { text, x, y, size, seat: None, class: "label" });
        }
    }
}

/// The arrangement of a tray's slots in rows.
struct Slots {
    labelled: bool,
    /// The side of the pieces.
    figure: f64,
    per_row: usize,
    w: f64,
    h: f64,
    /// The font size and the maximum number of lines of the labels.
    font: f64,
    lines: usize,
}

impl Slots {
    fn of(tray: &Tray<'_>, pictured: bool, width: f64, type_scale: f64) -> Self {
        let count = tray.spots().len();
        let font = 14.0 * type_scale;
        if tray.is_hand() {
            let per_row = ((width + SLOT_GAP) / (SLOT + SLOT_GAP)).max(1.0) as usize;
            return Self { labelled: false, figure: SLOT - 4.0, per_row, w: SLOT, h: SLOT, font, lines: 0 };
        }
        // Short labels take up to three lines under narrow slots. Sentences get wide slots.
        let longest = tray.spots().map(|spot| spot.label.chars().count()).max().unwrap_or(0);
        let (least, lines) = if longest > 28 { (width / 3.5, 5) } else { (font * 6.6, 3) };
        let per_row = ((width + SLOT_GAP) / (least.max(SLOT) + SLOT_GAP)).max(1.0) as usize;
        let per_row = per_row.min(count.max(1));
        let w = ((width + SLOT_GAP) / length(per_row) - SLOT_GAP).min(least.max(SLOT) * 1.5);
        let room = letters_in(w - 12.0, font);
        let lines = tray.spots().map(|spot| wrap(&spot.label, room).len()).max().unwrap_or(0).min(lines);
        let figure = if pictured { SLOT - 4.0 } else { font * 0.7 };
        Self { labelled: true, figure, per_row, w, h: figure + font * (0.9 + 1.2 * length(lines)), font, lines }
    }

    fn cell(&self, index: usize, x: f64, y: f64) -> Cell {
        let (row, column) = (index / self.per_row, index % self.per_row);
        let rect =
            Rect::new(x + length(column) * (self.w + SLOT_GAP), y + length(row) * (self.h + SLOT_GAP), self.w, self.h);
        let side = self.figure;
        let figure = Rect::new(rect.x + (rect.w - side) / 2.0, rect.y + 2.0, side, side);
        Cell { rect, figure, surface: Surface::Slot }
    }

    fn height(&self, count: usize) -> f64 {
        let rows = length(count.div_ceil(self.per_row));
        rows * (self.h + SLOT_GAP) - SLOT_GAP
    }
}
