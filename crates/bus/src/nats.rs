//! The transport over NATS, for large clusters: it takes the notices' load off the database.

use std::sync::Arc;

use async_nats::{Client, ConnectOptions, Event, ServerAddr, Subscriber};
use futures_util::StreamExt;
use futures_util::stream::{Select, select};
use tokio::sync::Notify;

use crate::transport::{Subscription, Transport};
use crate::{BusError, NodeId};

/// The NATS subject of envelopes for all nodes of a cluster without a name.
const SUBJECT: &str = "menagerie";
/// The longest name of a cluster.
const LONGEST_NAME: usize = 64;

pub(crate) struct Nats {
    address: ServerAddr,
    /// The NATS subject of envelopes for all nodes of this cluster.
    subject: String,
    client: Option<Client>,
}

impl Nats {
    /// The NATS server at this address. It need not run yet. A path names the cluster: several can share a server.
    pub(crate) fn at(address: &str) -> Result<Self, BusError> {
        let wrong = || BusError::Address(address.to_owned());
        let (scheme, rest) = address.split_once("://").ok_or_else(wrong)?;
        let (host, cluster) = rest.split_once('/').unwrap_or((rest, ""));
        let known = ["nats", "tls"].contains(&scheme);
        let server = format!("{scheme}://{host}").parse().ok();
        let address = server.filter(|server: &ServerAddr| known && !server.host().is_empty()).ok_or_else(wrong)?;
        Ok(Self { address, subject: subject_of(cluster).ok_or_else(wrong)?, client: None })
    }

    /// The NATS subject of envelopes for one node.
    fn subject_of_node(&self, node: &NodeId) -> String {
        format!("{}.node.{node}", self.subject)
    }
}

/// The subject of a cluster; `None` if it cannot have this name.
fn subject_of(cluster: &str) -> Option<String> {
    let is_allowed = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'-' || byte == b'_';
    match cluster.len() {
        0 => Some(SUBJECT.to_owned()),
        1..=LONGEST_NAME if cluster.bytes().all(is_allowed) => Some(format!("{SUBJECT}.cluster.{cluster}")),
        _ => None,
    }
}

impl Transport for Nats {
    const IS_DIRECT: bool = true;
    type Subscription = NatsSubscription;

    async fn open(&mut self, node: &NodeId) -> Option<NatsSubscription> {
        self.client = None;
        let lost = Arc::new(Notify::new());
        let notify = Arc::clone(&lost);
        // The client would reconnect by itself, and this node would not learn that it missed envelopes meanwhile.
        let options = ConnectOptions::new().name("menagerie").max_reconnects(1).event_callback(move |event| {
            if matches!(event, Event::Disconnected | Event::Closed | Event::SlowConsumer(_)) {
                notify.notify_one();
            }
            std::future::ready(())
        });
        let client = options.connect(self.address.clone()).await.ok()?;
        let for_all = client.subscribe(self.subject.clone()).await.ok()?;
        let for_this_node = client.subscribe(self.subject_of_node(node)).await.ok()?;
        client.flush().await.ok()?;
        self.client = Some(client);
        Some(NatsSubscription { envelopes: select(for_all, for_this_node), lost })
    }

    async fn send(&self, to: Option<&NodeId>, envelope: String) -> bool {
        let Some(client) = &self.client else { return false };
        let subject = to.map_or_else(|| self.subject.clone(), |node| self.subject_of_node(node));
        client.publish(subject, envelope.into()).await.is_ok()
    }
}

pub(crate) struct NatsSubscription {
    envelopes: Select<Subscriber, Subscriber>,
    lost: Arc<Notify>,
}

impl Subscription for NatsSubscription {
    async fn next(&mut self) -> Option<String> {
        tokio::select! {
            () = self.lost.notified() => None,
            envelope = self.envelopes.next() => Some(String::from_utf8_lossy(&envelope?.payload).into_owned()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_name_their_kind() {
        assert!(Nats::at("nats://127.0.0.1:4222").is_ok());
        assert!(Nats::at("nats://me:secret@bus.example.org").is_ok());
        for wrong in ["", "127.0.0.1:4222", "http://127.0.0.1", "nats://", "nats:///staging"] {
            assert!(Nats::at(wrong).is_err(), "{wrong}");
        }
    }

    /// Nodes of the previous version use the subject without a name.
    #[test]
    fn a_path_names_the_cluster() {
        let subject = |address: &str| Nats::at(address).ok().map(|nats| nats.subject);
        for unnamed in ["nats://localhost", "nats://localhost/"] {
            assert_eq!(subject(unnamed).as_deref(), Some("menagerie"), "{unnamed}");
        }
        assert_eq!(subject("tls://me:secret@localhost:4222/test-2").as_deref(), Some("menagerie.cluster.test-2"));
        let long = format!("nats://localhost/{}", "a".repeat(65));
        for wrong in ["nats://localhost/a.b", "nats://localhost/*", "nats://localhost/a/b", "nats://localhost/>", &long]
        {
            assert_eq!(subject(wrong), None, "{wrong}");
        }
    }
}
