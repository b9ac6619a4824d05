//! The scene: the position as a client draws it, with the choices.

use std::borrow::Cow;
use std::ops::ControlFlow;

use menagerie_game::{
    Badge, Choice, Piece as Shown, Place, PlaceName, Plane, Prompt, Rules, Scene, Site, Spot, Touch, Viewer, message,
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

    /// Badges for what the controller alone does not show.
    fn badges(&self, piece: Piece, at: Place) -> Vec<Badge> {
        let mut badges = Vec::new();
        if self.is_leaderless(piece.color) {
            badges.push(badge("leaderless", "-", message!("badge-leaderless")));
        }
        if self.is_neutral(piece.color) && piece.kind == Chief {
            badges.push(badge("neutral", "=", message!("badge-neutral")));
        }
        if piece.kind == Chief && at == Place::new(MAZE) && self.in_power().is_some() {
            badges.push(badge("power", "*", message!("badge-power")));
        }
        badges
    }

    fn prompt(&self, viewer: Viewer) -> Prompt {
        let text = match self.turn {
            None => self.prompt_over(),
            Some(turn) if viewer.is(turn.seat.seat()) => self.prompt_actor(turn),
            Some(turn) => self.prompt_waiting(turn),
        };
        Prompt { actor: self.actor(), text, mid_turn: !self.begins_turn() }
    }

    fn prompt_over(&self) -> Cow<'static, str> {
        let winner = self.living().iter().next().and_then(Color::from_seat);
        winner.map_or(Cow::Borrowed(""), |winner| message!("prompt-over", winner = winner.words()))
    }

    /// The prompt for the seat on turn.
    fn prompt_actor(&self, turn: Turn) -> Cow<'static, str> {
        match self.pending {
            Pending::Move if self.in_power() == Some(turn.seat) && !self.has_move(turn.seat) => {
                message!("prompt-pass")
            }
            Pending::Move if turn.slot != turn.seat => message!("prompt-extra-turn"),
            Pending::Move => message!("prompt-move"),
            Pending::Hand(Unit::Living(Piece { kind: Chief, color })) if self.at(MAZE).is_none() => {
                message!("prompt-put-chief", color = color.words())
            }
            Pending::Hand(unit) => message!("prompt-put", unit = in_hand(unit)),
            Pending::Kill(_) => message!("prompt-victim"),
            Pending::Exit => message!("prompt-exit", guest = self.guest_name()),
        }
    }

    /// The prompt for the other seats and spectators.
    fn prompt_waiting(&self, turn: Turn) -> Cow<'static, str> {
        let seat = turn.seat.title();
        match self.pending {
            Pending::Move if turn.slot != turn.seat => message!("prompt-waiting-extra-turn", seat),
            Pending::Move => message!("prompt-waiting", seat),
            Pending::Hand(unit) => message!("prompt-waiting-put", seat, unit = in_hand(unit)),
            Pending::Kill(_) => message!("prompt-waiting-victim", seat),
            Pending::Exit => message!("prompt-waiting-exit", seat, guest = self.guest_name()),
        }
    }

    fn guest_name(&self) -> &'static str {
        self.guest_in_maze().map_or("piece", |piece| piece.kind.words())
    }

    fn choices(&self) -> Vec<Choice> {
        let mut choices = Vec::new();
        let _ = self.actions(&mut |action: Action| {
            choices.push(Choice::new(action, self.touches(action), self.in_words(action)));
            ControlFlow::Continue(())
        });
        choices
    }

    fn touches(&self, action: Action) -> Vec<Touch> {
        let place = |square| Touch::place(Place::new(square));
        match action {
            // Only one piece can move, so its target alone chooses the action.
            Action::Move { to, .. } if self.pending == Pending::Exit => vec![place(to)],
            Action::Move { from, to } => vec![place(from), place(to)],
            Action::At(square) => vec![place(square)],
            Action::Stop => vec![Touch::button("stop", message!("topic-stop"))],
            Action::Pass => vec![Touch::button("pass", message!("topic-pass"))],
        }
    }

    fn in_words(&self, action: Action) -> Cow<'static, str> {
        match action {
            Action::Move { from, to } => self.move_in_words(from, to),
            Action::At(square) => match (self.pending, self.at(square)) {
                (Pending::Hand(unit), _) => message!("choice-put", unit = in_hand(unit), square),
                (_, Some(victim)) => message!("choice-victim", victim = in_hand(victim), square),
                (_, None) => square.to_string().into(),
            },
            Action::Stop => message!("choice-spare"),
            Action::Pass => message!("choice-pass"),
        }
    }

    fn move_in_words(&self, from: Square, to: Square) -> Cow<'static, str> {
        let Some(mover) = self.piece_at(from) else { return Action::Move { from, to }.to_string().into() };
        let (color, kind) = (mover.color.words(), mover.kind.words());
        match self.at(to) {
            None if mover.kind == Chief && to == MAZE => message!("choice-maze", color, kind, from),
            None => message!("choice-move", color, kind, from, to),
            Some(Unit::Corpse) => message!("choice-lift-corpse", color, kind, from, to),
            Some(unit) if mover.kind == Diplomat => {
                message!("choice-lift", color, kind, from, unit = in_hand(unit), to)
            }
            Some(unit) => message!("choice-kill", color, kind, from, unit = in_hand(unit), to),
        }
    }
}

fn spot(square: Square) -> Spot {
    let (terrain, label) = match square {
        MAZE => ("maze", message!("label-maze", square)),
        _ if (square.file() + square.rank()) % 2 == 1 => ("light", square.to_string().into()),
        _ => ("dark", square.to_string().into()),
    };
    let site = Site::Plane { plane: 0, x: square.file() as i8, y: square.rank() as i8 };
    Spot::new(Place::new(square), site, terrain, label)
}

/// What sentences call a place: a square, or the hand of the player on turn.
pub(crate) fn place_name(id: &str) -> PlaceName {
    if id == HAND { PlaceName::Inside(message!("place-hand")) } else { PlaceName::square(id) }
}

/// The spot that shows the unit in the hand.
fn hand_spot(seat: Color) -> Spot {
    let site = Site::Tray { tray: HAND.into(), seat: Some(seat.seat()), slot: 0 };
    Spot { topic: Some(HAND.into()), ..Spot::new(Place::new(HAND), site, "", message!("label-hand")) }
}

fn badge(id: &'static str, mark: &'static str, label: Cow<'static, str>) -> Badge {
    Badge { id: id.into(), mark: mark.into(), label }
}
