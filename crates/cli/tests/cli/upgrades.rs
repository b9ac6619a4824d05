//! Databases of every earlier schema version: the server migrates them, and the match in them goes on. Backup and restore are a
//! pair.

use std::fs;
use std::path::{Path, PathBuf};

use rusqlite::Connection;

use crate::run::{SHOGI5, menagerie};
use crate::serve::Running;

/// The migrations, in order. Released ones never change.
fn migrations() -> Vec<String> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../store/migrations");
    let mut paths: Vec<PathBuf> = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    paths.sort();
    paths.iter().map(|path| fs::read_to_string(path).unwrap()).collect()
}

/// The version of the schema that has accounts and API tokens.
const ACCOUNTS: usize = 3;
/// Two accounts, each with an API token. The store keeps SHA-256 only, here of `first token` and `second token`.
const PEOPLE: &str = "
    INSERT INTO accounts (id, name, folded, password, bot, created)
        VALUES (1, 'Ann', 'ann', 'hash', 0, 1), (2, 'Ben', 'ben', 'hash', 0, 2);
    INSERT INTO api_tokens (account, token, label, scopes, created, used) VALUES
        (1, '16ce9a338823654717c327c5514bed42e0fe516f298898798271d6117845de8a', 'a', '[\"bot:play\"]', 1, 1),
        (2, '61b8186ca4f10f222f0a5a6fde4aa17f335a20883c3c1ce4c44602a68748c380', 'b', '[\"bot:play\"]', 1, 1);";

/// A database of this version: Ann and Ben play, and Ann has made the first move.
fn old_database(path: &Path, version: usize) {
    let database = Connection::open(path).unwrap();
    database
        .execute_batch("CREATE TABLE schema_steps (version INTEGER NOT NULL PRIMARY KEY, at INTEGER NOT NULL)")
        .unwrap();
    for (number, migration) in (1..).zip(migrations()).take(version) {
        database.execute_batch(&migration).unwrap();
        database.execute("INSERT INTO schema_steps VALUES (?1, 1)", [number]).unwrap();
        match number {
            1 => add_match(&database),
            2 => add_chat(&database),
            3 => add_people(&database),
            _ => {}
        }
    }
}

fn add_match(database: &Connection) {
    let settings = r#"{"public":true,"rated":false,"shuffle":false,"clock":{"kind":"none"}}"#;
    let table =
        "INSERT INTO tables (id, revision, game, start, settings, public, clocked, stage, nonces, created, updated)
                 VALUES ('oldTable1', 1, 'shogi5', ?1, ?2, 1, 0, 'playing', '[]', 1000, 1000)";
    database.execute(table, [SHOGI5, settings]).unwrap();
    let rest = r#"INSERT INTO seats (table_id, place, seat, plan, kind, name, account, bot) VALUES
            ('oldTable1', 0, 'black', '{"kind":"open"}', 'person', 'Ann', 1, 0),
            ('oldTable1', 1, 'white', '{"kind":"open"}', 'person', 'Ben', 2, 0);
        INSERT INTO events (table_id, seq, text, by, at) VALUES ('oldTable1', 1, 'a5a2', 'black', 2000);"#;
    database.execute_batch(rest).unwrap();
}

fn add_chat(database: &Connection) {
    let sql = r#"INSERT INTO talk (table_id, id, seat, name, room, text, at, removed)
                 VALUES ('oldTable1', 1, 'black', 'Ann', '{"kind":"players"}', 'good luck', 2000, 0)"#;
    database.execute_batch(sql).unwrap();
}

fn add_people(database: &Connection) {
    database.execute_batch(PEOPLE).unwrap();
}

/// A data folder of its own, deleted by the server that uses it.
fn data_folder(name: &str) -> PathBuf {
    let folder = std::env::temp_dir().join(format!("menagerie-cli-{name}-{}", std::process::id()));
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).unwrap();
    folder
}

#[test]
fn a_database_of_every_version_plays_on() {
    let newest = migrations().len();
    for version in 1..=newest {
        let name = format!("version-{version}");
        let folder = data_folder(&name);
        let file = folder.join("menagerie.db");
        old_database(&file, version);
        if version < ACCOUNTS {
            // Opening migrates. The first versions had no accounts, so these come afterwards.
            let copy = folder.join("copy.db");
            let data = folder.to_str().unwrap();
            assert_eq!(menagerie(&["backup", "--data", data, copy.to_str().unwrap()]).status, 0);
            add_people(&Connection::open(&file).unwrap());
        }
        let server = Running::start(&name, &["serve"]);
        let moved = server.post("/api/bot/game/oldTable1/move/a1a2", "second token");
        assert!(moved.starts_with("HTTP/1.1 200"), "version {version}: {moved}");
        let moved = server.post("/api/bot/game/oldTable1/move/b5a4", "first token");
        assert!(moved.starts_with("HTTP/1.1 200"), "version {version}: {moved}");
        let record = server.get("/api/tables/oldTable1/record");
        assert!(record.contains("1. a5a2") && record.contains("a1a2"), "version {version}: {record}");
        let said = server.get_as("/api/bot/game/oldTable1/chat", "first token");
        assert_eq!(said.contains("good luck"), version >= 2, "version {version}: {said}");
        let steps: i64 = Connection::open(&file)
            .unwrap()
            .query_row("SELECT COUNT(*) FROM schema_steps", [], |row| row.get(0))
            .unwrap();
        assert_eq!(steps, newest as i64, "version {version} was not migrated");
    }
}

