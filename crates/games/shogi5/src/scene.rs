//! The scene: the position as a client draws it, with the choices.

use std::borrow::Cow;

use menagerie_game::{
    Choice, Piece as Token, Place, PlaceName, Plane, Prompt, RulesExt, Scene, Site, Spot, Touch, Viewer, message,
};

use crate::apply::hand_place;
use crate::arrange::token;
use crate::board::Square;
use crate::board::last_rows;
use crate::position::Position;
use crate::{Action, Color, Kind, Piece};

pub(crate) fn scene(position: &Position, viewer: Viewer) -> Scene {
    let acts = position.actor().seat().is_some_and(|seat| viewer.is(seat));
    Scene {
        planes: vec![Plane { id: "board".into(), title: "".into(), width: 5, height: 5 }],
        spots: Square::all().map(square_spot).chain(hand_spots(position)).collect(),
        pieces: board_pieces(position).chain(hand_pieces(position)).collect(),
        counters: Vec::new(),
        prompt: prompt(position, acts),
        choices: if acts {
            position.list().into_iter().map(|action| choice(position, action)).collect()
        } else {
            Vec::new()
        },
    }
}

fn square_spot(square: Square) -> Spot {
    let terrain = if (square.file() + square.rank()).is_multiple_of(2) { "dark" } else { "light" };
    let site = Site::Plane { plane: 0, x: square.file() as i8, y: square.rank() as i8 };
    Spot::new(Place::new(square), site, terrain, square.to_string())
}

/// A slot for each kind that can be held; one for a king only where one was taken, since that ends the game.
fn hand_spots(position: &Position) -> impl Iterator<Item = Spot> {
    let shown = |color, kind| kind != Kind::King || position.hands().count(color, kind) > 0;
    slots().filter(move |&(color, kind, _)| shown(color, kind)).map(|(color, kind, slot)| {
        let site = Site::Tray { tray: "hand".into(), seat: Some(color.seat()), slot };
        let label = message!("label-hand", piece = Piece::plain(kind).words(), color = color.words());
        let count = Some(u32::from(position.hands().count(color, kind)));
        Spot { topic: Some("hand".into()), count, ..Spot::new(hand_place(color, kind), site, "", label) }
    })
}

/// What sentences call a place: a square, or a hand with all its slots.
pub(crate) fn place_name(id: &str) -> PlaceName {
    let hand = |color: &Color| id.strip_prefix("hand:").is_some_and(|slot| slot.starts_with(color.name()));
    match Color::ALL.iter().find(|color| hand(color)) {
        Some(color) => PlaceName::Inside(message!("place-hand", color = color.words())),
        None => PlaceName::square(id),
    }
}

fn slots() -> impl Iterator<Item = (Color, Kind, u8)> {
    Color::ALL.into_iter().flat_map(|color| (0..).zip(Kind::ALL).map(move |(slot, kind)| (color, kind, slot)))
}

fn board_pieces(position: &Position) -> impl Iterator<Item = Token> {
    Square::all().filter_map(|square| {
        let (piece, color) = position.piece(square)?;
        Some(token(Place::new(square), piece, color))
    })
}

fn hand_pieces(position: &Position) -> impl Iterator<Item = Token> {
    slots().filter_map(|(color, kind, _)| {
        let count = u16::from(position.hands().count(color, kind));
        let token = Token::new(hand_place(color, kind), kind.id(), Some(color.seat()));
        (count > 0).then_some(Token { count, ..token })
    })
}

fn prompt(position: &Position, acts: bool) -> Prompt {
    let text = match position.winner() {
        Some(winner) => {
            message!("prompt-over", winner = winner.words(), why = position.ended_by().sentence)
        }
        None if acts => message!("prompt-move"),
        None => message!("prompt-waiting", color = position.mover().words()),
    };
    Prompt { actor: position.actor(), text, mid_turn: false }
}

fn choice(position: &Position, action: Action) -> Choice {
    let touches = match action {
        Action::Move { from, to } => [Place::new(from), Place::new(to)],
        Action::Drop { kind, to } => [hand_place(position.mover(), kind), Place::new(to)],
    };
    Choice::new(action, touches.map(Touch::place).to_vec(), words(position, action))
}

/// An action in words: "spear a5 takes soldier on a2 and is promoted".
fn words(position: &Position, action: Action) -> Cow<'static, str> {
    match action {
        Action::Drop { kind, to } => message!("choice-drop", piece = Piece::plain(kind).words(), to),
        Action::Move { from, to } => move_words(position, from, to),
    }
}

fn move_words(position: &Position, from: Square, to: Square) -> Cow<'static, str> {
    let Some((mover, color)) = position.piece(from) else { return Action::Move { from, to }.to_string().into() };
    let promotes = !mover.promoted && mover.kind.promotes() && last_rows(color).contains(to);
    let piece = mover.words();
    match (position.piece(to), promotes) {
        (Some((victim, _)), false) => message!("choice-takes", piece, from, victim = victim.words(), to),
        (Some((victim, _)), true) => message!("choice-takes-promoted", piece, from, victim = victim.words(), to),
        (None, false) => message!("choice-move", piece, from, to),
        (None, true) => message!("choice-move-promoted", piece, from, to),
    }
}
