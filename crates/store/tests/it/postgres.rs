//! All checks on `PostgreSQL`, with a throwaway server: `cargo test -p menagerie-store --features postgres`.

use std::os::unix::fs::{MetadataExt, chown};
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::atomic::{AtomicU32, Ordering};

use menagerie_store::*;
use sqlx::{AnyConnection, AssertSqlSafe, Connection};
use tempfile::TempDir;

use crate::fixture::*;
use crate::suite::checks;

/// A server that lives as long as this value, reachable by a socket in its own folder only.
struct Server {
    folder: TempDir,
    programs: PathBuf,
}

/// The server refuses to run as root: then it runs as nobody.
const NOBODY: u32 = 65534;

impl Server {
    fn start() -> Self {
        let versions = std::fs::read_dir("/usr/lib/postgresql").expect("PostgreSQL is installed");
        let newest = versions.map(|entry| entry.unwrap().path()).max().expect("PostgreSQL is installed");
        let server = Self { folder: tempfile::tempdir().unwrap(), programs: newest.join("bin") };
        if Self::is_root() {
            chown(server.folder.path(), Some(NOBODY), Some(NOBODY)).unwrap();
        }
        server.run("initdb", &["--auth=trust", "--username=menagerie", "--encoding=UTF8", "--no-sync"]);
        let options = format!("-k {} -c listen_addresses='' -c fsync=off", server.folder.path().display());
        let log = server.folder.path().join("log");
        server.run("pg_ctl", &["start", "--wait", "--options", &options, "--log", log.to_str().unwrap()]);
        server
    }

    fn is_root() -> bool {
        std::fs::metadata("/proc/self").is_ok_and(|process| process.uid() == 0)
    }

    fn data(&self) -> PathBuf {
        self.folder.path().join("data")
    }

    fn run(&self, program: &str, arguments: &[&str]) {
        let mut command = Command::new(self.programs.join(program));
        command.args(arguments).arg("--pgdata").arg(self.data()).current_dir(Path::new("/"));
        command.stdout(std::process::Stdio::null());
        if Self::is_root() {
            command.uid(NOBODY).gid(NOBODY);
        }
        assert!(command.status().unwrap().success(), "{program}");
    }

    fn url(&self, database: &str) -> String {
        format!("postgres://menagerie@localhost/{database}?host={}", self.folder.path().display())
    }

    /// The address of a new, empty database.
    async fn database(&self) -> String {
        static NEXT: AtomicU32 = AtomicU32::new(0);
        sqlx::any::install_default_drivers();
        let name = format!("check{}", NEXT.fetch_add(1, Ordering::Relaxed));
        let mut connection = AnyConnection::connect(&self.url("postgres")).await.unwrap();
        let create = AssertSqlSafe(format!("CREATE DATABASE {name}"));
        sqlx::raw_sql(create).execute(&mut connection).await.unwrap();
        connection.close().await.unwrap();
        self.url(&name)
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        self.run("pg_ctl", &["stop", "--mode", "immediate"]);
    }
}

/// Every check in turn.
macro_rules! run_all {
    ($server:ident; $($module:ident::{$($check:ident),* $(,)?})*) => {
        $($({
            println!(concat!(stringify!($module), "::", stringify!($check)));
            let store = Store::postgres(&$server.database().await).await.unwrap();
            crate::$module::$check(&store).await;
            store.close().await;
        })*)*
    };
}

/// One test, so that the server is stopped at its end.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn all_checks() {
    let server = Server::start();
    checks!(run_all, server);
    several_nodes_use_one_database(&server).await;
    refusals_say_why(&server).await;
}

async fn several_nodes_use_one_database(server: &Server) {
    const EVENTS: u32 = 30;
    let url = server.database().await;
    let (first, second, third) = tokio::join!(Store::postgres(&url), Store::postgres(&url), Store::postgres(&url));
    let nodes = [first.unwrap(), second.unwrap(), third.unwrap()];
    let mut tables = Vec::new();
    for _ in 0..8 {
        tables.push(make(&nodes[0], playing()).await.id);
    }
    // Every node writes to every table, and goes on from whatever the log says.
    let writers = nodes.iter().enumerate().flat_map(|(number, node)| {
        tables.iter().map(move |table| tokio::spawn(fill(node.clone(), table.clone(), number, EVENTS)))
    });
    for won in writers.collect::<Vec<_>>() {
        won.await.unwrap();
    }
    for table in &tables {
        let numbers: Vec<_> = nodes[1].events(table, 1).await.unwrap().iter().map(|event| event.seq).collect();
        assert_eq!(numbers, (1..=EVENTS * 3).collect::<Vec<_>>());
    }
    // What is said gets a number of its own, whichever node it was said to.
    let said = |text: &str| NewSaid {
        seat: None,
        name: "Ann".to_owned(),
        room: menagerie_wire::Room::Players,
        text: text.to_owned(),
    };
    let talk = tokio::join!(
        nodes[0].say(&tables[0], said("hello")),
        nodes[1].say(&tables[0], said("hi")),
        nodes[2].say(&tables[0], said("good evening")),
    );
    let mut numbers = [talk.0, talk.1, talk.2].map(|said| said.unwrap().id);
    numbers.sort_unstable();
    assert_eq!(numbers, [1, 2, 3]);
}

/// Appends so many events, whoever else appends.
async fn fill(node: Store, table: TableId, number: usize, events: u32) {
    let mut seq = 0;
    for _ in 0..events {
        loop {
            match node.append(&table, seq, &[event(&format!("node {number}"))]).await {
                Ok(appended) => break seq = appended.seq,
                Err(StoreError::Conflict) => seq = node.events(&table, 0).await.unwrap().len() as u32,
                Err(error) => panic!("{error:?}"),
            }
        }
    }
}

async fn refusals_say_why(server: &Server) {
    let store = Store::postgres(&server.database().await).await.unwrap();
    let refused = store.backup(Path::new("/nowhere")).await.unwrap_err().to_string();
    assert!(refused.contains("pg_dump"), "{refused}");
    assert!(Store::postgres(&server.url("nosuchdatabase")).await.is_err());
}
