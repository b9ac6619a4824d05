//! Databases in files.

use std::path::Path;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::Duration;

use menagerie_store::*;
use sqlx::{AnyConnection, Connection};

use crate::fixture::*;

async fn raw(path: &Path) -> AnyConnection {
    sqlx::any::install_default_drivers();
    AnyConnection::connect(&format!("sqlite://{}?mode=rwc", path.display())).await.unwrap()
}

#[tokio::test]
async fn everything_is_there_after_reopening() {
    let folder = tempfile::tempdir().unwrap();
    // A file name full of characters that a URL escapes.
    let path = folder.path().join("50% of #1? ä&b.db");
    let store = Store::open(&path).await.unwrap();
    let table = make(&store, playing()).await;
    store.append(&table.id, 0, &[event("a1a2")]).await.unwrap();
    store.close().await;
    assert!(matches!(store.append(&table.id, 1, &[event("a1a2")]).await, Err(StoreError::Closed)));
    assert!(matches!(store.table(&table.id).await, Err(StoreError::Closed)));
    assert!(path.exists());

    let store = Store::open(&path).await.unwrap();
    assert_eq!(store.table(&table.id).await.unwrap(), table);
    assert_eq!(texts(&store, &table.id).await, ["a1a2"]);
}

#[tokio::test]
async fn closing_writes_what_was_asked_before() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("m.db");
    let store = Store::open(&path).await.unwrap();
    let mut appends = Vec::new();
    for _ in 0..20 {
        let (id, store) = (make(&store, playing()).await.id, store.clone());
        appends.push(tokio::spawn(async move { (store.append(&id, 0, &[event("a1a2")]).await, id) }));
    }
    tokio::task::yield_now().await;
    store.close().await;
    let store = Store::open(&path).await.unwrap();
    for append in appends {
        let (answer, id) = append.await.unwrap();
        match answer {
            Ok(_) => assert_eq!(texts(&store, &id).await, ["a1a2"]),
            Err(error) => assert!(matches!(error, StoreError::Closed), "{error:?}"),
        }
    }
}

#[tokio::test]
async fn a_clock_that_was_set_back_does_not_set_a_table_back() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("m.db");
    let store = Store::open(&path).await.unwrap();
    let table = make(&store, playing()).await.id;
    let first = store.append(&table, 0, &[event("a1a2")]).await.unwrap();
    let later = Millis(first.at.0 + 3_600_000);
    let mut other = raw(&path).await;
    sqlx::query("UPDATE events SET at = $1").bind(later.0).execute(&mut other).await.unwrap();
    let next = store.append(&table, 1, &[event("a2a3")]).await.unwrap();
    assert_eq!(next, Appended { seq: 2, at: later });
}

/// `SQLite` does not wait when two connections switch a new file to the write-ahead log.
#[tokio::test]
async fn stores_that_open_one_new_file_at_the_same_time_wait_for_each_other() {
    let folder = tempfile::tempdir().unwrap();
    for round in 0..20 {
        let path = folder.path().join(format!("{round}.db"));
        let open = || Store::open(&path);
        let (one, two, three, four) = tokio::join!(open(), open(), open(), open());
        for store in [one, two, three, four] {
            store.unwrap().close().await;
        }
    }
}

#[tokio::test]
async fn two_stores_on_one_file_do_not_overwrite_each_other() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("m.db");
    let (here, there) = tokio::join!(Store::open(&path), Store::open(&path));
    let (here, there) = (here.unwrap(), there.unwrap());
    let table = make(&here, playing()).await;
    for seq in 0..10 {
        let (ours, theirs) = ([event("here")], [event("there")]);
        let (ours, theirs) = tokio::join!(here.append(&table.id, seq, &ours), there.append(&table.id, seq, &theirs));
        assert!(ours.is_ok() != theirs.is_ok(), "{ours:?} {theirs:?}");
        assert!(matches!(ours.or(theirs), Ok(appended) if appended.seq == seq + 1));
    }
    assert_eq!(texts(&here, &table.id).await.len(), 10);
}

#[tokio::test]
async fn a_newer_schema_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("new.db");
    Store::open(&path).await.unwrap().close().await;
    let mut newer = raw(&path).await;
    sqlx::query("INSERT INTO schema_steps VALUES (99, 0)").execute(&mut newer).await.unwrap();
    newer.close().await.unwrap();
    let refused = Store::open(&path).await.err().unwrap();
    assert!(matches!(refused, StoreError::TooNew { found: 99, .. }), "{refused:?}");
}

