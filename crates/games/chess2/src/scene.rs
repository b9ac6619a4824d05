//! The scene: the position as a client draws it, with the choices.

use std::borrow::Cow;

use menagerie_game::{Badge, Choice, Piece, Place, Plane, Prompt, RulesExt, Scene, Site, Spot, Touch, Viewer, message};

use crate::actions::Action;
use crate::apply::{CENTRE_PLACE, CUSTODY};
use crate::arrange::banana_badge;
use crate::board::Square;
use crate::piece::{Cell, Color, Kind, Royal};
use crate::position::{Bear, Occupant, Pending, Position};

impl Position {
    pub(crate) fn scene(&self, viewer: Viewer) -> Scene {
        let decides = self.actor().seat().is_some_and(|seat| viewer.is(seat));
        Scene {
            planes: vec![Plane { id: "board".into(), title: "".into(), width: 8, height: 8 }],
            spots: self.spots(),
            pieces: self.scene_pieces(),
            counters: Vec::new(),
            prompt: Prompt {
                actor: self.actor(),
                text: self.prompt(viewer),
                mid_turn: self.pending != Pending::Nothing,
            },
            choices: if decides { self.choices() } else { Vec::new() },
        }
    }

    fn spots(&self) -> Vec<Spot> {
        let mut spots: Vec<_> = Square::all().map(square_spot).chain(Cell::ALL.map(cell_spot)).collect();
        if self.bear == Bear::Waiting {
            spots.push(tray_spot(CENTRE_PLACE, "centre", message!("label-centre")));
        }
        if matches!(self.pending, Pending::Jail(_)) {
            spots.push(tray_spot(CUSTODY, "captured", message!("label-custody")));
        }
        spots
    }

    fn scene_pieces(&self) -> Vec<Piece> {
        let on_board = Square::all().filter_map(|square| Some(self.piece(Place::new(square), self.at(square)?)));
        let mut pieces: Vec<_> = on_board.collect();
        for cell in Cell::ALL {
            if let Some(royal) = self.jail[cell as usize] {
                pieces.push(self.piece(Place::new(cell), Occupant::Piece(cell.color(), royal.kind())));
            }
        }
        match self.pending {
            Pending::Swing { cell, .. } => {
                pieces.push(self.piece(Place::new(cell), Occupant::Piece(self.side, Kind::Monkey)));
            }
            Pending::Jail(royal) => pieces.push(self.captive_piece(royal)),
            Pending::Nothing | Pending::Hop { .. } => {}
        }
        if self.bear == Bear::Waiting {
            pieces.push(self.piece(Place::new(CENTRE_PLACE), Occupant::Bear));
        }
        pieces
    }

    fn captive_piece(&self, royal: Royal) -> Piece {
        self.piece(Place::new(CUSTODY), Occupant::Piece(self.side.other(), royal.kind()))
    }

    fn piece(&self, at: Place, occupant: Occupant) -> Piece {
        match occupant {
            Occupant::Bear => Piece::new(at, "bear", None),
            Occupant::Piece(color, kind) => {
                let badges = if kind == Kind::King { self.banana_badge(color) } else { Vec::new() };
                Piece { badges, ..Piece::new(at, kind.id(), Some(color.seat())) }
            }
        }
    }

    fn banana_badge(&self, color: Color) -> Vec<Badge> {
        if self.banana[color as usize] { vec![banana_badge()] } else { Vec::new() }
    }

    fn choices(&self) -> Vec<Choice> {
        let choice = |action: Action| Choice::new(action, touches(action), self.words(action));
        self.list().into_iter().map(choice).collect()
    }
}

/// The touches that choose an action, in order.
fn touches(action: Action) -> Vec<Touch> {
    let square = |square: Square| Touch::place(Place::new(square));
    let jail = |cell: Cell| Touch::place(Place::new(cell));
    match action {
        Action::Move { from, to } => vec![square(from), square(to)],
        Action::Catch { from, cell } => vec![square(from), jail(cell)],
        Action::Swing { cell, to } => vec![jail(cell), square(to)],
        Action::Jail { cell } => vec![jail(cell)],
        Action::Enter { to } => vec![Touch::place(Place::new(CENTRE_PLACE)), square(to)],
        Action::Stop => vec![Touch::button("stop", message!("topic-stop"))],
        Action::Pass => vec![Touch::button("pass", message!("topic-pass"))],
    }
}

fn square_spot(square: Square) -> Spot {
    let (x, y) = (square.file() as i8, square.rank() as i8);
    let terrain = if (x + y) % 2 == 0 { "dark" } else { "light" };
    let id = Place::new(square);
    Spot::new(id, Site::Plane { plane: 0, x, y }, terrain, id.to_string())
}

/// The cells lie beside their gates, off the board.
fn cell_spot(cell: Cell) -> Spot {
    let x = match cell.color() {
        Color::White => -1,
        Color::Black => 8,
    };
    let site = Site::Plane { plane: 0, x, y: cell.gate().rank() as i8 };
    let label = message!("label-cell", cell, color = cell.color().words());
    Spot::new(Place::new(cell), site, "jail", label)
}

fn tray_spot(id: &'static str, tray: &'static str, label: Cow<'static, str>) -> Spot {
    let site = Site::Tray { tray: tray.into(), seat: None, slot: 0 };
    Spot { topic: Some(tray.into()), ..Spot::new(Place::new(id), site, "", label) }
}
