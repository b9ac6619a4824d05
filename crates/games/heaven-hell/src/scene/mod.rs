//! What a view looks like to a client: three planes, the shop, the cards of an open orb, and how to choose by touching.

mod board;
mod choices;
mod prompt;
mod touch;
mod words;

use menagerie_game::{Counter, PlaceName, Plane as SceneBoard, Scene, Seat, Viewer, message};

use crate::board::{Plane, Square};
use crate::piece::other;
use crate::position::Position;
use crate::view::View;

pub(crate) use prompt::task_prompt;
pub(crate) use words::chosen;

/// The planes as they are shown, from left to right.
const SHOWN: [Plane; 3] = [Plane::Heaven, Plane::Earth, Plane::Hell];

pub(crate) fn scene(view: &View) -> Scene {
    let position = view.known();
    let acts = matches!(position.actor().seat(), Some(seat) if viewer_seat(view) == Some(seat));
    Scene {
        planes: SHOWN
            .iter()
            .map(|plane| SceneBoard { id: plane.id().into(), title: plane.name().into(), width: 8, height: 8 })
            .collect(),
        spots: board::spots(position, viewer_seat(view)),
        pieces: board::pieces(position),
        counters: counters(view),
        prompt: prompt::prompt(position, acts),
        choices: if acts { choices::choices(position) } else { Vec::new() },
    }
}

/// What sentences call a place: a square with its plane, the shop, the cards drawn, or limbo.
pub(crate) fn place_name(id: &str) -> PlaceName {
    match (Square::read(id), id.split_once(':')) {
        (Some(square), _) => PlaceName::Square(square.in_words().into()),
        (None, Some(("shop", _))) => PlaceName::Inside(message!("place-shop")),
        (None, Some(("card", _))) => PlaceName::Inside(message!("place-cards")),
        (None, _) => PlaceName::Inside(message!("place-limbo")),
    }
}

fn viewer_seat(view: &View) -> Option<Seat> {
    match menagerie_game::View::viewer(view) {
        Viewer::Seat(seat) => Some(seat),
        Viewer::Spectator | Viewer::All => None,
    }
}

/// Counters: both seats' coins, and the number of the other seat's hidden traps.
fn counters(view: &View) -> Vec<Counter> {
    let coins = Position::SEATS.iter().map(|seat| Counter {
        seat,
        name: "coins".into(),
        value: i32::from(view.known().coins[seat.index()]),
    });
    let traps = viewer_seat(view).filter(|_| view.hidden() > 0).map(|seat| Counter {
        seat: other(seat),
        name: "hidden traps".into(),
        value: i32::from(view.hidden()),
    });
    coins.chain(traps).collect()
}
