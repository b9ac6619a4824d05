//! The legend: the meaning of the marks on pieces, for the help and for the panel beside the
//! boards.

use menagerie_game::erased::AnyGame;
use menagerie_game::{GameInfo, Place, Scene};

/// A mark with its meaning and the places of the pieces that have it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct LegendEntry {
    /// The mark as drawn on the piece: `m`.
    pub(crate) mark: String,
    /// Its meaning: `murderer`.
    pub(crate) label: String,
    pub(crate) places: Vec<Place>,
}

impl LegendEntry {
    /// `m murderer`
    pub(crate) fn meaning(&self) -> String {
        format!("{} {}", self.mark, self.label)
    }
}

/// The marks of a scene without duplicates, in order of first occurrence.
fn signs(scene: &Scene, counts: impl Fn(&str) -> bool) -> Vec<LegendEntry> {
    let mut signs: Vec<LegendEntry> = Vec::new();
    for piece in &scene.pieces {
        for badge in piece.badges.iter().filter(|badge| counts(&badge.id)) {
            let known = signs.iter_mut().find(|sign| sign.mark == badge.mark && sign.label == badge.label);
            if let Some(sign) = known {
                sign.places.push(piece.at);
            } else {
                let (mark, label) = (badge.mark.to_string(), badge.label.to_string());
                signs.push(LegendEntry { mark, label, places: vec![piece.at] });
            }
        }
    }
    signs
}

/// The states of pieces for the panel. A mark that every piece of a seat has, such as its rank, is
/// not a state.
pub(crate) fn states(scene: &Scene) -> Vec<LegendEntry> {
    let common = |id: &str| {
        let mut armed = scene.pieces.iter().filter(|piece| piece.color.is_some());
        armed.all(|piece| piece.badges.iter().any(|badge| badge.id == id))
    };
    let mut states = signs(scene, |id| !common(id));
    let in_tray = |place: &Place| {
        let spot = scene.spots.iter().find(|spot| spot.id == *place);
        spot.is_some_and(|spot| matches!(spot.site, menagerie_game::Site::Tray { .. }))
    };
    for state in &mut states {
        state.places.retain(|place| !in_tray(place));
    }
    states.retain(|state| !state.places.is_empty());
    states
}

/// All marks of the game: those on the boards, and those of the game's palette.
pub(crate) fn meanings(info: &GameInfo, scene: &Scene) -> Vec<String> {
    let pieces = menagerie_catalog::find(info.id).map(AnyGame::palette).unwrap_or_default();
    let palette = Scene { pieces, ..Scene::default() };
    let mut meanings: Vec<String> = Vec::new();
    for sign in signs(scene, |_| true).into_iter().chain(signs(&palette, |_| true)) {
        let meaning = sign.meaning();
        if !meanings.contains(&meaning) {
            meanings.push(meaning);
        }
    }
    meanings
}

#[cfg(test)]
mod tests {
    use menagerie_game::Viewer;

    use super::*;

    fn scene(game: &str, position: &str) -> (&'static GameInfo, Scene) {
        let game = menagerie_catalog::find(game).expect("a game of the catalog");
        let position = game.read(position).expect("a position");
        (game.info(), position.view(Viewer::Spectator).scene())
    }

    const MARKED: &str = "w1 xa3mx,Kh7,Qd1_mx,kb3_m,qd8_mi1 - - 12/13 \
        10+,16+,-,7+,7+,22+,9+,11+,10+,13+,14+,12+,7+,4+,-,11+ - - - - a1h8/a1h8 -";

    #[test]
    fn marks_on_the_boards_are_explained_with_the_games_own_words() {
        let (info, scene) = scene("heaven-hell", MARKED);
        let meanings = meanings(info, &scene);
        for meaning in ["m a Murderer", "x Experienced", "i1 1 coin more at every payment"] {
            assert!(meanings.iter().any(|it| it == meaning), "{meaning} in {meanings:?}");
        }
        let states = states(&scene);
        let murderers = states.iter().find(|sign| sign.mark == "m").expect("murderers");
        assert_eq!(murderers.places.len(), 4, "{murderers:?}");
        assert!(states.iter().all(|sign| sign.label != "locked"), "the shop is listed elsewhere");
    }

    #[test]
    fn what_every_piece_has_is_explained_in_the_help_alone() {
        let jungle = menagerie_catalog::find("jungle").expect("a game of the catalog");
        let scene = jungle.start(menagerie_game::Options::NONE).view(Viewer::Spectator).scene();
        assert_eq!(states(&scene), []);
        assert!(meanings(jungle.info(), &scene).contains(&"8 rank 8".to_owned()));
    }
}
