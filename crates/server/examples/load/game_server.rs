//! The real server, with its database in a file.

use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use menagerie_server::{App, Config, Deps, Limits, serve};
use menagerie_store::Store;
use serde_json::{Value, json};
use tokio::net::TcpListener;

use crate::arguments::Load;
use crate::clients::{ClientSetup, TableSetup};
use crate::http::Client;
use crate::process::{Process, serve_at};

/// Tables without clients stay in memory for longer than any measurement.
pub(crate) const NEVER_IDLE: u64 = 24 * 60 * 60;
/// The number of clients that create tables.
const MAKERS: usize = 8;

/// Runs until the parent process ends it.
pub(crate) async fn run(database: &Path, idle: Duration) {
    let store = Store::open(database).await.expect("a database");
    let config = Config { limits: Limits::unlimited(), idle, ..Config::default() };
    let app = App::new(Deps { config, ..Deps::new(store) });
    let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port");
    let address = listener.local_addr().expect("an address");
    serve(listener, app, serve_at(address)).await.expect("served");
}

/// One or more servers of the same tables.
pub(crate) struct Servers {
    addresses: Vec<String>,
    own: Vec<Process>,
    _folder: Option<TempFolder>,
}

/// A folder that is removed when dropped.
struct TempFolder(std::path::PathBuf);

impl Drop for TempFolder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

impl Servers {
    /// The servers that a load names, or one child process.
    pub(crate) fn of(load: &Load) -> Self {
        if load.servers.is_empty() {
            return Self::alone(NEVER_IDLE);
        }
        Self { addresses: load.servers.clone(), own: Vec::new(), _folder: None }
    }

    /// These child processes.
    pub(crate) fn of_processes(own: Vec<Process>) -> Self {
        Self { addresses: own.iter().map(|process| process.address.clone()).collect(), own, _folder: None }
    }

    /// A child process whose tables leave memory after this many seconds without clients.
    pub(crate) fn alone(idle: u64) -> Self {
        let folder = std::env::temp_dir().join(format!("menagerie-load-{}", std::process::id()));
        std::fs::create_dir_all(&folder).expect("a temporary folder");
        let database = folder.join("load.db").display().to_string();
        let process = Process::start(&["as-server", &database, &idle.to_string()]);
        Self { addresses: vec![process.address.clone()], own: vec![process], _folder: Some(TempFolder(folder)) }
    }

    /// The child processes.
    pub(crate) fn own(&self) -> &[Process] {
        &self.own
    }

    /// Their resident memory in bytes.
    pub(crate) fn resident(&self) -> u64 {
        self.own.iter().map(Process::resident).sum()
    }

    /// The number of tables in their memory.
    pub(crate) async fn tables_in_memory(&self) -> u64 {
        let mut number = 0;
        for address in &self.addresses {
            let metrics = Client::connect(address).await.get("/metrics").await;
            let line = metrics.lines().find_map(|line| line.strip_prefix("menagerie_tables_open "));
            number += line.and_then(|text| text.parse::<u64>().ok()).unwrap_or(0);
        }
        number
    }

    /// Creates the tables of a load. With several servers, the two clients of a table connect to different ones, unless
    /// the load wants them together.
    pub(crate) async fn tables_of(&self, load: &Load) -> Vec<TableSetup> {
        self.make(load.tables * load.matches(), usize::from(!load.together)).await
    }

    /// Creates this many tables.
    pub(crate) async fn make_tables(&self, number: usize) -> Vec<TableSetup> {
        self.make(number, 1).await
    }

    /// Creates tables whose clients connect to servers this far apart in the list.
    async fn make(&self, number: usize, apart: usize) -> Vec<TableSetup> {
        let addresses = Arc::new(self.addresses.clone());
        let maker = |first: usize| {
            let addresses = Arc::clone(&addresses);
            tokio::spawn(async move {
                let mut clients = Vec::new();
                for address in addresses.iter() {
                    clients.push(Client::connect(address).await);
                }
                let mut tables = Vec::new();
                for index in (first..number).step_by(MAKERS) {
                    // Its first player creates a table.
                    let client = &mut clients[index % addresses.len()];
                    tables.push(make_table(client, &addresses, index, apart).await);
                }
                tables
            })
        };
        let makers: Vec<_> = (0..MAKERS).map(maker).collect();
        let mut tables = Vec::with_capacity(number);
        for maker in makers {
            tables.extend(maker.await.expect("tables"));
        }
        tables
    }
}

async fn make_table(client: &mut Client, addresses: &[String], index: usize, apart: usize) -> TableSetup {
    let here = |name: &str| json!({"kind": "here", "name": name});
    let made = client.post("/api/tables", &json!({"game": "jungle", "seats": [here("a"), here("b")]})).await;
    let id = made["table"]["id"].as_str().expect("an id");
    let end = |place: usize| {
        let address = &addresses[(index + place * apart) % addresses.len()];
        let tokens: [&Value; 1] = [&made["tokens"][place][1]];
        ClientSetup {
            url: format!("{}/api/tables/{id}/socket", address.replace("http", "ws")),
            hello: Some(json!({"t": "hello", "tokens": tokens, "form": "text"}).to_string()),
        }
    };
    TableSetup { clients: [end(0), end(1)], seats: Some(["red", "black"]) }
}
