//! Texts for players stand in message files: those of each game, and those that all games share.

use std::path::Path;

use menagerie_catalog::games;
use menagerie_testkit::{game_messages, shared_messages};

#[test]
fn every_game_has_its_texts_in_message_files() {
    let crates = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    for game in games() {
        game_messages(game.info(), &crates.join("games").join(game.info().id));
    }
}

#[test]
fn what_games_share_has_its_texts_in_a_message_file() {
    shared_messages(&Path::new(env!("CARGO_MANIFEST_DIR")).join("../game"));
}