/// `menagerie doctor` and `menagerie restore` look at a file without changing it.
#[tokio::test]
async fn a_report_says_what_is_in_a_file() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("m.db");
    assert!(matches!(DatabaseReport::read(&path), Err(StoreError::CannotOpen)));
    let store = Store::open(&path).await.unwrap();
    let table = make(&store, playing()).await.id;
    let last = store.append(&table, 0, &[event("a1a2")]).await.unwrap().at;
    let report = DatabaseReport::read(&path).unwrap();
    assert_eq!((report.version, report.last_event, report.damage), (report.newest, Some(last), None));
    store.close().await;

    // Everything moves from the write-ahead log into the file. The pages after the first hold tables and indexes.
    let connection = rusqlite::Connection::open(&path).unwrap();
    connection.execute_batch("PRAGMA wal_checkpoint(TRUNCATE)").unwrap();
    drop(connection);
    let mut bytes = std::fs::read(&path).unwrap();
    bytes[2048..].fill(0xAB);
    std::fs::write(&path, bytes).unwrap();
    let found = DatabaseReport::read(&path);
    assert!(found.as_ref().map_or(true, |report| report.damage.is_some()), "{found:?}");
}

#[tokio::test]
async fn a_step_that_fails_leaves_nothing_behind() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("half.db");
    let mut other = raw(&path).await;
    // A table of the second migration exists already.
    sqlx::query("CREATE TABLE talk (x INTEGER)").execute(&mut other).await.unwrap();
    assert!(Store::open(&path).await.is_err());
    let tables: Vec<String> =
        sqlx::query_scalar("SELECT name FROM sqlite_schema WHERE type = 'table'").fetch_all(&mut other).await.unwrap();
    assert_eq!(tables, ["talk"]);
}

/// `docs/host/server.md`: a database of another program is refused, and stays as it is.
#[tokio::test]
async fn a_database_of_another_program_is_refused_and_not_touched() {
    let folder = tempfile::tempdir().unwrap();
    let marks = [
        ("CREATE TABLE notes (text TEXT); INSERT INTO notes VALUES ('mine')", "notes"),
        ("PRAGMA application_id = 252006673; CREATE TABLE schema_steps (x)", "0x0f055111"),
        ("CREATE VIEW answer AS SELECT 42", "answer"),
    ];
    for (number, (sql, word)) in marks.into_iter().enumerate() {
        let path = folder.path().join(format!("{number}.db"));
        let mut other = raw(&path).await;
        sqlx::raw_sql(sql).execute(&mut other).await.unwrap();
        other.close().await.unwrap();
        let before = std::fs::read(&path).unwrap();
        for read_only in [false, true] {
            let opening = StoreOptions { read_only, ..StoreOptions::default() };
            let refused = Store::open_with(&path, opening).await.err().expect("it must not open");
            assert!(matches!(refused, StoreError::Foreign(_)), "{refused:?}");
            let sentence = refused.to_string();
            assert!(sentence.contains("another program") && sentence.contains(word), "{sentence}");
        }
        assert_eq!(std::fs::read(&path).unwrap(), before, "{word}");
    }
}

/// New databases, those of earlier versions, and copies carry the `application_id`.
#[tokio::test]
async fn our_databases_are_marked_as_ours() {
    const OURS: i64 = 0x4D45_4E41;
    let folder = tempfile::tempdir().unwrap();
    let id = async |path: &Path| -> i64 {
        sqlx::query_scalar("PRAGMA application_id").fetch_one(&mut raw(path).await).await.unwrap()
    };
    let (path, copy) = (folder.path().join("m.db"), folder.path().join("copy.db"));
    Store::open(&path).await.unwrap().close().await;
    assert_eq!(id(&path).await, OURS);
    sqlx::query("PRAGMA application_id = 0").execute(&mut raw(&path).await).await.unwrap();
    let store = Store::open(&path).await.unwrap();
    assert_eq!(id(&path).await, OURS, "one of an earlier version");
    store.backup(&copy).await.unwrap();
    assert_eq!(id(&copy).await, OURS);
}

#[tokio::test]
async fn what_cannot_be_opened_says_why() {
    let folder = tempfile::tempdir().unwrap();
    let text = folder.path().join("notes.txt");
    std::fs::write(&text, "not a database, but long enough to look at ".repeat(100)).unwrap();
    let read_only = StoreOptions { read_only: true, ..StoreOptions::default() };
    let refusals = [
        (Store::open(&folder.path().join("no/such/folder/m.db")).await.err(), "cannot be opened"),
        (Store::open(folder.path()).await.err(), "cannot be opened"),
        (Store::open_with(&folder.path().join("none.db"), read_only).await.err(), "cannot be opened"),
        (Store::open(&text).await.err(), "no Menagerie database"),
    ];
    for (refusal, words) in refusals {
        let sentence = refusal.expect("it must not open").to_string();
        assert!(sentence.contains(words), "{sentence}");
    }
}

