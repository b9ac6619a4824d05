//! The task between a node and its bus. It publishes the node's notices, receives those of the others, keeps track of
//! heartbeats, and reconnects with exponential backoff.

use std::collections::HashMap;
use std::sync::Arc;
use std::time::Duration;

use tokio::sync::{broadcast, mpsc, watch};
use tokio::task::yield_now;
use tokio::time::{Instant, interval, sleep, timeout, timeout_at};

use crate::envelope::{decode, encode, head};
use crate::transport::{Subscription, Transport};
use crate::{Bus, BusEvent, Heartbeat, NodeId, Notice, Outgoing};

/// Backoff between attempts to connect: it doubles from the first to the longest.
const FIRST_BACKOFF: Duration = Duration::from_millis(100);
const LONGEST_BACKOFF: Duration = Duration::from_secs(5);
/// The most notices that the task takes from the queue at once. It puts as many as fit into one envelope.
const BATCH: usize = 512;
/// How often the task yields to gather more notices for an envelope.
const GATHER_ROUNDS: usize = 4;
/// Received envelopes that may wait for the task.
const RECEIVE_QUEUE: usize = 1_024;

struct BusTask {
    node: NodeId,
    /// How the envelopes of this node begin.
    own_head: String,
    notices: mpsc::Receiver<Outgoing>,
    events: broadcast::Sender<BusEvent>,
    up: Arc<watch::Sender<bool>>,
    is_direct: Arc<watch::Sender<bool>>,
    heartbeat: Heartbeat,
    others: HashMap<NodeId, OtherNode>,
}

/// Another node, as this one knows it.
struct OtherNode {
    /// When this node last heard it.
    heard: Instant,
    /// Whether it says which tables it holds.
    direct: bool,
}

/// Starts the task. It ends when the last handle of the bus is dropped.
pub(crate) fn start(bus: &Bus, notices: mpsc::Receiver<Outgoing>, heartbeat: Heartbeat, transport: impl Transport) {
    let (events, up, is_direct) = (bus.events.clone(), Arc::clone(&bus.up), Arc::clone(&bus.is_direct));
    let (node, own_head, others) = (bus.node.clone(), head(&bus.node), HashMap::new());
    let task = BusTask { node, own_head, notices, events, up, is_direct, heartbeat, others };
    tokio::spawn(task.run(transport));
}

impl BusTask {
    async fn run(mut self, mut transport: impl Transport) {
        let mut backoff = FIRST_BACKOFF;
        while !self.notices.is_closed() {
            if let Ok(Some(subscription)) = timeout(self.heartbeat.timeout, transport.open(&self.node)).await {
                backoff = FIRST_BACKOFF;
                self.set_up(true);
                self.serve(&transport, subscription).await;
                self.set_up(false);
            }
            sleep(backoff).await;
            backoff = (backoff * 2).min(LONGEST_BACKOFF);
        }
    }

    fn set_up(&self, up: bool) {
        self.set_direct(false);
        self.up.send_replace(up);
        self.emit(if up { BusEvent::Up } else { BusEvent::Down });
        if !up && !self.notices.is_closed() {
            tracing::warn!("the bus to the other nodes is down; trying again");
        }
    }

    /// Sends and receives until the connection is lost or the last handle of the bus is dropped.
    async fn serve<T: Transport>(&mut self, transport: &T, mut subscription: T::Subscription) {
        let (received, mut envelopes) = mpsc::channel(RECEIVE_QUEUE);
        let receiving = tokio::spawn(async move {
            while let Some(envelope) = subscription.next().await {
                if received.send(envelope).await.is_err() {
                    break;
                }
            }
        });
        self.exchange(transport, &mut envelopes).await;
        receiving.abort();
    }

    async fn exchange<T: Transport>(&mut self, transport: &T, envelopes: &mut mpsc::Receiver<String>) {
        let mut beat = interval(self.heartbeat.interval);
        let mut batch = Vec::new();
        let opened = Instant::now();
        let mut last_received = opened;
        loop {
            let sent = tokio::select! {
                count = self.notices.recv_many(&mut batch, BATCH) => {
                    let ends = count == 0;
                    self.gather(&mut batch).await;
                    if ends {
                        batch.push(Outgoing { to: None, notice: Notice::Leaving });
                    }
                    self.send(transport, std::mem::take(&mut batch)).await && !ends
                }
                envelope = timeout_at(last_received + self.heartbeat.timeout, envelopes.recv()) => {
                    let Ok(Some(envelope)) = envelope else { return };
                    last_received = Instant::now();
                    self.receive(&envelope);
                    true
                }
                _ = beat.tick() => {
                    self.drop_silent_nodes();
                    let knows_all = opened.elapsed() >= self.heartbeat.discovery;
                    self.set_direct(T::IS_DIRECT && knows_all && self.others.values().all(|other| other.direct));
                    self.send(transport, vec![Outgoing { to: None, notice: Notice::Heartbeat }]).await
                }
            };
            if !sent {
                return;
            }
        }
    }

