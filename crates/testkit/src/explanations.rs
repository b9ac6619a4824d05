//! Everything that a client can show explains itself, and pieces show where they can go.

use std::collections::HashSet;

use menagerie_game::{Dice, GameInfo, Place, Rules, Scene, Site, Spot, Touch, View, Viewer, diagram, reach};

use crate::Rulebook;
use crate::player_texts::check_text;

/// Checks a game's explanations: every kind, terrain and topic has a text and names a heading of the rules, and every
/// sample is a position whose mover has exactly one piece of the kind, which can move.
///
/// # Panics
/// If an explanation is missing or wrong.
pub fn explanations<R: Rules>() {
    let info = R::INFO;
    let anchors: HashSet<String> = Rulebook::read(info.id, info.rules).anchors.into_iter().collect();
    let kinds = info.kinds.iter().map(|kind| (kind.id, info.text_of(kind), kind.rule));
    let terrains = info.terrains.iter().map(|terrain| (terrain.id, info.text_of(terrain), terrain.rule));
    let topics = info.topics.iter().map(|topic| (topic.id, info.text_of(topic), topic.rule));
    for (id, text, rule) in kinds.chain(terrains).chain(topics) {
        assert!(!text.is_empty(), "{}: {id} has no explanation", info.id);
        assert!(anchors.contains(rule), "{}: {id} names the heading '{rule}', which is not in rules.md", info.id);
        check_text(text);
    }
    let ids: HashSet<_> = info.topics.iter().map(|topic| topic.id).collect();
    assert_eq!(ids.len(), info.topics.len(), "{}: two topics share an id", info.id);
    for kind in info.kinds.iter().filter(|kind| !kind.sample.is_empty()) {
        let position: R = kind.sample.parse().unwrap_or_else(|error| panic!("{}: the sample: {error}", kind.id));
        let mover = position.actor().seat().unwrap_or_else(|| panic!("{}: nobody moves in the sample", kind.id));
        let pieces = position.view(Viewer::Seat(mover)).scene().pieces;
        let own = pieces.iter().filter(|piece| piece.kind == kind.id && piece.color.is_none_or(|color| color == mover));
        assert_eq!(own.count(), 1, "{}: its sample shows one of it", kind.id);
        let targets = diagram::<R>(kind).map_or(0, |diagram| diagram.targets.len());
        assert!(targets > 0, "{}: it cannot move in its sample", kind.id);
    }
}

/// Checks that everything in a scene is explained: places by topic or terrain, badges, counters, trays and buttons.
pub(crate) fn check_explained(info: &GameInfo, scene: &Scene) {
    for spot in &scene.spots {
        assert!(is_explained(info, spot), "{}: nothing explains the place {}", info.id, spot.id);
        if let Site::Tray { tray, .. } = &spot.site {
            assert!(info.topic(tray).is_some(), "{}: no topic explains the tray {tray}", info.id);
        }
    }
    for badge in scene.pieces.iter().flat_map(|piece| &piece.badges) {
        assert!(info.topic(&badge.id).is_some(), "{}: no topic explains the badge {}", info.id, badge.id);
    }
    for counter in &scene.counters {
        assert!(info.topic(&counter.name).is_some(), "{}: no topic explains the counter {}", info.id, counter.name);
    }
    for touch in scene.choices.iter().flat_map(|choice| &choice.touches) {
        if let Touch::Button { id, topic, .. } = touch {
            let topic = topic.as_deref().unwrap_or_default();
            let known = info.topic(topic).is_some() || info.kind(topic).is_some();
            assert!(known, "{}: '{topic}' explains the button {id}, but is no topic and no kind", info.id);
        }
    }
}

fn is_explained(info: &GameInfo, spot: &Spot) -> bool {
    match &spot.topic {
        Some(topic) => info.topic(topic).is_some(),
        None => info.terrain(&spot.terrain).is_some_and(|terrain| !info.text_of(terrain).is_empty()),
    }
}

/// Checks reach: on one's own turn it is what the choices say, and every seat that lives can be given the turn.
pub(crate) fn check_reach<V: View>(view: &V, scene: &Scene, dice: &mut impl Dice) {
    let known = view.known_position();
    if known.outcome().is_none() {
        for seat in known.living().iter() {
            let given = known.with_turn(seat).unwrap_or_else(|| panic!("{seat:?} cannot get the turn in {known}"));
            let actor = given.actor().seat();
            assert!(actor.is_none_or(|actor| actor == seat), "{actor:?} has the turn of {seat:?} in {known}");
        }
    }
    if scene.pieces.is_empty() {
        return;
    }
    let piece = &scene.pieces[dice.roll(scene.pieces.len() as u32) as usize];
    let reached = reach(view, piece.at);
    let acts = known.actor().seat().is_some_and(|seat| view.viewer().is(seat) && piece.controller == Some(seat));
    if acts {
        let found: HashSet<Place> = reached.targets.iter().map(|target| target.place).collect();
        assert_eq!(found, second_touches(scene, piece.at), "the reach of {} in {view}", piece.at);
    }
}

/// The places that the choices of a scene offer second, after this one.
fn second_touches(scene: &Scene, first: Place) -> HashSet<Place> {
    let after = |touches: &Vec<Touch>| match &touches[..] {
        [Touch::Place { place }, Touch::Place { place: second } | Touch::Area { place: second, .. }, ..]
            if *place == first =>
        {
            Some(*second)
        }
        _ => None,
    };
    scene.choices.iter().filter_map(|choice| after(&choice.touches)).collect()
}
