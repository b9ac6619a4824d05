//! Goals: what a level asks for, and when it is reached.

use menagerie_game::erased::AnyPosition;
use menagerie_game::{Effect, EffectLog, GameInfo, Piece, Scene, Seat, Site, Spot, Viewer, describe};
use serde::Deserialize;

/// What a learner must reach.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
#[serde(try_from = "GoalKeys")]
pub enum Goal {
    /// The learner wins.
    Win,
    /// A piece of the learner stands on each of these places.
    Reach {
        /// The places.
        places: Vec<String>,
        /// The id of the kind that stands there; any if `None`.
        kind: Option<String>,
    },
    /// The learner takes pieces.
    Capture(Captures),
    /// The learner has not lost after this number of own turns and the replies to them.
    Survive {
        /// The number of turns.
        turns: u8,
        /// Places on which the learner still has a piece.
        keep: Vec<String>,
    },
    /// The learner plays the solution.
    Line,
    /// An effect happens in the learner's turn.
    Effect(String),
}

/// The pieces to be taken.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
#[serde(untagged)]
pub enum Captures {
    /// This number.
    Number(u8),
    /// Those on these places.
    Places(Vec<String>),
}

/// The goal as it is written: exactly one main key.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct GoalKeys {
    win: Option<bool>,
    reach: Option<Vec<String>>,
    kind: Option<String>,
    capture: Option<Captures>,
    survive: Option<u8>,
    keep: Option<Vec<String>>,
    line: Option<bool>,
    effect: Option<String>,
}

impl TryFrom<GoalKeys> for Goal {
    type Error = &'static str;

    fn try_from(keys: GoalKeys) -> Result<Self, Self::Error> {
        let GoalKeys { win, reach, kind, capture, survive, keep, line, effect } = keys;
        if (kind.is_some() && reach.is_none()) || (keep.is_some() && survive.is_none()) {
            return Err("'kind' goes with 'reach', and 'keep' with 'survive'");
        }
        let goals = [
            win.map(|_| Self::Win),
            reach.map(|places| Self::Reach { places, kind }),
            capture.map(Self::Capture),
            survive.map(|turns| Self::Survive { turns, keep: keep.unwrap_or_default() }),
            line.map(|_| Self::Line),
            effect.map(Self::Effect),
        ];
        let mut goals = goals.into_iter().flatten();
        let one = "a goal has exactly one of win, reach, capture, survive, line, effect";
        let goal = goals.next().ok_or(one)?;
        if goals.next().is_some() || win == Some(false) || line == Some(false) {
            return Err(one);
        }
        Ok(goal)
    }
}

impl Goal {
    /// What a learner reads who has missed the goal, where the level says nothing better.
    pub(crate) fn missed(&self) -> &'static str {
        match self {
            Self::Win => "This does not win.",
            Self::Reach { .. } => "Your piece does not get there this way.",
            Self::Capture(_) => "This does not take what you were to take.",
            Self::Survive { .. } => "This does not hold.",
            Self::Line => "This is a legal move, but another one is asked for.",
            Self::Effect(_) => "This does not do what the level asks for.",
        }
    }
}

/// What has happened in the learner's turns that goals ask for.
#[derive(Clone, Debug, Default)]
pub(crate) struct Deeds {
    /// The places on which the learner took pieces.
    captured: Vec<String>,
    /// Whether the effect of the goal has happened.
    effect: bool,
}

impl Deeds {
    /// Adds the effects of an action in the learner's turn.
    pub(crate) fn add(&mut self, goal: &Goal, info: &GameInfo, learner: Seat, effects: &EffectLog) {
        let own = info.seat_name(learner);
        for told in effects.iter().filter(|told| told.audience.includes(Viewer::Seat(learner))) {
            if let Effect::Captured { piece, at, .. } | Effect::Died { piece, at } = &told.effect
                && piece.color != own
            {
                self.captured.push(at.to_string());
            }
            if let Goal::Effect(wanted) = goal {
                self.effect |= is_effect(info, &told.effect, wanted);
            }
        }
    }
}

/// Whether a position and the learner's deeds reach a goal. `Survive` and `Line` depend on turns and lines: the attempt
/// judges them.
pub(crate) fn is_reached(goal: &Goal, deeds: &Deeds, position: &dyn AnyPosition, learner: Seat) -> bool {
    match goal {
        Goal::Win => position.outcome().is_some_and(|outcome| outcome.winner() == Some(learner)),
        Goal::Reach { places, kind } => {
            let scene = position.view(Viewer::Seat(learner)).scene();
            places.iter().all(|place| stands(&scene, learner, place, kind.as_deref()))
        }
        Goal::Capture(Captures::Number(number)) => deeds.captured.len() >= usize::from(*number),
        Goal::Capture(Captures::Places(places)) => places.iter().all(|place| deeds.captured.contains(place)),
        Goal::Effect(_) => deeds.effect,
        Goal::Survive { .. } | Goal::Line => false,
    }
}

/// Whether a piece of this seat, of this kind if one is given, covers a place.
pub(crate) fn stands(scene: &Scene, seat: Seat, place: &str, kind: Option<&str>) -> bool {
    let is_meant = |piece: &&Piece| piece.controller == Some(seat) && kind.is_none_or(|kind| piece.kind == kind);
    scene.pieces.iter().filter(is_meant).any(|piece| covers(scene, piece, place))
}

/// Whether a piece, which may be several squares wide, covers a place.
fn covers(scene: &Scene, piece: &Piece, place: &str) -> bool {
    if piece.at.as_str() == place {
        return true;
    }
    let site_of = |id: &str| scene.spots.iter().find(|spot: &&Spot| spot.id.as_str() == id).map(|spot| &spot.site);
    let (Some(Site::Plane { plane, x, y }), Some(Site::Plane { plane: on, x: file, y: rank })) =
        (site_of(piece.at.as_str()), site_of(place))
    else {
        return false;
    };
    let size = piece.size as i8;
    plane == on && (0..size).contains(&(file - x)) && (0..size).contains(&(rank - y))
}

/// Whether an effect is the one that a level names: by its kind (`became`), by what it is about (the id of a kind of
/// piece, a counter), by both (`appeared:orb`), or by words of its sentence.
fn is_effect(info: &GameInfo, effect: &Effect, wanted: &str) -> bool {
    let (kind, what) = kind_and_subject(effect);
    let both = wanted.split_once(':').is_some_and(|(first, second)| first == kind && second == what);
    both || wanted == kind || wanted == what || describe(info, effect).contains(wanted)
}

fn kind_and_subject(effect: &Effect) -> (&'static str, &str) {
    match effect {
        Effect::Moved { piece, .. } => ("moved", &piece.kind),
        Effect::Captured { piece, .. } => ("captured", &piece.kind),
        Effect::Died { piece, .. } => ("died", &piece.kind),
        Effect::Appeared { piece, .. } => ("appeared", &piece.kind),
        Effect::Vanished { piece, .. } => ("vanished", &piece.kind),
        Effect::Became { after, .. } => ("became", &after.kind),
        Effect::Badge { badge, .. } => ("badge", badge),
        Effect::Counter { counter, .. } => ("counter", counter),
        Effect::Revealed { piece, .. } => ("revealed", &piece.kind),
        Effect::Note { text } => ("note", text),
        Effect::Eliminated { .. } => ("eliminated", ""),
        Effect::Turn { .. } => ("turn", ""),
        Effect::Ended { .. } => ("ended", ""),
    }
}
