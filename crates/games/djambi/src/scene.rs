//! The scene: the position as a client draws it, with the choices.

use std::borrow::Cow;
use std::ops::ControlFlow;

use menagerie_game::{
    Badge, Choice, Piece as Shown, Place, PlaceName, Plane, Prompt, Rules, Scene, Site, Spot, Touch, Viewer,
};

use crate::actions::Action;
use crate::apply::HAND;
use crate::board::{MAZE, Square};
use crate::explain::in_hand;
use crate::piece::Kind::*;
use crate::piece::{Color, Piece, Unit};
use crate::position::{Pending, Position, Turn};

impl Position {
    pub(crate) fn scene(&self, viewer: Viewer) -> Scene {
        let plane = Plane { id: "board".into(), title: "".into(), width: 9, height: 9 };
        let mut scene = Scene {
            planes: vec![plane],
            spots: Square::all().map(spot).collect(),
            pieces: Square::all().filter_map(|square| Some(self.shown(self.at(square)?, Place::new(square)))).collect(),
            counters: Vec::new(),
            prompt: self.prompt(viewer),
            choices: Vec::new(),
        };
        let Some(turn) = self.turn else { return scene };
        if let Pending::Hand(unit) = self.pending {
            scene.spots.push(hand_spot(turn.seat));
            scene.pieces.push(self.shown(unit, Place::new(HAND)));
        }
        if viewer.is(turn.seat.seat()) {
            scene.choices = self.choices();
        }
        scene
    }

    fn shown(&self, unit: Unit, at: Place) -> Shown {
        let Unit::Living(piece) = unit else { return Shown::new(at, "corpse", None) };
        Shown {
            controller: self.control[piece.color as usize].map(Color::seat),
            badges: self.badges(piece, at),
            ..Shown::new(at, piece.kind.name(), Some(piece.color.seat()))
        }
    }

    /// What the controller alone does not tell.
    fn badges(&self, piece: Piece, at: Place) -> Vec<Badge> {
        let mut badges = Vec::new();
        if self.is_leaderless(piece.color) {
            badges.push(badge("leaderless", "-", "leaderless"));
        }
        if self.is_neutral(piece.color) && piece.kind == Chief {
            badges.push(badge("neutral", "=", "neutral"));
        }
        if piece.kind == Chief && at == Place::new(MAZE) && self.in_power().is_some() {
            badges.push(badge("power", "*", "in power"));
        }
        badges
    }

    fn prompt(&self, viewer: Viewer) -> Prompt {
        let text = match self.turn {
            None => self.prompt_over(),
            Some(turn) if viewer.is(turn.seat.seat()) => self.prompt_actor(turn),
            Some(turn) => self.prompt_waiting(turn),
        };
        Prompt { actor: self.actor(), text: text.into(), mid_turn: !self.begins_turn() }
    }

    fn prompt_over(&self) -> String {
        let winner = self.living().iter().next().and_then(Color::from_seat);
        winner.map_or_else(String::new, |seat| format!("The game is over: {} wins", seat.name()))
    }

    /// What the seat on turn is asked.
    fn prompt_actor(&self, turn: Turn) -> String {
        match self.pending {
            Pending::Move if self.in_power() == Some(turn.seat) && !self.has_move(turn.seat) => {
                "You are in power and have no move: pass".into()
            }
            Pending::Move if turn.slot != turn.seat => "You are in power: play an extra turn".into(),
            Pending::Move => "Move one of your pieces".into(),
            Pending::Hand(Unit::Living(Piece { kind: Chief, color })) if self.at(MAZE).is_none() => {
                format!("Put the {} chief on a free square; in the Maze it comes to power", color.name())
            }
            Pending::Hand(unit) => {
                let unit = in_hand(unit);
                format!("Put {unit} on a free square")
            }
            Pending::Kill(_) => "Choose a victim for the reporter, or spare them".into(),
            Pending::Exit => format!("The {} must leave the Maze", self.guest_name()),
        }
    }

