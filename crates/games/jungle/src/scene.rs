//! The scene: the position as a client draws it, with the choices.

use std::borrow::Cow;

use menagerie_game::{
    Actor, Badge, Choice, Piece, Place, Plane, Prompt, RulesExt, Scene, Site, Spot, Touch, Viewer, insertion_sort_by,
    message,
};

use crate::actions::Action;
use crate::board::{DEN, Square, Terrain, swim};
use crate::captures::Standing;
use crate::explain::ending_words;
use crate::piece::{Animal, Side};
use crate::position::Position;

pub(crate) fn scene(position: &Position, viewer: Viewer) -> Scene {
    Scene {
        planes: vec![Plane { id: "board".into(), title: "".into(), width: 7, height: 9 }],
        spots: Square::all().map(spot).collect(),
        pieces: Square::all().filter_map(|square| piece(position, square)).collect(),
        counters: Vec::new(),
        prompt: prompt(position, viewer),
        choices: choices(position, viewer),
    }
}

fn spot(square: Square) -> Spot {
    let terrain = Terrain::of(square);
    let label = match terrain {
        Terrain::Land => square.to_string().into(),
        Terrain::Water => message!("label-water", square),
        Terrain::Trap(side) => message!("label-trap", square, side = side.words()),
        Terrain::Den(side) => message!("label-den", square, side = side.words()),
    };
    let site = Site::Plane { plane: 0, x: square.file() as i8, y: square.rank() as i8 };
    Spot::new(Place::new(square), site, terrain_id(terrain), label)
}

/// The id in the game's facts.
fn terrain_id(terrain: Terrain) -> &'static str {
    match terrain {
        Terrain::Land => "land",
        Terrain::Water => "water",
        Terrain::Trap(Side::Red) => "red-trap",
        Terrain::Trap(Side::Black) => "black-trap",
        Terrain::Den(Side::Red) => "red-den",
        Terrain::Den(Side::Black) => "black-den",
    }
}

fn piece(position: &Position, square: Square) -> Option<Piece> {
    let token = position.token_on(square)?;
    let badges = badges(Standing { token, square });
    Some(Piece { badges, ..Piece::new(Place::new(square), token.animal.name(), Some(token.side.seat())) })
}

/// The badges of a token: its rank, and whether it is in an enemy trap.
fn badges(standing: Standing) -> Vec<Badge> {
    let mut badges = vec![rank_badge(standing.token.animal)];
    if standing.strength() == 0 {
        badges.push(Badge { id: "trapped".into(), mark: "0".into(), label: message!("badge-trapped") });
    }
    badges
}

pub(crate) fn rank_badge(animal: Animal) -> Badge {
    let rank = animal.rank();
    Badge { id: "rank".into(), mark: rank.to_string().into(), label: message!("badge-rank", rank) }
}

fn prompt(position: &Position, viewer: Viewer) -> Prompt {
    let mover = position.mover();
    let actor = position.actor();
    let text = match position.ending() {
        Some(ending) => {
            let (winner, why) = (ending.winner().title(), ending_words(position, ending));
            message!("prompt-over", winner, why)
        }
        None if viewer.is(mover.seat()) => message!("prompt-move"),
        None => message!("prompt-waiting", side = mover.title()),
    };
    Prompt { actor, text, mid_turn: false }
}

fn choices(position: &Position, viewer: Viewer) -> Vec<Choice> {
    match position.actor() {
        Actor::Seat(seat) if viewer.is(seat) => {
            let mut actions: Vec<_> = position.list().into_iter().map(|action| (action.to_string(), action)).collect();
            insertion_sort_by(&mut actions, |a, b| a.0 < b.0);
            actions.into_iter().map(|(_, action)| choice(position, action)).collect()
        }
        _ => Vec::new(),
    }
}

fn choice(position: &Position, action: Action) -> Choice {
    let touches = [action.from, action.to].map(|square| Touch::place(Place::new(square))).into();
    Choice::new(action, touches, words(position, action))
}

/// The action in words: `lion b3 jumps to b7 and takes cat`.
fn words(position: &Position, Action { from, to }: Action) -> Cow<'static, str> {
    let mover = position.mover();
    let animal = position.token_on(from).map_or("token", |token| token.animal.words());
    match (position.token_on(to), swim(from).contains(to)) {
        (Some(prey), true) => message!("choice-step-takes", animal, from, to, prey = prey.animal.words()),
        (Some(prey), false) => message!("choice-jump-takes", animal, from, to, prey = prey.animal.words()),
        // No jump ends in a den.
        (None, _) if DEN[mover.other()] == to => message!("choice-den", animal, from, to),
        (None, true) => message!("choice-step", animal, from, to),
        (None, false) => message!("choice-jump", animal, from, to),
    }
}
