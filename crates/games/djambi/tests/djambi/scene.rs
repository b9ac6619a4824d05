//! What clients draw: planes, terrain, pieces and their controllers, prompts, choices.

use menagerie_game::{OpenRules, Scene, Seat, Touch, Viewer};

use crate::P;

fn scene(position: &str, viewer: Viewer) -> Scene {
    position.parse::<P>().unwrap().scene(viewer)
}

fn seen_by_red(position: &str) -> Scene {
    scene(position, Viewer::Seat(Seat(0)))
}

#[test]
fn one_chequered_board_with_the_maze_in_the_middle() {
    let scene = seen_by_red("gC7yC/9/9/9/9/9/9/9/rC7bC 4 rbyg r -");
    assert_eq!(scene.planes.len(), 1);
    assert_eq!((scene.planes[0].width, scene.planes[0].height), (9, 9));
    let terrain = |id: &str| scene.spots.iter().find(|spot| spot.id.as_str() == id).unwrap().terrain.clone();
    assert_eq!(
        [terrain("a1"), terrain("a2"), terrain("b1"), terrain("b2"), terrain("e5")],
        ["dark", "light", "light", "dark", "maze"]
    );
    assert_eq!(scene.spots.iter().filter(|spot| spot.terrain == "maze").count(), 1);
}

#[test]
fn every_piece_shows_who_controls_it() {
    // Red rules over blue; yellow is leaderless, green neutral (three players, yellow out).
    let scene = seen_by_red("gC8/9/9/9/4rC4/9/9/yM7x/bMbN7 3 rr-- - -");
    let piece = |id: &str| scene.pieces.iter().find(|piece| piece.at.as_str() == id).unwrap();
    let labels = |id: &str| piece(id).badges.iter().map(|badge| badge.label.to_string()).collect::<Vec<_>>();
    assert_eq!((piece("a1").color, piece("a1").controller), (Some(Seat(1)), Some(Seat(0))));
    assert_eq!((piece("a2").controller, labels("a2")), (None, vec!["leaderless".to_owned()]));
    assert_eq!((piece("a9").controller, labels("a9")), (None, vec!["neutral".to_owned()]));
    assert_eq!((piece("e5").controller, labels("e5")), (Some(Seat(0)), vec!["in power".to_owned()]));
    assert_eq!((piece("i2").kind.as_ref(), piece("i2").color, piece("i2").controller), ("corpse", None, None));
}

#[test]
fn every_step_has_its_prompt() {
    let prompt = |position: &str| {
        let scene = seen_by_red(position);
        (scene.prompt.text.to_string(), scene.prompt.mid_turn)
    };
    let expect = |text: &str, mid_turn| (text.to_owned(), mid_turn);
    assert_eq!(prompt("gC7yC/9/9/9/9/9/9/9/rC7bC 4 rbyg r -"), expect("Move one of your pieces", false));
    assert_eq!(
        prompt("gC7yC/9/9/9/4rC4/9/9/9/8bC 4 rbyg r+b -"),
        expect("You are in power: play an extra turn", false)
    );
    assert_eq!(
        prompt("gC7yC/9/9/3xxx3/3xrCx3/3xxx3/9/9/8bC 4 rbyg r+b -"),
        expect("You are in power and have no move: pass", false)
    );
    assert_eq!(prompt("gC7yC/9/9/9/9/9/9/9/rC7bC 4 rbyg r x"), expect("Put the corpse on a free square", true));
    assert_eq!(prompt("gC7yC/9/9/9/9/9/9/9/rC7bC 4 rbyg r bM"), expect("Put the blue militant on a free square", true));
    assert_eq!(
        prompt("gC7yC/9/9/9/9/9/9/9/rC8 4 rbyg r bC"),
        expect("Put the blue chief on a free square; in the Maze it comes to power", true)
    );
    assert_eq!(
        prompt("gC7yC/9/9/9/9/3bM5/3rR5/9/rC7bC 4 rbyg r kill:d3"),
        expect("Choose a victim for the reporter, or spare them", true)
    );
    assert_eq!(prompt("gC7yC/9/9/9/4rA4/9/9/9/rC7bC 4 rbyg r exit"), expect("The assassin must leave the Maze", true));
    assert_eq!(prompt("9/9/9/9/9/9/9/9/rC8 2 rrr- - -"), expect("The game is over: red wins", false));
    assert_eq!(prompt("gC7yC/9/9/9/9/9/9/9/rC7bC 4 rbyg b -"), expect("Blue is to move", false));
    assert_eq!(prompt("gC7yC/9/9/9/9/9/9/9/rC7bC 4 rbyg b x"), expect("Blue puts the corpse down", true));
}

#[test]
fn what_is_in_the_hand_lies_in_a_tray() {
    let scene = seen_by_red("gC7yC/9/9/9/9/9/9/9/rC7bC 4 rbyg r bM");
    let held = scene.pieces.last().unwrap();
    assert_eq!((held.at.as_str(), held.kind.as_ref(), held.color), ("hand", "militant", Some(Seat(1))));
    assert!(scene.spots.iter().any(|spot| spot.id.as_str() == "hand"));
}

#[test]
fn stop_and_pass_are_buttons() {
    let buttons = |position: &str| {
        let is_button = |touch: &Touch| matches!(touch, Touch::Button { .. });
        let choices = seen_by_red(position).choices;
        choices
            .into_iter()
            .filter(|choice| choice.touches.iter().any(is_button))
            .map(|choice| choice.action)
            .collect::<Vec<_>>()
    };
    assert_eq!(buttons("gC7yC/9/9/9/9/3bM5/3rR5/9/rC7bC 4 rbyg r kill:d3"), ["stop"]);
    assert_eq!(buttons("gC7yC/9/9/3xxx3/3xrCx3/3xxx3/9/9/8bC 4 rbyg r+b -"), ["pass"]);
}

#[test]
fn choices_have_words() {
    let words = |position: &str, action: &str| {
        let choices = seen_by_red(position).choices;
        choices.into_iter().find(|choice| choice.action == action).unwrap().words.to_string()
    };
    let board = "gC7yC/9/9/9/9/9/2x6/bMrD7/rCrN6bC 4 rbyg r -";
    assert_eq!(words(board, "a1a2"), "red chief a1 kills the blue militant on a2");
    assert_eq!(words(board, "b2a2"), "red diplomat b2 lifts the blue militant on a2");
    assert_eq!(words(board, "b1c1"), "red necromobile b1 goes to c1");
    assert_eq!(words("gC7yC/9/9/9/9/9/9/9/rC7bC 4 rbyg r -", "a1e5"), "red chief a1 enters the Maze");
    assert_eq!(words("gC7yC/9/9/9/9/9/9/9/rC7bC 4 rbyg r x", "@a2"), "the corpse is put on a2");
}

#[test]
fn those_who_wait_and_spectators_have_no_choices() {
    let position = "gC7yC/9/9/9/9/9/9/9/rC7bC 4 rbyg r -";
    assert!(scene(position, Viewer::Seat(Seat(1))).choices.is_empty());
    assert!(scene(position, Viewer::Spectator).choices.is_empty());
    assert_eq!(scene(position, Viewer::Spectator).prompt.text, "Red is to move");
}
