//! Reach: where a piece of any seat could go if it were its owner's turn.

use crate::{Choice, Effect, EffectLog, Piece, Place, Rules, Scene, Seat, Touch, View, Viewer};

/// Where a piece could go.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Reach {
    /// Where the piece stands.
    pub place: Place,
    /// The places it could go to; empty if nothing that moves stands there.
    pub targets: Vec<Target>,
}

/// A place that a piece could go to, or shoot at.
#[derive(Clone, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Target {
    /// Which; for a larger piece the place of its lowest file and rank.
    pub place: Place,
    /// Whether it would capture there.
    pub capture: bool,
}

/// Where the piece at a place could go if it were its owner's turn, as far as this viewer knows. On the owner's turn these
/// are the actions that are legal now. Of an action with several steps it is the first step. A piece that every seat may
/// move is the viewer's, and for a spectator that of the seat to act.
pub fn reach<V: View>(view: &V, place: Place) -> Reach {
    Reach { place, targets: targets(view, place).unwrap_or_default() }
}

fn targets<V: View>(view: &V, place: Place) -> Option<Vec<Target>> {
    let known = view.known_position();
    let piece = Piece::last_at(&view.scene().pieces, place)?.clone();
    let own = match view.viewer() {
        Viewer::Seat(seat) => Some(seat),
        Viewer::Spectator | Viewer::All => known.actor().seat(),
    };
    let seat = piece.controller.or(own)?;
    let position = if known.actor().seat() == Some(seat) { known } else { known.with_turn(seat)? };
    let scene = position.view(Viewer::Seat(seat)).scene();
    let mut targets: Vec<Target> = Vec::new();
    for choice in &scene.choices {
        let Some((to, covers)) = second_touch(choice, place) else { continue };
        let capture = meets_enemy(&scene, covers, seat) || captures(&position, choice);
        match targets.iter_mut().find(|target| target.place == to) {
            Some(target) => target.capture |= capture,
            None => targets.push(Target { place: to, capture }),
        }
    }
    Some(targets)
}

/// The second touch of a choice that begins at `place`: the place it is named by, and all that it covers.
fn second_touch(choice: &Choice, place: Place) -> Option<(Place, &[Place])> {
    match &*choice.touches {
        [Touch::Place { place: first }, second, ..] if *first == place => match second {
            Touch::Place { place } => Some((*place, std::slice::from_ref(place))),
            Touch::Area { place, covers } => Some((*place, covers)),
            Touch::Button { .. } => None,
        },
        _ => None,
    }
}

fn meets_enemy(scene: &Scene, covers: &[Place], seat: Seat) -> bool {
    let is_enemy = |piece: &&Piece| piece.color.is_some_and(|color| color != seat && piece.controller != Some(seat));
    scene.pieces.iter().filter(is_enemy).any(|piece| covers.contains(&piece.at))
}

/// Whether an action captures, also elsewhere (en passant) or what belongs to nobody.
fn captures<R: Rules>(position: &R, choice: &Choice) -> bool {
    let Ok(action) = choice.action.parse() else { return false };
    let mut effects = EffectLog::new();
    let _ = position.clone().apply(action, &mut effects);
    effects.iter().any(|told| matches!(told.effect, Effect::Captured { .. }))
}
