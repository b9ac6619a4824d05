//! The whole way from writes to findings, with the files that a real store writes. Here the test looks at the files after
//! each answer of the store; strace is not needed.

use std::path::PathBuf;

use menagerie_game::Actor;
use menagerie_store::{NewEvent, NewTable, Settings, Stage, Store, TableId};

use super::*;
use crate::cuts::{Weakness, choose};
use crate::disk::{Change, Nanos};
use crate::promises::Fact;

/// A game and twelve of its actions, none of them by chance.
fn twelve_actions() -> (String, Vec<String>) {
    let mut dice = Rng::with_seed(3);
    for game in menagerie_catalog::games() {
        let mut playing = menagerie_record::begin(game.info().id, None).unwrap();
        let mut actions = Vec::new();
        while actions.len() < 12 && playing.end().is_none() && playing.position().actor() != Actor::Chance {
            let legal = playing.position().actions();
            actions.push(legal[dice.usize(..legal.len())].clone());
            playing.try_event(&actions[actions.len() - 1]).unwrap();
        }
        if actions.len() == 12 {
            return (game.info().id.to_owned(), actions);
        }
    }
    panic!("every game of the catalog has chance or ends at once");
}

/// The operations that lead to the files, as far as the test has seen them.
struct Watcher {
    root: PathBuf,
    operations: Vec<Operation>,
    seen: Image,
    clock: Nanos,
}

impl Watcher {
    fn push(&mut self, path: &str, change: Change) {
        self.clock += 10;
        self.operations.push(Operation { begin: self.clock, end: self.clock + 5, path: path.to_owned(), change });
    }

    /// Adds what has changed since the last look, with the syncs that the store promises.
    fn look(&mut self) {
        for name in ["data/menagerie.db", "data/menagerie.db-wal"] {
            let Ok(bytes) = fs::read(self.root.join(name)) else { continue };
            let old = self.seen.get(name).cloned();
            if old.is_none() {
                self.push(name, Change::CreateFile);
                self.push("data", Change::Sync);
            }
            let old = old.unwrap_or_default();
            let from = old.iter().zip(&bytes).take_while(|(old, new)| old == new).count();
            if from < bytes.len() {
                self.push(name, Change::Write { offset: from as u64, bytes: bytes[from..].to_vec() });
                self.push(name, Change::Sync);
            }
            self.seen.insert(name.to_owned(), bytes);
        }
    }
}

/// Appends one event after another; returns the operations, the acknowledgements and the truth.
async fn recorded() -> (Vec<Operation>, Vec<Promise>, Truth) {
    let folder = tempfile::tempdir().unwrap();
    let root = folder.path().to_owned();
    fs::create_dir(root.join("data")).unwrap();
    let mut watcher = Watcher { root, operations: Vec::new(), seen: Image::new(), clock: 0 };
    watcher.push("data", Change::CreateFolder);
    watcher.push("", Change::Sync);
    let (game, actions) = twelve_actions();
    let store = Store::open(&folder.path().join(DATABASE)).await.unwrap();
    let id = TableId::from_random(1);
    let start = menagerie_record::begin(&game, None).unwrap().position().text();
    let (settings, stage, seats) = (Settings::default(), Stage::Playing, Vec::new());
    let (dice, rematch_of, creator) = (None, None, None);
    let new = NewTable { id: id.clone(), game, start, settings, stage, seats, dice, rematch_of, creator };
    store.create_table(&new).await.unwrap();
    watcher.look();
    let mut promises = Vec::new();
    for (number, text) in (1..).zip(actions) {
        let event = NewEvent { text: text.clone(), by: "red".to_owned() };
        store.append(&id, number as u32 - 1, &[event]).await.unwrap();
        watcher.look();
        watcher.clock += 10;
        let fact = Fact::Event { table: id.to_string(), number, text };
        promises.push(Promise { fact, from: watcher.clock, until: None });
    }
    store.close().await;
    let contents = contents::read(&folder.path().join(DATABASE), &Wanted::default()).await.unwrap();
    (watcher.operations, promises, Truth::new(contents).unwrap())
}

async fn losses(operations: &[Operation], promises: &[Promise], truth: &Truth) -> Vec<(Cut, Finding)> {
    let mut dice = Rng::with_seed(5);
    let mut cuts = choose(operations, promises, 72, &mut dice);
    // The test sees how the database is made as a single write, and the store promises nothing about that.
    cuts.retain(|cut| cut.at >= promises[0].from);
    assert!(cuts.len() > 36);
    let evidence = Evidence { promises, truth, wanted: &Wanted::default() };
    examine(operations, &evidence, &cuts, &mut dice).await.unwrap().findings
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_store_that_syncs_loses_nothing_and_one_without_syncs_is_found_out() {
    let (operations, promises, truth) = recorded().await;
    assert_eq!(losses(&operations, &promises, &truth).await, []);
    for weakness in [Weakness::Log, Weakness::Folder] {
        let found = losses(&weakness.weaken(&operations), &promises, &truth).await;
        assert!(found.iter().any(|(_, finding)| matches!(finding, Finding::Lost(_))), "{}", weakness.name());
    }
}
