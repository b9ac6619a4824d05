//! The collections of the program.

use std::io::Read;
use std::sync::OnceLock;

use flate2::read::DeflateDecoder;
use menagerie_game::{GameInfo, GameName};

use crate::file::Collection;

/// The compressed collections by game. `build.rs` makes the list.
static EMBEDDED: &[(&str, &[u8])] = include!(concat!(env!("OUT_DIR"), "/embedded.rs"));

/// A collection that was asked for; `None` if its file is damaged. A test checks that no embedded file is.
type Unpacked = OnceLock<Option<Collection>>;

static UNPACKED: [Unpacked; 64] = [const { OnceLock::new() }; 64];

/// The games that have puzzles.
pub fn games() -> impl Iterator<Item = &'static str> {
    EMBEDDED.iter().map(|(game, _)| *game)
}

/// The collection of a game, given by its id or with options; `None` if it has none. The first call unpacks it.
pub fn of_game(game: &str) -> Option<&'static Collection> {
    let id = GameName::new(game).id;
    let index = EMBEDDED.iter().position(|(game, _)| *game == id)?;
    let unpacked = UNPACKED.get(index)?.get_or_init(|| Collection::read(&embedded_text(id)?).ok());
    unpacked.as_ref()
}

/// The text of a game's rules.
pub fn rules_text(info: &GameInfo) -> &'static str {
    info.rules
}

/// The text of an embedded collection file.
pub fn embedded_text(game: &str) -> Option<String> {
    let (_, bytes) = EMBEDDED.iter().find(|(known, _)| *known == game)?;
    let mut text = String::new();
    DeflateDecoder::new(*bytes).read_to_string(&mut text).ok()?;
    Some(text)
}
