//! All checks on `PostgreSQL`: `cargo xtask services cargo test -p menagerie-store --features postgres -- --ignored`.

use std::path::Path;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::Duration;

use menagerie_store::*;
use sqlx::{AnyConnection, AssertSqlSafe, Connection};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::tcp::{OwnedReadHalf, OwnedWriteHalf};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::watch;

use crate::fixture::*;
use crate::old_databases::a_postgres_database_with_the_old_names_keeps_its_rows;
use crate::suite::checks;

/// The address of a server. `cargo xtask test` and `cargo xtask services` start one and set it.
const SERVER: &str = "MENAGERIE_TEST_POSTGRES";

/// A server on which each check makes its own database.
struct Server(String);

impl Server {
    fn find() -> Self {
        let url = std::env::var(SERVER);
        Self(url.unwrap_or_else(|_| panic!("{SERVER} names no server; run the test with `cargo xtask services`")))
    }

    fn url(&self, database: &str) -> String {
        let (server, _) = self.0.rsplit_once('/').unwrap();
        format!("{server}/{database}")
    }

    /// The address of a new, empty database.
    async fn database(&self) -> String {
        static NEXT: AtomicU32 = AtomicU32::new(0);
        sqlx::any::install_default_drivers();
        let name = format!("store{}_{}", std::process::id(), NEXT.fetch_add(1, Ordering::Relaxed));
        let mut connection = AnyConnection::connect(&self.0).await.unwrap();
        let create = AssertSqlSafe(format!("CREATE DATABASE {name}"));
        sqlx::raw_sql(create).execute(&mut connection).await.unwrap();
        connection.close().await.unwrap();
        self.url(&name)
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

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
#[ignore = "needs PostgreSQL: cargo xtask services"]
async fn all_checks() {
    let server = Server::find();
    checks!(run_all, server);
    several_nodes_use_one_database(&server).await;
    refusals_say_why(&server).await;
    appends_continue_after_a_lost_connection(&server).await;
    a_locked_table_does_not_stop_the_appends_of_others(&server).await;
    of_a_group_only_the_late_appends_are_refused(&server).await;
    a_silent_server_fails_appends_after_a_few_seconds(&server).await;
    notifications_reach_all_nodes(&server).await;
    a_postgres_database_with_the_old_names_keeps_its_rows(&server.database().await).await;
}

async fn notifications_reach_all_nodes(server: &Server) {
    let url = server.database().await;
    let (teller, hearer) = (Store::postgres(&url).await.unwrap(), Store::postgres(&url).await.unwrap());
    let (mut own, mut other) = (teller.listen().await.unwrap(), hearer.listen().await.unwrap());
    let longest = "x".repeat(MAX_NOTIFICATION_BYTES);
    for notice in ["it's \"new\"", longest.as_str()] {
        teller.notify(notice).await.unwrap();
        assert_eq!(other.next().await.as_deref(), Some(notice));
        assert_eq!(own.next().await.as_deref(), Some(notice), "who does not hear himself is cut off");
    }
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
    // Every node writes to every table, and continues from what the log says.
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
    // Each message gets its own number, whichever node it was sent to.
    let said = |text: &str| NewChatMessage {
        audience: 1,
        seat: None,
        name: "Ann".to_owned(),
        channel: Channel::Players,
        text: text.to_owned(),
    };
    let talk = tokio::join!(
        say(&nodes[0], &tables[0], said("hello")),
        say(&nodes[1], &tables[0], said("hi")),
        say(&nodes[2], &tables[0], said("good evening")),
    );
    let mut numbers = [talk.0, talk.1, talk.2].map(|said| said.unwrap().id);
    numbers.sort_unstable();
    assert!(numbers.is_sorted_by(|one, other| one < other), "{numbers:?}");
}

/// Appends this number of events while other nodes append too.
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

/// `docs/host/cluster.md`: a database server that restarts costs no action.
async fn appends_continue_after_a_lost_connection(server: &Server) {
    let url = server.database().await;
    let store = Store::postgres(&url).await.unwrap();
    let table = make(&store, playing()).await;
    store.append(&table.id, 0, &[event("a1a2")]).await.unwrap();
    let mut operator = AnyConnection::connect(&url).await.unwrap();
    let end = "SELECT count(pg_terminate_backend(pid)) FROM pg_stat_activity
               WHERE datname = current_database() AND pid <> pg_backend_pid()";
    let ended: i64 = sqlx::query_scalar(end).fetch_one(&mut operator).await.unwrap();
    assert!(ended > 0, "there is a connection to lose");
    assert_eq!(store.append(&table.id, 1, &[event("a2a3")]).await.unwrap().seq, 2);
    store.close().await;
}

/// `docs/host/cluster.md`: a frozen node slows no other. A node that freezes inside a transaction holds its locks for 3
/// seconds; here they are held until the end of the test.
async fn a_locked_table_does_not_stop_the_appends_of_others(server: &Server) {
    let url = server.database().await;
    let store = Store::postgres(&url).await.unwrap();
    let (locked, free) = (make(&store, playing()).await.id, make(&store, playing()).await.id);
    for table in [&locked, &free] {
        store.append_with_deadline(table, 0, [event("a1a2")], Some(60_000)).await.unwrap();
    }
    let mut frozen = AnyConnection::connect(&url).await.unwrap();
    let mut transaction = frozen.begin().await.unwrap();
    let lock = "SELECT at FROM deadlines WHERE table_id = $1 FOR UPDATE";
    sqlx::query(lock).bind(locked.as_str()).execute(&mut *transaction).await.unwrap();
    let (blocked, written) = tokio::join!(
        store.append_with_deadline(&locked, 1, [event("a2a3")], Some(60_000)),
        store.append_with_deadline(&free, 1, [event("a2a3")], Some(60_000)),
    );
    assert!(matches!(blocked, Err(StoreError::Busy)), "{blocked:?}");
    assert_eq!(written.unwrap().seq, 2);
    // The lock is gone, and so is the trouble.
    transaction.rollback().await.unwrap();
    let written = store.append_with_deadline(&locked, 1, [event("a2a3")], Some(60_000)).await;
    assert_eq!(written.unwrap().seq, 2);
    store.close().await;
}

async fn of_a_group_only_the_late_appends_are_refused(server: &Server) {
    const TABLES: usize = 9;
    let store = Store::postgres(&server.database().await).await.unwrap();
    let mut tables = Vec::new();
    for _ in 0..TABLES {
        let table = make(&store, playing()).await.id;
        store.append(&table, 0, &[event("a1a2"), event("a2a3")]).await.unwrap();
        tables.push(table);
    }
    // Those of every third table know only the first event.
    let appends = tables.iter().enumerate().map(|(number, table)| {
        let (store, table, expected) = (store.clone(), table.clone(), if number % 3 == 0 { 1 } else { 2 });
        tokio::spawn(async move { store.append(&table, expected, &[event("a3a4")]).await })
    });
    for (number, appended) in appends.collect::<Vec<_>>().into_iter().enumerate() {
        match appended.await.unwrap() {
            Err(StoreError::Conflict) => assert_eq!(number % 3, 0),
            appended => assert!(number % 3 > 0 && appended.unwrap().seq == 3),
        }
    }
    store.close().await;
}

/// `docs/host/cluster.md`: without its database a node answers with `trouble` after a few seconds. The machine of this
/// server goes away without closing a connection.
async fn a_silent_server_fails_appends_after_a_few_seconds(server: &Server) {
    const LIMIT: Duration = Duration::from_secs(30);
    let url = server.database().await;
    let proxy = Proxy::start(&url).await;
    let store = Store::postgres(&proxy.url).await.unwrap();
    let table = make(&store, playing()).await.id;
    store.append(&table, 0, &[event("a1a2")]).await.unwrap();
    proxy.silent.send_replace(true);
    let unanswered = tokio::time::timeout(LIMIT, store.append(&table, 1, &[event("a2a3")])).await;
    assert!(unanswered.expect("the append waits for ever").is_err());
    // What became of the append is unknown to the node, so it reads the log.
    proxy.silent.send_replace(false);
    let seq = Store::postgres(&url).await.unwrap().events(&table, 1).await.unwrap().len() as u32;
    assert_eq!(store.append(&table, seq, &[event("a3a4")]).await.unwrap().seq, seq + 1);
}

/// A proxy before the server that can stop to forward anything, with its connections open.
struct Proxy {
    url: String,
    silent: watch::Sender<bool>,
}

impl Proxy {
    async fn start(url: &str) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let (before, after) = url.split_once('@').unwrap();
        let (host, database) = after.split_once('/').unwrap();
        let url = format!("{before}@{}/{database}", listener.local_addr().unwrap());
        let (silent, is_silent) = watch::channel(false);
        let host = host.to_owned();
        tokio::spawn(async move {
            while let Ok((client, _)) = listener.accept().await {
                let server = TcpStream::connect(&host).await.unwrap();
                let ((from_client, to_client), (from_server, to_server)) = (client.into_split(), server.into_split());
                tokio::spawn(forward(from_client, to_server, is_silent.clone()));
                tokio::spawn(forward(from_server, to_client, is_silent.clone()));
            }
        });
        Self { url, silent }
    }
}

/// Forwards bytes while the proxy is not silent. A connection that was silent once stays so.
async fn forward(mut from: OwnedReadHalf, mut to: OwnedWriteHalf, mut silent: watch::Receiver<bool>) {
    let mut bytes = [0; 4096];
    loop {
        let number = tokio::select! {
            biased;
            () = async { drop(silent.wait_for(|silent| *silent).await) } => return std::future::pending().await,
            read = from.read(&mut bytes) => read.unwrap_or(0),
        };
        if number == 0 || to.write_all(&bytes[..number]).await.is_err() {
            return;
        }
    }
}

async fn refusals_say_why(server: &Server) {
    let store = Store::postgres(&server.database().await).await.unwrap();
    let refused = store.backup(Path::new("/nowhere")).await.unwrap_err().to_string();
    assert!(refused.contains("pg_dump"), "{refused}");
    assert!(Store::postgres(&server.url("nosuchdatabase")).await.is_err());
}