    /// Yields a few times, so that tables whose events were committed together share an envelope. Stops as soon as a yield
    /// brings no new notice.
    async fn gather(&mut self, batch: &mut Vec<Outgoing>) {
        for _ in 0..GATHER_ROUNDS {
            let before = batch.len();
            yield_now().await;
            while let (true, Ok(notice)) = (batch.len() < BATCH, self.notices.try_recv()) {
                batch.push(notice);
            }
            if batch.len() == before {
                return;
            }
        }
    }

    async fn send(&self, transport: &impl Transport, notices: Vec<Outgoing>) -> bool {
        for (to, notices) in by_receiver(notices) {
            for envelope in encode(&self.node, notices) {
                let sent = transport.send(to.as_ref(), envelope);
                if !timeout(self.heartbeat.timeout, sent).await.unwrap_or(false) {
                    return false;
                }
            }
        }
        true
    }

    fn set_direct(&self, is_direct: bool) {
        self.is_direct.send_if_modified(|was| std::mem::replace(was, is_direct) != is_direct);
    }

    fn receive(&mut self, text: &str) {
        if text.starts_with(&self.own_head) {
            return;
        }
        let Some(envelope) = decode(text) else { return };
        let sender = OtherNode { heard: Instant::now(), direct: envelope.direct };
        if !sender.direct {
            self.set_direct(false);
        }
        if self.others.insert(envelope.from.clone(), sender).is_none() {
            self.emit(BusEvent::NodeJoined(envelope.from.clone()));
        }
        for notice in envelope.notices {
            match notice {
                Notice::Heartbeat => {}
                Notice::Leaving => {
                    self.others.remove(&envelope.from);
                    self.emit(BusEvent::NodeLost(envelope.from.clone()));
                }
                notice => self.emit(BusEvent::Notice(envelope.from.clone(), notice)),
            }
        }
    }

    /// Nodes whose heartbeat is overdue are dead, or cut off.
    fn drop_silent_nodes(&mut self) {
        let timeout = self.heartbeat.timeout;
        let (alive, silent) = self.others.drain().partition(|(_, other)| other.heard.elapsed() < timeout);
        self.others = alive;
        let silent: HashMap<NodeId, OtherNode> = silent;
        for (node, _) in silent {
            self.emit(BusEvent::NodeLost(node));
        }
    }

    fn emit(&self, event: BusEvent) {
        // Sending fails only when nobody listens.
        let _ = self.events.send(event);
    }
}

