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
use crate::{Bus, BusEvent, Heartbeat, NodeId, Notice};

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
    notices: mpsc::Receiver<Notice>,
    events: broadcast::Sender<BusEvent>,
    up: Arc<watch::Sender<bool>>,
    heartbeat: Heartbeat,
    /// The other nodes, and when this node last heard each of them.
    others: HashMap<NodeId, Instant>,
}

/// Starts the task. It ends when the last handle of the bus is dropped.
pub(crate) fn start(bus: &Bus, notices: mpsc::Receiver<Notice>, heartbeat: Heartbeat, transport: impl Transport) {
    let (events, up) = (bus.events.clone(), Arc::clone(&bus.up));
    let (node, own_head, others) = (bus.node.clone(), head(&bus.node), HashMap::new());
    let task = BusTask { node, own_head, notices, events, up, heartbeat, others };
    tokio::spawn(task.run(transport));
}

impl BusTask {
    async fn run(mut self, mut transport: impl Transport) {
        let mut backoff = FIRST_BACKOFF;
        while !self.notices.is_closed() {
            if let Ok(Some(subscription)) = timeout(self.heartbeat.timeout, transport.open()).await {
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

    async fn exchange(&mut self, transport: &impl Transport, envelopes: &mut mpsc::Receiver<String>) {
        let mut beat = interval(self.heartbeat.interval);
        let mut batch = Vec::new();
        let mut last_received = Instant::now();
        loop {
            let sent = tokio::select! {
                count = self.notices.recv_many(&mut batch, BATCH) => {
                    let ends = count == 0;
                    self.gather(&mut batch).await;
                    if ends {
                        batch.push(Notice::Leaving);
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
                    self.send(transport, vec![Notice::Heartbeat]).await
                }
            };
            if !sent {
                return;
            }
        }
    }

    /// Yields a few times, so that tables whose events were committed together share an envelope. Stops as soon as a yield
    /// brings no new notice.
    async fn gather(&mut self, batch: &mut Vec<Notice>) {
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

    async fn send(&self, transport: &impl Transport, notices: Vec<Notice>) -> bool {
        for envelope in encode(&self.node, notices) {
            if !timeout(self.heartbeat.timeout, transport.send(envelope)).await.unwrap_or(false) {
                return false;
            }
        }
        true
    }

    fn receive(&mut self, text: &str) {
        if text.starts_with(&self.own_head) {
            return;
        }
        let Some(envelope) = decode(text) else { return };
        if self.others.insert(envelope.from.clone(), Instant::now()).is_none() {
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
        let (alive, silent) = self.others.drain().partition(|(_, heard)| heard.elapsed() < timeout);
        self.others = alive;
        let silent: HashMap<NodeId, Instant> = silent;
        for (node, _) in silent {
            self.emit(BusEvent::NodeLost(node));
        }
    }

    fn emit(&self, event: BusEvent) {
        // Sending fails only when nobody listens.
        let _ = self.events.send(event);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::InProcessHub;
    use crate::transport::InProcess;

    const QUICK: Heartbeat = Heartbeat { interval: Duration::from_millis(20), timeout: Duration::from_millis(500) };

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
        assert!(InProcess(hub.0.clone()).send(encode(&dead, vec![Notice::JobWaiting]).remove(0)).await);
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
