//! The transport over NATS, for large clusters: it takes the notices' load off the database.

use std::sync::Arc;

use async_nats::{Client, ConnectOptions, Event, ServerAddr, Subscriber};
use futures_util::StreamExt;
use futures_util::stream::{Select, select};
use tokio::sync::Notify;

use crate::transport::{Subscription, Transport};
use crate::{BusError, NodeId};

/// The NATS subject of envelopes for all nodes.
const SUBJECT: &str = "menagerie";

/// The NATS subject of envelopes for one node.
fn subject_of(node: &NodeId) -> String {
    format!("{SUBJECT}.node.{node}")
}

pub(crate) struct Nats {
    address: ServerAddr,
    client: Option<Client>,
}

impl Nats {
    /// The NATS server at this address. It need not run yet.
    pub(crate) fn at(address: &str) -> Result<Self, BusError> {
        let wrong = || BusError::Address(address.to_owned());
        let known = ["nats://", "tls://"].iter().any(|scheme| address.starts_with(scheme));
        let parsed = address.parse().ok().filter(|address: &ServerAddr| known && !address.host().is_empty());
        let address = parsed.ok_or_else(wrong)?;
        Ok(Self { address, client: None })
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
        let for_all = client.subscribe(SUBJECT).await.ok()?;
        let for_this_node = client.subscribe(subject_of(node)).await.ok()?;
        client.flush().await.ok()?;
        self.client = Some(client);
        Some(NatsSubscription { envelopes: select(for_all, for_this_node), lost })
    }

    async fn send(&self, to: Option<&NodeId>, envelope: String) -> bool {
        let Some(client) = &self.client else { return false };
        let subject = to.map_or_else(|| SUBJECT.to_owned(), subject_of);
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
        for wrong in ["", "127.0.0.1:4222", "http://127.0.0.1", "nats://"] {
            assert!(Nats::at(wrong).is_err(), "{wrong}");
        }
    }
}
