//! Opening and loading the endgame tables of all games.

#[cfg(not(target_family = "wasm"))]
use std::{
    fs,
    io::{Error, ErrorKind},
    path::Path,
};

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
    if opened > 0 {
        return Ok(opened);
    }
    Err(misplaced(folder).unwrap_or_else(|| TablesError::NoTables(folder.to_owned())))
}

/// The error for the folder of one game, given instead of the folder above it.
#[cfg(not(target_family = "wasm"))]
fn misplaced(folder: &Path) -> Option<TablesError> {
    // The path may end in no name: `.`.
    let canonical = folder.canonicalize().ok()?;
    let with_tables = crate::games().iter().filter(|game| game.endgame_tables().is_some());
    let mut ids = with_tables.map(|game| game.info().id);
    let id = ids.find(|id| canonical.file_name().is_some_and(|name| name == *id))?;
    // A folder may have this name for another reason.
    let is_table = |path: &Path| path.extension().is_some_and(|end| end == "table");
    fs::read_dir(folder).ok()?.flatten().find(|entry| is_table(&entry.path()))?;
    let as_written = folder.ends_with(id).then(|| folder.parent()).flatten().filter(|above| *above != Path::new(""));
    let above = as_written.or(canonical.parent())?.display();
    let what = format!("this is the folder of one game, {id}; pass the folder above it, {above}");
    Some(TablesError::Io { path: folder.to_owned(), source: Error::new(ErrorKind::InvalidInput, what) })
}
