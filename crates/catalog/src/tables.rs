//! Opening the endgame tables of all games.

use std::fs;
use std::path::Path;

use menagerie_game::TablesError;

/// Opens the endgame tables in a folder that has a folder for each game, named by its id. They serve this process until
/// it ends. Returns the number of tables; a folder without any is an error.
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
