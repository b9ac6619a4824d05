//! The task between a node and its bus: it sends what the node tells, hears what the others tell, knows who lives, and
//! connects again for ever.

use std::collections::HashMap;
use std::future::Future;
use std::sync::Arc;
use std::time::Duration;

use tokio::sync::{broadcast, mpsc, watch};
use tokio::time::{Instant, interval, sleep, timeout, timeout_at};

use crate::letter::{letters, read};
use crate::{Bus, Heard, NodeId, Notice, Pace};

/// How a letter gets to the other nodes. Everybody hears everything, their own letters too: whoever does not hear himself
/// is cut off.
pub(crate) trait Way: Send + Sync + 'static {
    /// Where letters arrive.
    type Ear: Ear;
    /// Connects.
    fn open(&mut self) -> impl Future<Output = Option<Self::Ear>> + Send;
    /// Sends a letter; whether it went.
    fn send(&self, letter: String) -> impl Future<Output = bool> + Send;
}

/// An open connection.
pub(crate) trait Ear: Send + 'static {
    /// The next letter; nothing if the connection is lost.
    fn next(&mut self) -> impl Future<Output = Option<String>> + Send;
}

/// Waits between attempts to connect: from the first to the longest, each twice the one before.
const FIRST_WAIT: Duration = Duration::from_millis(100);
const LONGEST_WAIT: Duration = Duration::from_secs(5);
/// Notices that are gathered for one letter, as far as they fit.
const GATHERED: usize = 512;
/// Letters that may wait to be read.
const UNREAD: usize = 1_024;

struct Carrier {
    node: NodeId,
    notices: mpsc::Receiver<Notice>,
    incoming: broadcast::Sender<Heard>,
    up: Arc<watch::Sender<bool>>,
    pace: Pace,
    /// The other nodes, and when they were last heard.
    others: HashMap<NodeId, Instant>,
}

/// Begins to carry; ends when the last handle of the bus is dropped.
pub(crate) fn begin(bus: &Bus, notices: mpsc::Receiver<Notice>, pace: Pace, way: impl Way) {
    let (incoming, up) = (bus.incoming.clone(), Arc::clone(&bus.up));
    let carrier = Carrier { node: bus.node.clone(), notices, incoming, up, pace, others: HashMap::new() };
    tokio::spawn(carrier.run(way));
}

impl Carrier {
    async fn run(mut self, mut way: impl Way) {
        let mut wait = FIRST_WAIT;
        while !self.notices.is_closed() {
            if let Ok(Some(ear)) = timeout(self.pace.silence, way.open()).await {
                wait = FIRST_WAIT;
                self.set_up(true);
                self.serve(&way, ear).await;
                self.set_up(false);
            }
            sleep(wait).await;
            wait = (wait * 2).min(LONGEST_WAIT);
        }
    }

    fn set_up(&self, up: bool) {
        self.up.send_replace(up);
        self.hear(if up { Heard::Up } else { Heard::Down });
        if !up && !self.notices.is_closed() {
            tracing::warn!("the bus to the other nodes is down; trying again");
        }
    }

    /// Carries until the connection is lost or nobody needs it.
    async fn serve<W: Way>(&mut self, way: &W, mut ear: W::Ear) {
        let (heard, mut letters) = mpsc::channel(UNREAD);
        let reading = tokio::spawn(async move {
            while let Some(letter) = ear.next().await {
                if heard.send(letter).await.is_err() {
                    break;
                }
            }
        });
        self.exchange(way, &mut letters).await;
        reading.abort();
    }

    async fn exchange(&mut self, way: &impl Way, letters: &mut mpsc::Receiver<String>) {
        let mut beat = interval(self.pace.beat);
        let mut gathered = Vec::new();
        let mut last_heard = Instant::now();
        loop {
            let sent = tokio::select! {
                count = self.notices.recv_many(&mut gathered, GATHERED) => {
                    let ends = count == 0;
                    if ends {
                        gathered.push(Notice::Bye);
                    }
                    self.send(way, std::mem::take(&mut gathered)).await && !ends
                }
                letter = timeout_at(last_heard + self.pace.silence, letters.recv()) => {
                    let Ok(Some(letter)) = letter else { return };
                    last_heard = Instant::now();
                    self.open_letter(&letter);
                    true
                }
                _ = beat.tick() => {
                    self.miss_the_silent();
                    self.send(way, vec![Notice::Alive]).await
                }
            };
            if !sent {
                return;
            }
        }
    }