    /// What the others and the spectators read meanwhile.
    fn prompt_waiting(&self, turn: Turn) -> String {
        let seat = capitalized(turn.seat.name());
        match self.pending {
            Pending::Move if turn.slot != turn.seat => format!("{seat} is in power and plays an extra turn"),
            Pending::Move => format!("{seat} is to move"),
            Pending::Hand(unit) => format!("{seat} puts {} down", in_hand(unit)),
            Pending::Kill(_) => format!("{seat} chooses a victim for the reporter"),
            Pending::Exit => format!("{seat} takes the {} out of the Maze", self.guest_name()),
        }
    }

    fn guest_name(&self) -> &'static str {
        self.guest_in_maze().map_or("piece", |piece| piece.kind.name())
    }

    fn choices(&self) -> Vec<Choice> {
        let mut choices = Vec::new();
        let _ = self.actions(&mut |action: Action| {
            let words = self.in_words(action).into();
            choices.push(Choice { action: action.to_string(), touches: self.touches(action), words });
            ControlFlow::Continue(())
        });
        choices
    }

    fn touches(&self, action: Action) -> Vec<Touch> {
        let place = |square| Touch::place(Place::new(square));
        match action {
            // Only one piece can go: its goal says it all.
            Action::Move { to, .. } if self.pending == Pending::Exit => vec![place(to)],
            Action::Move { from, to } => vec![place(from), place(to)],
            Action::At(square) => vec![place(square)],
            Action::Stop => vec![Touch::button("stop", "Spare them")],
            Action::Pass => vec![Touch::button("pass", "Pass")],
        }
    }

    fn in_words(&self, action: Action) -> String {
        match action {
            Action::Move { from, to } => self.move_in_words(from, to),
            Action::At(square) => match (self.pending, self.at(square)) {
                (Pending::Hand(unit), _) => format!("{} is put on {square}", in_hand(unit)),
                (_, Some(victim)) => format!("the reporter kills {} on {square}", in_hand(victim)),
                (_, None) => square.to_string(),
            },
            Action::Stop => "the reporter spares everybody".into(),
            Action::Pass => "pass".into(),
        }
    }

    fn move_in_words(&self, from: Square, to: Square) -> String {
        let Some(mover) = self.piece_at(from) else { return format!("{from} to {to}") };
        let name = format!("{} {} {from}", mover.color.name(), mover.kind.name());
        match self.at(to) {
            None if mover.kind == Chief && to == MAZE => format!("{name} enters the Maze"),
            None => format!("{name} goes to {to}"),
            Some(Unit::Corpse) => format!("{name} lifts the corpse on {to}"),
            Some(unit) if mover.kind == Diplomat => format!("{name} lifts {} on {to}", in_hand(unit)),
            Some(unit) => format!("{name} kills {} on {to}", in_hand(unit)),
        }
    }
}

fn spot(square: Square) -> Spot {
    let (terrain, label) = match square {
        MAZE => ("maze", Cow::from("e5, the Maze")),
        _ if (square.file() + square.rank()) % 2 == 1 => ("light", square.to_string().into()),
        _ => ("dark", square.to_string().into()),
    };
    let site = Site::Plane { plane: 0, x: square.file() as i8, y: square.rank() as i8 };
    Spot { id: Place::new(square), site, terrain: terrain.into(), label, action: None }
}

/// What sentences call a place: a square, or the hand of the player on turn.
pub(crate) fn place_name(id: &str) -> PlaceName {
    if id == HAND { PlaceName::Inside("the hand".into()) } else { PlaceName::square(id) }
}

/// Where the thing in the hand is shown.
fn hand_spot(seat: Color) -> Spot {
    let site = Site::Tray { tray: HAND.into(), seat: Some(seat.seat()), slot: 0 };
    Spot { id: Place::new(HAND), site, terrain: "".into(), label: "in the hand".into(), action: None }
}

fn badge(id: &'static str, mark: &'static str, label: &'static str) -> Badge {
    Badge { id: id.into(), mark: mark.into(), label: label.into() }
}

fn capitalized(name: &str) -> String {
    let mut letters = name.chars();
    letters.next().map_or_else(String::new, |first| first.to_ascii_uppercase().to_string() + letters.as_str())
}
