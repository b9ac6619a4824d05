//! A table task's mailbox.

use tokio::sync::mpsc;
use tokio::sync::mpsc::error::{SendError, TrySendError};

use crate::mailbox::input::Input;

/// What is sent here the table's task gets. Each input is boxed: the queue keeps room for 32 of them also while it is empty, and
/// most tables are idle.
#[derive(Clone)]
pub(crate) struct Inbox(mpsc::Sender<Box<Input>>);

impl Inbox {
    /// An inbox with this capacity, and its receiver.
    pub(crate) fn new(waiting: usize) -> (Self, mpsc::Receiver<Box<Input>>) {
        let (sender, inputs) = mpsc::channel(waiting);
        (Self(sender), inputs)
    }

    /// Sends an input, as soon as there is a place for it.
    pub(crate) async fn send(&self, input: Input) -> Result<(), SendError<Box<Input>>> {
        self.0.send(Box::new(input)).await
    }

    /// Sends an input if there is a place for it now.
    pub(crate) fn try_send(&self, input: Input) -> Result<(), TrySendError<Box<Input>>> {
        self.0.try_send(Box::new(input))
    }

    /// For those who must not keep the table's task running.
    pub(crate) fn downgrade(&self) -> WeakInbox {
        WeakInbox(self.0.downgrade())
    }

    /// Whether the table's task has ended.
    pub(crate) fn is_closed(&self) -> bool {
        self.0.is_closed()
    }
}

/// The way to a table's task, if there still is one.
pub(crate) struct WeakInbox(mpsc::WeakSender<Box<Input>>);

impl WeakInbox {
    /// The inbox, unless everybody else has let go of it.
    pub(crate) fn upgrade(&self) -> Option<Inbox> {
        self.0.upgrade().map(Inbox)
    }
}
