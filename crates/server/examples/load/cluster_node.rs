//! Several nodes with `PostgreSQL` and NATS as child processes.

use std::time::Duration;

use menagerie_bus::{Bus, Heartbeat};
use menagerie_server::{App, Config, Deps, Limits, serve};
use menagerie_store::Store;
use tokio::net::TcpListener;

use crate::cpu_time::Part;
use crate::game_server::{NEVER_IDLE, Servers};
use crate::process::{Process, serve_at};

/// The services that the nodes share.
#[derive(Clone)]
pub(crate) struct Services {
    /// The URL of an empty database.
    pub(crate) postgres: String,
    pub(crate) nats: String,
    /// The processes of both, whose CPU time counts.
    pub(crate) processes: Vec<u32>,
}

/// Runs a node until the parent process ends it.
pub(crate) async fn run(database: &str, nats: &str) {
    let store = Store::postgres(database).await.expect("a database");
    let bus = Bus::nats(nats, Heartbeat::default()).expect("an address of NATS");
    bus.wait_until_up().await;
    let idle = Duration::from_secs(NEVER_IDLE);
    let config = Config { limits: Limits::unlimited(), idle, ..Config::default() };
    let app = App::new(Deps { config, bus, ..Deps::new(store) });
    let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port");
    let address = listener.local_addr().expect("an address");
    serve(listener, app, serve_at(address)).await.expect("served");
}

/// Nodes on the same services.
pub(crate) struct Cluster {
    pub(crate) servers: Servers,
    services: Services,
}

impl Cluster {
    pub(crate) fn start(services: &Services, nodes: usize) -> Self {
        let start = |_| Process::start_with_one_thread(&["as-node", &services.postgres, &services.nats]);
        Self { servers: Servers::of_processes((0..nodes).map(start).collect()), services: services.clone() }
    }

    /// The processes whose CPU time counts: nodes, and database with bus.
    pub(crate) fn parts(&self) -> [Part; 2] {
        let services = Part { name: "services".to_owned(), processes: self.services.processes.clone() };
        [Part::of("nodes", self.servers.own()), services]
    }
}