#[test]
fn a_database_of_a_newer_program_is_refused_in_words() {
    let folder = data_folder("newer");
    let file = folder.join("menagerie.db");
    old_database(&file, migrations().len());
    Connection::open(&file).unwrap().execute("INSERT INTO schema_steps VALUES (99, 1)", []).unwrap();
    let data = folder.to_str().unwrap();
    for call in [&["serve", "--listen", "127.0.0.1:0", "--data", data][..], &["doctor", "--data", data]] {
        let output = menagerie(call);
        let said = output.out + &output.err;
        assert_ne!(output.status, 0, "{said}");
        assert!(said.contains("schema version 99") && said.contains("use a newer program"), "{said}");
    }
    fs::remove_dir_all(folder).unwrap();
}

#[test]
fn what_was_backed_up_is_what_is_restored() {
    let folder = data_folder("restore");
    let (file, copy) = (folder.join("menagerie.db"), folder.join("copy.db"));
    let data = folder.to_str().unwrap().to_owned();
    let restore = |words: &[&str]| menagerie(&[&["restore", "--data", &data, copy.to_str().unwrap()], words].concat());
    old_database(&file, migrations().len());
    assert_eq!(menagerie(&["backup", "--data", &data, copy.to_str().unwrap()]).status, 0);
    let events = |path: &Path| -> i64 {
        Connection::open(path).unwrap().query_row("SELECT COUNT(*) FROM events", [], |row| row.get(0)).unwrap()
    };
    Connection::open(&file).unwrap().execute("DELETE FROM events", []).unwrap();
    let refused = restore(&[]);
    assert_eq!((refused.status, events(&file)), (2, 0), "it replaces nothing unasked");
    assert!(refused.err.contains("--replace"), "{refused:?}");

    let done = restore(&["--replace"]);
    assert_eq!(done.status, 0, "{done:?}");
    assert_eq!(events(&file), 1);
    let kept = folder.join("menagerie.db.replaced-1");
    assert!(done.out.contains(kept.to_str().unwrap()), "{done:?}");
    assert_eq!(events(&kept), 0, "the former database is kept");

    let server = Running::start("restore", &["serve"]);
    assert!(server.get("/api/tables/oldTable1/record").contains("1. a5a2"));
    let refused = restore(&["--replace"]);
    assert_eq!(refused.status, 2, "a running server keeps its database: {refused:?}");
    assert!(refused.err.contains("another server uses this database"), "{refused:?}");
}

/// The folder in the way of the copy stands for a full disk.
#[test]
fn a_restore_that_fails_leaves_the_database_where_it_is() {
    let folder = data_folder("failed");
    let (file, copy) = (folder.join("menagerie.db"), folder.join("copy.db"));
    let data = folder.to_str().unwrap();
    old_database(&file, migrations().len());
    assert_eq!(menagerie(&["backup", "--data", data, copy.to_str().unwrap()]).status, 0);
    fs::create_dir(folder.join("menagerie.db.restoring")).unwrap();
    let output = menagerie(&["restore", "--data", data, "--replace", copy.to_str().unwrap()]);
    assert_eq!(output.status, 2, "{output:?}");
    assert!(file.exists() && !folder.join("menagerie.db.replaced-1").exists(), "{output:?}");
    fs::remove_dir_all(folder).unwrap();
}

#[test]
fn only_a_sound_database_of_ours_is_restored() {
    let folder = data_folder("unsound");
    let data = folder.to_str().unwrap();
    let foreign = folder.join("foreign.db");
    Connection::open(&foreign).unwrap().execute_batch("CREATE TABLE notes (text TEXT)").unwrap();
    let text = folder.join("text.db");
    fs::write(&text, "not a database").unwrap();
    for file in [&foreign, &text, &folder.join("missing.db")] {
        let output = menagerie(&["restore", "--data", data, file.to_str().unwrap()]);
        assert_eq!(output.status, 2, "{output:?}");
        assert!(!folder.join("menagerie.db").exists(), "{output:?}");
    }
    fs::remove_dir_all(folder).unwrap();
}