    async fn send(&self, way: &impl Way, notices: Vec<Notice>) -> bool {
        for letter in letters(&self.node, notices) {
            if !timeout(self.pace.silence, way.send(letter)).await.unwrap_or(false) {
                return false;
            }
        }
        true
    }

    fn open_letter(&mut self, text: &str) {
        let Some(letter) = read(text).filter(|letter| letter.from != self.node) else { return };
        if self.others.insert(letter.from.clone(), Instant::now()).is_none() {
            self.hear(Heard::Met(letter.from.clone()));
        }
        for notice in letter.notices {
            match notice {
                Notice::Alive => {}
                Notice::Bye => {
                    self.others.remove(&letter.from);
                    self.hear(Heard::Lost(letter.from.clone()));
                }
                notice => self.hear(Heard::Notice(letter.from.clone(), notice)),
            }
        }
    }

    /// Whoever has been silent for too long is dead, or cut off.
    fn miss_the_silent(&mut self) {
        let silence = self.pace.silence;
        let (alive, silent) = self.others.drain().partition(|(_, heard)| heard.elapsed() < silence);
        self.others = alive;
        let silent: HashMap<NodeId, Instant> = silent;
        for (node, _) in silent {
            self.hear(Heard::Lost(node));
        }
    }

    fn hear(&self, heard: Heard) {
        // Without a listener nobody needs to know.
        let _ = self.incoming.send(heard);
    }
}

/// Nodes of one process.
pub(crate) struct InProcess(pub(crate) broadcast::Sender<String>);

impl Way for InProcess {
    type Ear = broadcast::Receiver<String>;

    async fn open(&mut self) -> Option<Self::Ear> {
        Some(self.0.subscribe())
    }

    async fn send(&self, letter: String) -> bool {
        self.0.send(letter).is_ok()
    }
}

impl Ear for broadcast::Receiver<String> {
    async fn next(&mut self) -> Option<String> {
        self.recv().await.ok()
    }
}

#[cfg(test)]
mod tests {
    use crate::Hall;

    use super::*;

    const QUICK: Pace = Pace { beat: Duration::from_millis(20), silence: Duration::from_millis(500) };

    #[tokio::test]
    async fn nodes_hear_each_other_and_notice_who_ends() {
        let hall = Hall::default();
        let one = Bus::in_process(&hall, QUICK);
        let mut heard = one.listen();
        assert_eq!(heard.next().await, Some(Heard::Up));
        let two = Bus::in_process(&hall, QUICK);
        two.wait_until_up().await;
        two.tell(Notice::Bans);
        let node = two.node().clone();
        assert_eq!(heard.next().await, Some(Heard::Met(node.clone())));
        assert_eq!(heard.next().await, Some(Heard::Notice(node.clone(), Notice::Bans)));
        drop(two);
        assert_eq!(heard.next().await, Some(Heard::Lost(node)));
    }

    #[tokio::test]
    async fn a_node_that_is_silent_is_lost_and_nobody_hears_his_own_words() {
        let hall = Hall::default();
        let one = Bus::in_process(&hall, QUICK);
        let mut heard = one.listen();
        one.wait_until_up().await;
        one.tell(Notice::Bans);
        // Somebody who says one word and dies.
        let stranger = NodeId::named("stranger");
        assert!(InProcess(hall.0.clone()).send(letters(&stranger, vec![Notice::Work]).remove(0)).await);
        let mut told = Vec::new();
        while told.last() != Some(&Heard::Lost(stranger.clone())) {
            told.extend(heard.next().await.filter(|it| *it != Heard::Up));
        }
        let expected = [
            Heard::Met(stranger.clone()),
            Heard::Notice(stranger.clone(), Notice::Work),
            Heard::Lost(stranger.clone()),
        ];
        assert_eq!(told, expected);
    }

    #[tokio::test]
    async fn who_is_alone_is_always_well_and_tells_nobody_but_himself() {
        let alone = Bus::alone();
        let mut heard = alone.listen();
        alone.tell(Notice::Bans);
        alone.tell_all(Notice::Work);
        assert!(alone.is_alone() && alone.is_up());
        assert_eq!(heard.next().await, Some(Heard::Notice(alone.node().clone(), Notice::Work)));
    }
}