/// The notices of each receiver, in order. `None` are all nodes.
fn by_receiver(notices: Vec<Outgoing>) -> Vec<(Option<NodeId>, Vec<Notice>)> {
    let mut receivers: Vec<(Option<NodeId>, Vec<Notice>)> = Vec::new();
    let mut add =
        |to: Option<&NodeId>, notice: Notice| match receivers.iter_mut().find(|(known, _)| known.as_ref() == to) {
            Some((_, notices)) => notices.push(notice),
            None => receivers.push((to.cloned(), vec![notice])),
        };
    for Outgoing { to, notice } in notices {
        match to.as_deref() {
            None => add(None, notice),
            Some(nodes) => nodes.iter().for_each(|node| add(Some(node), notice.clone())),
        }
    }
    receivers
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::InProcessHub;
    use crate::transport::InProcess;

    const QUICK: Heartbeat = Heartbeat {
        interval: Duration::from_millis(20),
        timeout: Duration::from_millis(500),
        discovery: Duration::from_millis(100),
    };

    #[tokio::test]
    async fn nodes_receive_notices_and_learn_which_node_ends() {
        let hub = InProcessHub::default();
        let one = Bus::in_process(&hub, QUICK);
        let mut events = one.listen();
        assert_eq!(events.next().await, Some(BusEvent::Up));
        let two = Bus::in_process(&hub, QUICK);
        two.wait_until_up().await;
        two.publish(Notice::Bans);
        let node = two.node().clone();
        assert_eq!(events.next().await, Some(BusEvent::NodeJoined(node.clone())));
        assert_eq!(events.next().await, Some(BusEvent::Notice(node.clone(), Notice::Bans)));
        drop(two);
        assert_eq!(events.next().await, Some(BusEvent::NodeLost(node)));
    }

    #[tokio::test]
    async fn a_silent_node_is_lost_and_a_node_does_not_receive_its_own_notices() {
        let hub = InProcessHub::default();
        let one = Bus::in_process(&hub, QUICK);
        let mut events = one.listen();
        one.wait_until_up().await;
        one.publish(Notice::Bans);
        // A node that sends one notice and dies.
        let dead = NodeId::named("dead");
        assert!(InProcess(hub.0.clone()).send(None, encode(&dead, vec![Notice::JobWaiting]).remove(0)).await);
        let mut received = Vec::new();
        while received.last() != Some(&BusEvent::NodeLost(dead.clone())) {
            received.extend(events.next().await.filter(|event| *event != BusEvent::Up));
        }
        let expected = [
            BusEvent::NodeJoined(dead.clone()),
            BusEvent::Notice(dead.clone(), Notice::JobWaiting),
            BusEvent::NodeLost(dead.clone()),
        ];
        assert_eq!(received, expected);
    }

    fn to(nodes: &[&str]) -> Arc<[NodeId]> {
        nodes.iter().map(|name| NodeId::named(name)).collect()
    }

    #[test]
    fn each_node_gets_its_notices_in_order() {
        let job = |number: u32, nodes: Option<&[&str]>| Outgoing {
            to: nodes.map(to),
            notice: Notice::JobFinished { job: number.to_string(), requester: NodeId::named("me") },
        };
        let sent = by_receiver(vec![job(1, Some(&["a"])), job(2, None), job(3, Some(&["b", "a"]))]);
        let numbers = |notices: &[Notice]| -> Vec<String> {
            let number = |notice: &Notice| match notice {
                Notice::JobFinished { job, .. } => job.clone(),
                other => panic!("{other:?}"),
            };
            notices.iter().map(number).collect()
        };
        let sent: Vec<_> =
            sent.iter().map(|(to, notices)| (to.as_ref().map(NodeId::as_str), numbers(notices))).collect();
        let expected = [(Some("a"), vec!["1", "3"]), (None, vec!["2"]), (Some("b"), vec!["3"])];
        assert_eq!(sent, expected.map(|(to, numbers)| (to, numbers.into_iter().map(str::to_owned).collect())));
    }

    #[tokio::test]
    async fn a_notice_for_some_nodes_reaches_these_alone() {
        let hub = InProcessHub::default();
        let [one, two, three] = [(); 3].map(|()| Bus::in_process(&hub, QUICK));
        let (mut at_two, mut at_three) = (two.listen(), three.listen());
        one.wait_until_direct().await;
        one.publish_to(&[two.node().clone()].into(), Notice::JobWaiting);
        one.publish_to(&Arc::default(), Notice::JobWaiting);
        one.publish(Notice::Bans);
        let mut received = Vec::new();
        for listener in [&mut at_two, &mut at_three] {
            let mut notices = Vec::new();
            while notices.last() != Some(&Notice::Bans) {
                if let Some(BusEvent::Notice(_, notice)) = listener.next().await {
                    notices.push(notice);
                }
            }
            received.push(notices);
        }
        assert_eq!(received, [vec![Notice::JobWaiting, Notice::Bans], vec![Notice::Bans]]);
    }

    /// During a rolling upgrade a node of the version before says nothing about its tables.
    #[tokio::test]
    async fn everything_goes_to_all_nodes_while_one_of_an_earlier_version_is_there() {
        let hub = InProcessHub::default();
        let new = Bus::in_process(&hub, QUICK);
        let mut events = new.listen();
        new.wait_until_direct().await;
        let mut envelopes = hub.0.subscribe();
        let heartbeat = r#"{"from":"old","notices":[{"t":"alive"}]}"#;
        assert!(InProcess(hub.0.clone()).send(None, heartbeat.to_owned()).await);
        while events.next().await != Some(BusEvent::NodeJoined(NodeId::named("old"))) {}
        new.publish_to(&to(&["another"]), Notice::JobWaiting);
        let sent = loop {
            let (to, envelope) = envelopes.recv().await.expect("an envelope");
            if envelope.contains(r#""t":"work""#) {
                break to;
            }
        };
        assert_eq!(sent, None);
    }

    #[tokio::test]
    async fn a_server_without_other_nodes_is_always_up_and_hears_only_itself() {
        let alone = Bus::alone();
        let mut events = alone.listen();
        alone.publish(Notice::Bans);
        alone.publish_to_all(Notice::JobWaiting);
        assert!(alone.is_alone() && alone.is_up());
        assert_eq!(events.next().await, Some(BusEvent::Notice(alone.node().clone(), Notice::JobWaiting)));
    }
}
