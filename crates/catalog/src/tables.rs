//! Opening and loading the endgame tables of all games.

#[cfg(not(target_family = "wasm"))]
use std::{fs, path::Path};

use menagerie_game::TablesError;

/// Loads the built-in endgame tables of a game in a program that does not contain them, a browser: their unpacked
/// values. They serve this process until it ends. Values of no game of this version are an error.
pub fn load_tables(values: &[u8]) -> Result<(), TablesError> {
    let mut games = crate::games().iter().filter_map(|game| game.endgame_tables());
    games.find_map(|tables| tables.load(values).ok()).ok_or(TablesError::NotBuiltIn)
}

/// Opens the endgame tables in a folder that has a folder for each game, named by its id. They serve this process until
/// it ends. Returns the number of tables; a folder without any is an error.
#[cfg(not(target_family = "wasm"))]
pub fn open_tables(folder: &Path) -> Result<usize, TablesError> {
    fs::read_dir(folder).map_err(|source| TablesError::Io { path: folder.to_owned(), source })?;
    let mut opened = 0;
    for game in crate::games() {
        let own = folder.join(game.info().id);
        if let Some(tables) = game.endgame_tables().filter(|_| own.is_dir()) {
            opened += tables.open(&own)?;
        }
    }
    if opened == 0 { Err(TablesError::NoTables(folder.to_owned())) } else { Ok(opened) }
}
