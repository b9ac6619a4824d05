//! The transport over `PostgreSQL`'s `LISTEN` and `NOTIFY`: a small cluster needs no other service than its database.

use menagerie_store::{NotificationListener, Store};

use crate::NodeId;
use crate::transport::{Subscription, Transport};

pub(crate) struct Postgres(pub(crate) Store);

impl Transport for Postgres {
    const IS_DIRECT: bool = false;
    type Subscription = NotificationListener;

    async fn open(&mut self, _: &NodeId) -> Option<NotificationListener> {
        self.0.listen().await.ok()
    }

    async fn send(&self, _: Option<&NodeId>, envelope: String) -> bool {
        self.0.notify(&envelope).await.is_ok()
    }
}

impl Subscription for NotificationListener {
    async fn next(&mut self) -> Option<String> {
        self.next().await
    }
}
