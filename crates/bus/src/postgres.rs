//! Letters by `LISTEN` and `NOTIFY`: a small cluster needs no other service than its database.

use menagerie_store::{Listening, Store};

use crate::carry::{Ear, Way};

pub(crate) struct Notices(pub(crate) Store);

impl Way for Notices {
    type Ear = Listening;

    async fn open(&mut self) -> Option<Listening> {
        self.0.listen().await.ok()
    }

    async fn send(&self, letter: String) -> bool {
        self.0.notify(&letter).await.is_ok()
    }
}

impl Ear for Listening {
    async fn next(&mut self) -> Option<String> {
        self.next().await
    }
}