#[tokio::test]
async fn a_read_only_database_can_be_read_and_says_that_it_cannot_be_written() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("m.db");
    let writing = Store::open(&path).await.unwrap();
    let table = make(&writing, playing()).await;
    writing.append(&table.id, 0, &[event("a1a2")]).await.unwrap();

    let reading = Store::open_with(&path, StoreOptions { read_only: true, ..StoreOptions::default() }).await.unwrap();
    assert_eq!(reading.table(&table.id).await.unwrap(), table);
    assert_eq!(texts(&reading, &table.id).await, ["a1a2"]);
    let refusals = [
        reading.append(&table.id, 1, &[event("a2a3")]).await.err(),
        reading.create_account("Ann", "hash").await.err(),
        reading.update_table(&table).await.err(),
    ];
    for refusal in refusals {
        assert!(matches!(refusal, Some(StoreError::ReadOnly)), "{refusal:?}");
    }
    reading.backup(&folder.path().join("copy.db")).await.unwrap();
}

#[tokio::test]
async fn whoever_is_signed_in_stays_so_when_nothing_can_be_written() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("m.db");
    let store = Store::open(&path).await.unwrap();
    let ann = store.create_account("Ann", "hash").await.unwrap();
    let token = TokenHash::of("ann's");
    store.open_session(ann.id, token, "").await.unwrap();
    sqlx::query("UPDATE sessions SET used = 1000").execute(&mut raw(&path).await).await.unwrap();

    let reading = Store::open_with(&path, StoreOptions { read_only: true, ..StoreOptions::default() }).await.unwrap();
    assert_eq!(reading.session(&token).await.unwrap().unwrap().used, Millis(1000));
    assert!(store.session(&token).await.unwrap().unwrap().used > Millis(1000), "written down where it can be");
    assert!(reading.session(&token).await.unwrap().unwrap().used > Millis(1000));
}

#[tokio::test]
async fn a_full_database_loses_nothing_and_goes_on_when_there_is_room() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("m.db");
    let tight = StoreOptions { max_bytes: Some(400_000), ..StoreOptions::default() };
    let store = Store::open_with(&path, tight).await.unwrap();
    let table = make(&store, playing()).await;
    let (long, mut seq) = (event(&"x".repeat(900)), 0);
    let refused = loop {
        match store.append(&table.id, seq, std::slice::from_ref(&long)).await {
            Ok(appended) => seq = appended.seq,
            Err(error) => break error,
        }
        assert!(seq < 2_000, "it must get full");
    };
    assert!(matches!(refused, StoreError::Full), "{refused:?}");
    let again = store.append(&table.id, seq, std::slice::from_ref(&long)).await;
    assert!(matches!(again, Err(StoreError::Full)), "as often as one asks: {again:?}");
    assert_eq!(texts(&store, &table.id).await.len(), seq as usize);
    assert!(matches!(store.check_writing().await, Err(StoreError::Full)));
    store.close().await;

    let roomy = Store::open(&path).await.unwrap();
    assert_eq!(roomy.append(&table.id, seq, &[long]).await.unwrap().seq, seq + 1);
}

/// `docs/host/server.md`: the health check reports a disk that was full when the server started.
#[tokio::test]
async fn a_store_that_was_full_from_the_start_knows_it() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("m.db");
    let tight = StoreOptions { max_bytes: Some(400_000), ..StoreOptions::default() };
    let store = Store::open_with(&path, tight).await.unwrap();
    store.check_writing().await.unwrap();
    let table = make(&store, playing()).await;
    let (long, mut seq) = (event(&"x".repeat(900)), 0);
    while let Ok(appended) = store.append(&table.id, seq, std::slice::from_ref(&long)).await {
        seq = appended.seq;
    }
    store.close().await;
    let store = Store::open_with(&path, tight).await.unwrap();
    assert!(matches!(store.check_writing().await, Err(StoreError::Full)), "before anything was written");
    store.close().await;
    Store::open(&path).await.unwrap().check_writing().await.unwrap();
}

