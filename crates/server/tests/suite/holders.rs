//! Which nodes hold a table, and hear what happens at it (`docs/host/cluster.md`).

use std::time::Duration;

use menagerie_bus::{Bus, BusEvent, InProcessHub, Listener, Notice};
use menagerie_server::Config;
use menagerie_store::TableId;

use crate::cluster::{Ground, QUICK};
use crate::common::{Client, Server};

/// What a node says about its tables to another node, which is scripted here.
struct ScriptedNode {
    bus: Bus,
    heard: Listener,
}

impl ScriptedNode {
    async fn join(hub: &InProcessHub) -> Self {
        let bus = Bus::in_process(hub, QUICK);
        let heard = bus.listen();
        bus.wait_until_direct().await;
        Self { bus, heard }
    }

    /// The notices up to the next presence: their kinds and events.
    async fn until_presence(&mut self) -> Vec<(&'static str, Option<u32>)> {
        let mut notices = Vec::new();
        while notices.last().is_none_or(|(kind, _)| *kind != "presence") {
            match self.heard.next().await.expect("a bus") {
                BusEvent::Notice(_, Notice::Reached { seq, .. }) => notices.push(("reached", Some(seq))),
                BusEvent::Notice(_, Notice::Presence { seq, .. }) => notices.push(("presence", seq)),
                _ => {}
            }
        }
        notices
    }
}

/// `docs/host/cluster.md`: notices about a table go to the nodes that hold it. A node that announces itself learns what it
/// missed, and hears what happens until it leaves.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_holders_of_a_table_and_no_other_nodes_are_told_what_happens_at_it() {
    let ground = Ground::process().await;
    let Ground::Process(_, hub) = &ground else { panic!("nodes of this process") };
    let node = ground.node().await;
    let mut other = ScriptedNode::join(hub).await;
    let (id, ann, bob) = node.table_for_two("shogi5").await;
    let table: TableId = id.parse().unwrap();
    let (mut black, mut white) = (Client::join(&node, &id, &[&ann]).await, Client::join(&node, &id, &[&bob]).await);
    let holds = |seq| Notice::PresenceRequest { table: table.clone(), seq: Some(seq) };

    black.act("black", "a5a2").await;
    other.bus.publish(holds(1));
    assert_eq!(other.until_presence().await, [("presence", Some(1))], "it was no holder when that happened");
    white.event().await;
    white.act("white", "a1b2").await;
    other.bus.publish(holds(2));
    assert_eq!(other.until_presence().await, [("reached", Some(2)), ("presence", Some(2))]);

    other.bus.publish(holds(1));
    assert_eq!(other.until_presence().await, [("presence", Some(2))]);
    // Seven spectators at a node that leaves: the players see when the notice has arrived.
    other.bus.publish(Notice::Presence { table: table.clone(), seats: Vec::new(), watching: 7, seq: None });
    while black.until("table").await["table"]["watching"] != 7 {}
    black.act("black", "b5a4").await;
    other.bus.publish(holds(3));
    let heard = other.until_presence().await;
    assert_eq!(heard, [("reached", Some(2)), ("presence", Some(3))], "it was behind, and had left before event 3");
}

/// The number of tables in a node's memory.
async fn tables_open(server: &Server) -> u64 {
    let metrics = server.get("/metrics").await;
    let line = metrics.as_str().unwrap().lines().find_map(|line| line.strip_prefix("menagerie_tables_open "));
    line.expect("the metric").parse().unwrap()
}

/// Otherwise the node where a table was created would follow the whole match for nobody.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_table_that_only_another_node_uses_leaves_memory() {
    let ground = Ground::process().await;
    let one = ground.node_with(Config { idle: Duration::from_millis(500), ..Config::default() }).await;
    let two = ground.node().await;
    let (table, ann, _) = one.table_for_two("shogi5").await;
    one.get(&format!("/api/tables/{table}")).await;
    let _black = Client::join(&two, &table, &[&ann]).await;
    let emptied = async {
        while tables_open(&one).await > 0 {
            // Each spectator who comes and goes is a notice to the other holder.
            drop(Client::join(&two, &table, &[]).await);
        }
    };
    tokio::time::timeout(Duration::from_secs(20), emptied).await.expect("it leaves memory");
    assert_eq!(tables_open(&two).await, 1);
}
