//! Every action must be selectable by the touches of a scene.

use std::collections::HashSet;

use menagerie_game::{Choice, GameInfo, Scene, Site, Touch};

/// Checks that every touch list leads to one action and every name used is defined.
pub(crate) fn check_scene(info: &GameInfo, scene: &Scene, actions: &[String]) {
    let spots: HashSet<_> = scene.spots.iter().map(|spot| spot.id).collect();
    assert_eq!(spots.len(), scene.spots.len(), "two spots share an id");
    for spot in &scene.spots {
        if let Site::Plane { plane, .. } = spot.site {
            assert!(usize::from(plane) < scene.planes.len(), "{} lies on no plane", spot.id);
        }
        assert!(spot.terrain.is_empty() || info.terrain(&spot.terrain).is_some(), "no terrain {}", spot.terrain);
    }
    for piece in &scene.pieces {
        assert!(spots.contains(&piece.at), "a piece stands on {}, which is no spot", piece.at);
        assert!(info.kind(&piece.kind).is_some(), "no kind {}", piece.kind);
    }
    assert!(!scene.prompt.text.is_empty(), "the prompt says nothing");
    let mut texts: Vec<_> = scene.choices.iter().map(|choice| choice.action.clone()).collect();
    texts.sort_unstable();
    assert_eq!(texts, actions, "the choices are the legal actions");
    check_touches(&spots, &scene.choices);
}

/// No touch list equals or begins another, and each touches places that exist.
fn check_touches(spots: &HashSet<menagerie_game::Place>, choices: &[Choice]) {
    let mut lists: Vec<(Vec<String>, &str)> = Vec::new();
    for choice in choices {
        assert!(!choice.words.is_empty(), "{} has no words", choice.action);
        assert!(!choice.touches.is_empty(), "{} has no touches", choice.action);
        for touch in &choice.touches {
            match touch {
                Touch::Place { place } => assert!(spots.contains(place), "{}: no spot {place}", choice.action),
                Touch::Area { covers, .. } => {
                    assert!(
                        covers.iter().all(|place| spots.contains(place)),
                        "{}: an area off the board",
                        choice.action
                    );
                }
                Touch::Button { label, .. } => assert!(!label.is_empty(), "{}: a button without label", choice.action),
            }
        }
        lists.push((choice.touches.iter().map(touch_name).collect(), &choice.action));
    }
    // Sorted, a list that begins another stands right before one that it begins.
    lists.sort_unstable();
    for pair in lists.windows(2) {
        assert!(!pair[1].0.starts_with(&pair[0].0), "the touches of {} begin those of {}", pair[0].1, pair[1].1);
    }
}

/// What the player's finger cannot tell apart has the same name.
fn touch_name(touch: &Touch) -> String {
    match touch {
        Touch::Place { place } | Touch::Area { place, .. } => place.to_string(),
        Touch::Button { id, .. } => format!("button {id}"),
    }
}