/// `docs/host/server.md`: the health check reports a full database until a write succeeds again.
#[tokio::test]
async fn what_was_not_written_is_known_until_something_is() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("m.db");
    let tight = StoreOptions { max_bytes: Some(400_000), ..StoreOptions::default() };
    let store = Store::open_with(&path, tight).await.unwrap();
    let table = make(&store, playing()).await;
    let (seat, name, room) = (Some("red".to_owned()), "Ann".to_owned(), Channel::Players);
    let long = NewChatMessage { audience: 1, seat, name, channel: room, text: "x".repeat(900) };
    while say(&store, &table.id, long.clone()).await.is_ok() {
        assert!(store.check_writing().await.is_ok(), "the last write succeeded");
    }
    assert!(matches!(store.check_writing().await, Err(StoreError::Full)));
    assert!(matches!(store.check_writing().await, Err(StoreError::Full)), "the next check fails without another probe");
    sqlx::query("DELETE FROM chat_messages").execute(&mut raw(&path).await).await.unwrap();
    store.append(&table.id, 0, &[event("a1a2")]).await.unwrap();
    store.check_writing().await.unwrap();
    // A write that fails for another reason makes the health unknown; a probe decides.
    assert!(matches!(store.settle_report(99).await, Err(StoreError::NotFound(_))));
    assert!(matches!(say(&store, &fresh_id(), long).await, Err(StoreError::NotFound(_))));
    store.check_writing().await.unwrap();
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_backup_while_writing_is_a_whole_database() {
    let folder = tempfile::tempdir().unwrap();
    let store = Store::open(&folder.path().join("m.db")).await.unwrap();
    let id = make(&store, playing()).await.id;
    let acknowledged: &'static AtomicU32 = Box::leak(Box::new(AtomicU32::new(0)));
    let writer = tokio::spawn({
        let (store, id) = (store.clone(), id.clone());
        async move {
            for seq in 0.. {
                store.append(&id, seq, &[event(&seq.to_string())]).await.unwrap();
                acknowledged.store(seq + 1, Ordering::SeqCst);
            }
        }
    });
    for round in 0..3 {
        tokio::time::sleep(Duration::from_millis(30)).await;
        let copy = folder.path().join(format!("copy {round}.db"));
        let before = acknowledged.load(Ordering::SeqCst) as usize;
        store.backup(&copy).await.unwrap();
        let copied = texts(&Store::open(&copy).await.unwrap(), &id).await;
        assert!(copied.len() >= before, "{} of {before}", copied.len());
        assert!((0..).zip(&copied).all(|(seq, text)| *text == seq.to_string()));
        assert!(matches!(store.backup(&copy).await, Err(StoreError::Taken("file name"))));
    }
    writer.abort();
}

#[tokio::test]
async fn tokens_are_in_no_file_except_as_hashes() {
    let folder = tempfile::tempdir().unwrap();
    let store = Store::open(&folder.path().join("m.db")).await.unwrap();
    let tokens = ["seat-token-4711", "session-token-4712", "program-token-4713"].map(str::to_owned);
    let mut new = playing();
    new.seats[0].token = Some(TokenHash::of(&tokens[0]));
    make(&store, new).await;
    let ann = store.create_account("Ann", "hash").await.unwrap();
    store.open_session(ann.id, TokenHash::of(&tokens[1]), "").await.unwrap();
    store.create_api_token(ann.id, TokenHash::of(&tokens[2]), "", &[]).await.unwrap();

    let files = std::fs::read_dir(folder.path()).unwrap().map(|entry| std::fs::read(entry.unwrap().path()).unwrap());
    let bytes = files.collect::<Vec<_>>().concat();
    let contains = |needle: &str| bytes.windows(needle.len()).any(|window| window == needle.as_bytes());
    assert!(contains("Ann"), "the test looks where the data is");
    for token in tokens {
        assert!(!contains(&token), "{token}");
        assert!(!format!("{:?}", TokenHash::of(&token)).contains(char::is_numeric), "nor do logs show the hash");
    }
    assert_eq!(format!("{:?}", DiceSecret([7; 32])), "DiceSecret(…)");
}

#[cfg(unix)]
#[tokio::test]
async fn nobody_but_its_owner_reads_a_database_or_its_copy() {
    use std::os::unix::fs::PermissionsExt;
    let folder = tempfile::tempdir().unwrap();
    let store = Store::open(&folder.path().join("m.db")).await.unwrap();
    make(&store, playing()).await;
    store.backup(&folder.path().join("copy.db")).await.unwrap();
    let mut seen = 0;
    for file in std::fs::read_dir(folder.path()).unwrap() {
        let file = file.unwrap();
        let mode = file.metadata().unwrap().permissions().mode() & 0o777;
        assert_eq!(mode, 0o600, "{}", file.path().display());
        seen += 1;
    }
    assert!(seen >= 3, "the database, its log and the copy");
}
