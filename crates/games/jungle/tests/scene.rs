//! What a client is given to draw.

use menagerie_game::{OpenRules, Rules, Scene, Seat, Shape, Viewer};
use menagerie_jungle::{Animal, Position};

mod common;
use common::on;

fn scene(tokens: &str, rest: &str, viewer: Viewer) -> Scene {
    on("scene", tokens, rest).position().scene(viewer)
}

const RED: Viewer = Viewer::Seat(Seat(0));

#[test]
fn every_square_has_its_terrain_and_label() {
    let scene = scene("Ra1 eg9", "r", RED);
    assert_eq!(scene.spots.len(), 63);
    let terrain = |id: &str| {
        let spot = scene.spots.iter().find(|spot| spot.id.as_str() == id).unwrap();
        (spot.terrain.to_string(), spot.label.to_string())
    };
    let expected = [
        ("a1", "land", "a1"),
        ("b4", "water", "b4, water"),
        ("d2", "red-trap", "d2, red's trap"),
        ("c9", "black-trap", "c9, black's trap"),
        ("d1", "red-den", "d1, red's den"),
        ("d9", "black-den", "d9, black's den"),
    ];
    for (square, id, label) in expected {
        assert_eq!(terrain(square), (id.to_owned(), label.to_owned()));
    }
}

#[test]
fn every_token_wears_its_rank() {
    let scene = scene("Ea3 Lg1 Ta1 Pe3 Wc3 Df2 Cb2 Rg3 ra7", "r", RED);
    for animal in Animal::ALL {
        let piece = scene.pieces.iter().find(|piece| piece.kind == animal.name()).unwrap();
        let marks: Vec<_> = piece.badges.iter().map(|badge| &*badge.mark).collect();
        assert_eq!(marks, [animal.rank().to_string()]);
    }
}

#[test]
fn a_trapped_token_wears_its_strength_too() {
    let scene = scene("Ed8 We1 ra7", "r", RED);
    let marks = |kind: &str| -> Vec<String> {
        let piece = scene.pieces.iter().find(|piece| piece.kind == kind).unwrap();
        piece.badges.iter().map(|badge| badge.mark.to_string()).collect()
    };
    assert_eq!(marks("elephant"), ["8", "0"]);
    assert_eq!(marks("wolf"), ["4"]);
}

#[test]
fn choices_are_two_touches_with_words() {
    let scene = scene("Lb3 Cc9 cb7 eg9", "r", RED);
    let words = |action: &str| scene.choices.iter().find(|choice| choice.action == action).unwrap().words.to_string();
    assert_eq!(words("b3b7"), "lion b3 jumps to b7 and takes cat");
    assert_eq!(words("b3b2"), "lion b3 goes to b2");
    assert_eq!(words("c9d9"), "cat c9 goes to d9, the den, and wins");
    assert!(scene.choices.iter().all(|choice| choice.touches.len() == 2));
}

#[test]
fn the_prompt_speaks_to_the_viewer() {
    let text = |tokens: &str, rest: &str, viewer| scene(tokens, rest, viewer).prompt.text.to_string();
    assert_eq!(text("Ra1 eg9", "r", RED), "Move one of your animals");
    assert_eq!(text("Ra1 eg9", "b", RED), "Black is to move");
    assert_eq!(text("Ra1 eg9", "r", Viewer::Spectator), "Red is to move");
    assert_eq!(text("Rd9 eg9", "b", RED), "Red wins: red's rat stands in black's den");
    assert!(scene("Ra1 eg9", "b", RED).choices.is_empty());
}

#[test]
fn sides_and_kinds_can_be_drawn() {
    let info = Position::INFO;
    assert_eq!(info.seats.iter().map(|seat| seat.shape).collect::<Vec<_>>(), [Shape::Circle, Shape::Hexagon]);
    for kind in info.kinds {
        assert!(kind.art.starts_with("<svg") && kind.art.contains("currentColor"), "{}", kind.id);
    }
    for animal in Animal::ALL {
        assert_eq!(info.kind(animal.name()).unwrap().letters, animal.letter().to_string());
    }
}
