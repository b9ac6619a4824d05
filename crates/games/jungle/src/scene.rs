//! The scene: the position as a client draws it, with the choices.

use menagerie_game::{Actor, Badge, Choice, Piece, Place, Plane, Prompt, RulesExt, Scene, Site, Spot, Touch, Viewer};

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
        Terrain::Land => square.to_string(),
        Terrain::Water => format!("{square}, water"),
        Terrain::Trap(side) => format!("{square}, {}'s trap", side.name()),
        Terrain::Den(side) => format!("{square}, {}'s den", side.name()),
    };
    let site = Site::Plane { plane: 0, x: square.file() as i8, y: square.rank() as i8 };
    Spot { id: Place::new(square), site, terrain: terrain_id(terrain).into(), label: label.into(), action: None }
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

/// The rank, and that it counts for nothing in an enemy trap.
fn badges(standing: Standing) -> Vec<Badge> {
    let mut badges = vec![rank_badge(standing.token.animal)];
    if standing.strength() == 0 {
        badges.push(Badge { id: "trapped".into(), mark: "0".into(), label: "trapped, strength 0".into() });
    }
    badges
}

pub(crate) fn rank_badge(animal: Animal) -> Badge {
    let rank = animal.rank();
    Badge { id: "rank".into(), mark: rank.to_string().into(), label: format!("rank {rank}").into() }
}

fn prompt(position: &Position, viewer: Viewer) -> Prompt {
    let mover = position.mover();
    let actor = position.actor();
    let text = match position.ending() {
        Some(ending) => format!("{} wins: {}", capitalised(ending.winner()), ending_words(position, ending)),
        None if viewer.is(mover.seat()) => "Move one of your animals".to_owned(),
        None => format!("{} is on move", capitalised(mover)),
    };
    Prompt { actor, text: text.into(), mid_turn: false }
}

fn capitalised(side: Side) -> &'static str {
    match side {
        Side::Red => "Red",
        Side::Black => "Black",
    }
}

fn choices(position: &Position, viewer: Viewer) -> Vec<Choice> {
    match position.actor() {
        Actor::Seat(seat) if viewer.is(seat) => {
            let mut actions = position.list();
            actions.sort_unstable_by_key(ToString::to_string);
            actions.into_iter().map(|action| choice(position, action)).collect()
        }
        _ => Vec::new(),
    }
}

fn choice(position: &Position, action: Action) -> Choice {
    let touches = [action.from, action.to].map(|square| Touch::place(Place::new(square))).into();
    Choice { action: action.to_string(), touches, words: words(position, action).into() }
}

/// The action in words: `lion b3 jumps to b7 and takes cat`.
fn words(position: &Position, Action { from, to }: Action) -> String {
    let mover = position.mover();
    let animal = position.token_on(from).map_or("token", |token| token.animal.name());
    let verb = if swim(from).contains(to) { "goes" } else { "jumps" };
    let then = match position.token_on(to) {
        Some(prey) => format!(" and takes {}", prey.animal.name()),
        None if DEN[mover.other()] == to => ", the den, and wins".to_owned(),
        None => String::new(),
    };
    format!("{animal} {from} {verb} to {to}{then}")
}
