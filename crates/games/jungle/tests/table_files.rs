//! Building, resuming and refusing endgame tables in a folder.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Mutex;

use menagerie_game::{EndgameTables, Rules, TableOrder, TablesError};
use menagerie_jungle::Position;

fn tables() -> &'static dyn EndgameTables {
    Position::endgame_tables().expect("the game has tables")
}

/// Builds the tables with two tokens; returns the names of those that were not there.
fn build(folder: &Path, options: Option<&str>) -> Vec<String> {
    let built = Mutex::new(Vec::new());
    let options = options.map(|text| Position::INFO.parse_options(text).expect("an option"));
    let order = TableOrder { folder, pieces: 2, threads: 2, options };
    let note = |progress: &menagerie_game::TableProgress| {
        if progress.built.is_some() {
            built.lock().unwrap().push(progress.name.clone());
        }
    };
    tables().build(&order, &note).expect("the tables are built");
    let mut built = built.into_inner().unwrap();
    built.sort_unstable();
    built
}

/// A folder with all tables of two tokens.
fn built_folder() -> (tempfile::TempDir, PathBuf) {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("tables");
    assert_eq!(build(&path, None).len(), 12);
    (folder, path)
}

#[test]
fn a_build_resumes_where_it_stopped() {
    let (_keep, folder) = built_folder();
    assert_eq!(build(&folder, None), [""; 0], "finished tables are kept");
    fs::remove_file(folder.join("T-C.table")).unwrap();
    fs::write(folder.join("R-C.table"), "half a table").unwrap();
    // What builds leave that were stopped while they wrote, and a file of the user's.
    let unfinished = ["D-C.part", "R-R.standard.part"].map(|name| folder.join(name));
    for path in &unfinished {
        fs::write(path, "a table that was being written").unwrap();
    }
    fs::write(folder.join("notes.part"), "not a table").unwrap();
    assert_eq!(build(&folder, None), ["R-C.table", "T-C.table"]);
    assert!(unfinished.iter().all(|path| !path.exists()), "unfinished tables are removed");
    assert!(folder.join("notes.part").exists(), "other files stay");
    assert_eq!(tables().open(&folder).expect("all tables are whole"), 12);
}

#[test]
fn a_build_for_one_rule_set_leaves_the_other_out() {
    let folder = tempfile::tempdir().expect("a folder");
    let classic = build(folder.path(), Some("classic"));
    assert!(classic.contains(&"R-E.classic.table".to_owned()) && classic.contains(&"C-C.table".to_owned()));
    assert!(!classic.contains(&"R-E.standard.table".to_owned()));
    assert_eq!(build(folder.path(), Some("")), ["R-E.standard.table", "R-R.standard.table"]);
}

#[test]
fn a_second_build_in_the_same_folder_is_refused() {
    let (_keep, folder) = built_folder();
    fs::remove_file(folder.join("T-C.table")).unwrap();
    fs::write(folder.join("T-C.part"), "the table that the first build is writing").unwrap();
    let lock = fs::File::open(folder.join("build.lock")).unwrap();
    lock.try_lock().expect("the finished build has released it");
    let order = TableOrder { folder: &folder, pieces: 2, threads: 1, options: None };
    let error = tables().build(&order, &|progress| panic!("{} was built", progress.name)).expect_err("it is locked");
    let message = error.to_string();
    assert!(message.contains("another build") && message.contains(folder.to_str().unwrap()), "{message}");
    assert!(folder.join("T-C.part").exists(), "the first build's file stays");
    assert_eq!(tables().open(&folder).expect("reading needs no lock"), 11);
    drop(lock);
    assert_eq!(build(&folder, None), ["T-C.table"]);
}

#[test]
fn two_builds_give_the_same_files() {
    let ((_one, first), (_two, second)) = (built_folder(), built_folder());
    for entry in fs::read_dir(first).unwrap() {
        let path = entry.unwrap().path();
        let other = second.join(path.file_name().unwrap());
        assert!(fs::read(&path).unwrap() == fs::read(other).unwrap(), "{}", path.display());
    }
}

/// Opens a folder in which one table was changed.
fn open_with(change: impl FnOnce(&Path)) -> TablesError {
    let (_keep, folder) = built_folder();
    change(&folder);
    tables().open(&folder).expect_err("the folder is refused")
}

/// Changes the bytes of one table.
fn edit(folder: &Path, change: impl FnOnce(&mut Vec<u8>)) {
    let path = folder.join("R-E.classic.table");
    let mut bytes = fs::read(&path).unwrap();
    change(&mut bytes);
    fs::write(path, bytes).unwrap();
}

#[test]
fn a_truncated_table_is_refused() {
    let error = open_with(|folder| edit(folder, |bytes| bytes.truncate(bytes.len() - 1)));
    assert!(matches!(error, TablesError::WrongLength { .. }), "{error}");
    let error = open_with(|folder| edit(folder, |bytes| bytes.truncate(7)));
    assert!(matches!(error, TablesError::NotATable(_)), "{error}");
}

#[test]
fn a_damaged_table_is_refused() {
    let error = open_with(|folder| edit(folder, |bytes| *bytes.last_mut().unwrap() ^= 1));
    assert!(matches!(error, TablesError::Damaged(_)), "{error}");
}

#[test]
fn a_table_of_another_version_is_refused() {
    let error = open_with(|folder| edit(folder, |bytes| bytes[8] += 1));
    assert!(matches!(error, TablesError::OtherVersion { found: 2, expected: 1, .. }), "{error}");
    assert!(error.to_string().contains("build the tables again"), "{error}");
}

#[test]
fn a_table_of_another_rule_set_or_other_tokens_is_refused() {
    for name in ["R-E.standard.table", "R-R.classic.table", "T-C.table"] {
        let error = open_with(|folder| {
            fs::copy(folder.join(name), folder.join("R-E.classic.table")).unwrap();
        });
        assert!(matches!(error, TablesError::OtherRules(_)), "{name}: {error}");
    }
}

#[test]
fn a_folder_without_tables_and_an_unknown_name_are_refused() {
    let error = open_with(|folder| fs::write(folder.join("X-Y.table"), "?").unwrap());
    assert!(matches!(error, TablesError::NotATable(_)), "{error}");
    let empty = tempfile::tempdir().unwrap();
    let error = tables().open(empty.path()).expect_err("nothing there");
    assert!(matches!(error, TablesError::NoTables(_)), "{error}");
    let error = tables().open(&empty.path().join("missing")).expect_err("no folder");
    assert!(matches!(error, TablesError::Io { .. }), "{error}");
}

#[test]
fn too_many_pieces_are_refused() {
    let folder = tempfile::tempdir().unwrap();
    let order = TableOrder { folder: folder.path(), pieces: 6, threads: 1, options: None };
    let error = tables().build(&order, &|_| {}).expect_err("out of reach");
    assert!(matches!(error, TablesError::Pieces { asked: 6, least: 2, most: 5 }), "{error}");
}
