//! Texts for players are words: no internal id, no wrong plural.

use menagerie_game::{GameInfo, Scene, Touch};

/// What games count in sentences.
const COUNTED: [&str; 6] = ["coins", "turns", "squares", "traps", "pieces", "actions"];

/// Checks one text that players read or hear.
///
/// # Panics
/// If it holds the id of a place (`hand:white:spear`, `custody`, `e4^`), an action's text (`plane:hell`, `@h2`), or a
/// plural after the number 1.
pub(crate) fn check_text(text: &str) {
    assert!(internal_id(text).is_none(), "'{text}' shows the internal id '{}'", internal_id(text).unwrap_or_default());
    let words: Vec<&str> = text.split_whitespace().collect();
    let wrong = words.windows(2).find(|pair| {
        pair[0] == "1" && COUNTED.contains(&pair[1].trim_end_matches(|letter: char| !letter.is_alphanumeric()))
    });
    assert!(wrong.is_none(), "'{text}' has a plural after 1");
}

/// Every text of a scene: what is asked, labels of places, badges and buttons, actions in words.
pub(crate) fn check_scene_texts(info: &GameInfo, scene: &Scene) {
    check_text(&scene.prompt.text);
    scene.spots.iter().for_each(|spot| check_text(&spot.label));
    let counters = scene.counters.iter();
    counters.for_each(|counter| check_text(&info.counter_words(&counter.name, counter.value.into())));
    scene.pieces.iter().flat_map(|piece| &piece.badges).for_each(|badge| check_text(&badge.label));
    for choice in &scene.choices {
        check_text(&choice.words);
        for touch in &choice.touches {
            if let Touch::Button { label, .. } = touch {
                check_text(label);
            }
        }
    }
}

/// The first word that is an id: it has a colon inside, begins with `@`, ends in a plane's suffix, or is one that a game
/// uses for a place without a name.
fn internal_id(text: &str) -> Option<&str> {
    let words = text.split_whitespace().map(|word| word.trim_matches([',', ';', '.', '?', '\'', '(', ')']));
    words.into_iter().find(|word| {
        let inside = word.trim_end_matches(':');
        inside.contains([':', '@', '^', '_']) || inside == "custody"
    })
}

#[cfg(test)]
mod tests {
    use super::internal_id;

    #[test]
    fn ids_are_found_and_words_are_not() {
        for text in
            ["spear from hand:white:spear to c3", "from custody to z4", "chosen: plane:hell", "chosen: @h2", "on e4^"]
        {
            assert!(internal_id(text).is_some(), "{text}");
        }
        for text in ["chaos: three fires break out", "the white Pawn on h2 in Hell", "in black's hand"] {
            assert_eq!(internal_id(text), None, "{text}");
        }
    }
}
