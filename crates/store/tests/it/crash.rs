//! A process that is killed in the middle of writing. Every event that it acknowledged is there afterwards.

use std::collections::HashMap;
use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Child, Command, Stdio};

use menagerie_store::*;

use crate::fixture::*;

/// Set for the child only: the database to write to.
const DATABASE: &str = "MENAGERIE_STORE_CRASH_DATABASE";
const WRITERS: u64 = 8;

fn table(writer: u64) -> TableId {
    TableId::from_random(1_000 + writer)
}

/// The child appends until it is killed, and prints each acknowledged append. Without the variable the test does
/// nothing.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn child() {
    let Some(path) = std::env::var_os(DATABASE) else { return };
    let store = Store::open(Path::new(&path)).await.unwrap();
    for writer in 0..WRITERS {
        // After a restart the table exists.
        let _ = store.create_table(&NewTable { id: table(writer), ..playing() }).await;
        let store = store.clone();
        tokio::spawn(async move {
            let mut seq = store.events(&table(writer), 0).await.unwrap().len() as u32;
            loop {
                let pair = [event(&format!("{writer}:{}", seq + 1)), event(&format!("{writer}:{}", seq + 2))];
                seq = store.append(&table(writer), seq, &pair).await.unwrap().seq;
                writeln!(std::io::stdout(), "acknowledged {writer} {seq}").unwrap();
            }
        });
    }
    std::future::pending::<()>().await;
}

fn start_child(path: &Path) -> Child {
    Command::new(std::env::current_exe().unwrap())
        .args(["--exact", "crash::child", "--nocapture"])
        .env(DATABASE, path)
        .stdout(Stdio::piped())
        .spawn()
        .unwrap()
}

/// Runs the child until it has acknowledged this many appends, kills it (`SIGKILL`), and returns the last acknowledged
/// event of each writer.
fn run_and_kill(path: &Path, appends: usize) -> HashMap<u64, u32> {
    let mut child = start_child(path);
    let lines = BufReader::new(child.stdout.take().unwrap()).lines();
    let (mut last, mut count) = (HashMap::new(), 0);
    for line in lines.map_while(std::result::Result::ok) {
        let mut words = line.split(' ').skip_while(|word| *word != "acknowledged").skip(1);
        let (Some(writer), Some(seq)) = (words.next(), words.next()) else { continue };
        last.insert(writer.parse().unwrap(), seq.parse().unwrap());
        count += 1;
        if count == appends {
            child.kill().unwrap();
        }
    }
    child.wait().unwrap();
    assert!(count >= appends, "the child ended by itself");
    last
}

#[tokio::test]
async fn what_was_acknowledged_survives_a_kill() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("m.db");
    for round in 1..=3 {
        let acknowledged = run_and_kill(&path, 40 * round);
        let store = Store::open(&path).await.unwrap();
        for (writer, seq) in acknowledged {
            let log = texts(&store, &table(writer)).await;
            assert!(log.len() >= seq as usize, "writer {writer}: {} of {seq}", log.len());
            assert_eq!(log.len() % 2, 0, "appended together, there together");
            assert!((1..).zip(&log).all(|(seq, text)| *text == format!("{writer}:{seq}")));
        }
        store.close().await;
    }
}
