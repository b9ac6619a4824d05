//! Letters by NATS, for clusters whose database has enough to do.

use std::sync::Arc;

use async_nats::{Client, ConnectOptions, Event, ServerAddr, Subscriber};
use futures_util::StreamExt;
use tokio::sync::Notify;

use crate::BusError;
use crate::carry::{Ear, Way};

/// All our letters have one subject.
const SUBJECT: &str = "menagerie";

pub(crate) struct Nats {
    address: ServerAddr,
    client: Option<Client>,
}

impl Nats {
    /// The server at this address, which need not be there yet.
    pub(crate) fn at(address: &str) -> Result<Self, BusError> {
        let wrong = || BusError::Address(address.to_owned());
        let known = ["nats://", "tls://"].iter().any(|scheme| address.starts_with(scheme));
        let parsed = address.parse().ok().filter(|address: &ServerAddr| known && !address.host().is_empty());
        let address = parsed.ok_or_else(wrong)?;
        Ok(Self { address, client: None })
    }
}

impl Way for Nats {
    type Ear = Subscribed;

    async fn open(&mut self) -> Option<Subscribed> {
        self.client = None;
        let lost = Arc::new(Notify::new());
        let told = Arc::clone(&lost);
        // The client would connect again by itself, and nobody would know that letters were lost meanwhile.
        let options = ConnectOptions::new().name("menagerie").max_reconnects(1).event_callback(move |event| {
            if matches!(event, Event::Disconnected | Event::Closed | Event::SlowConsumer(_)) {
                told.notify_one();
            }
            std::future::ready(())
        });
        let client = options.connect(self.address.clone()).await.ok()?;
        let letters = client.subscribe(SUBJECT).await.ok()?;
        client.flush().await.ok()?;
        self.client = Some(client);
        Some(Subscribed { letters, lost })
    }

    async fn send(&self, letter: String) -> bool {
        let Some(client) = &self.client else { return false };
        client.publish(SUBJECT, letter.into()).await.is_ok()
    }
}

pub(crate) struct Subscribed {
    letters: Subscriber,
    lost: Arc<Notify>,
}

impl Ear for Subscribed {
    async fn next(&mut self) -> Option<String> {
        tokio::select! {
            () = self.lost.notified() => None,
            letter = self.letters.next() => Some(String::from_utf8_lossy(&letter?.payload).into_owned()),
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
