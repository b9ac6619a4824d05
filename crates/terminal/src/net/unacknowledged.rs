//! Unacknowledged messages: the client resends them after a reconnect under the same number, so
//! that the server executes each once (idempotency).

use std::collections::VecDeque;

use menagerie_wire::{FromClient, ToClient};

/// The messages without an answer, in the order of sending.
#[derive(Default)]
pub(super) struct Unacknowledged(VecDeque<(u32, FromClient)>);

impl Unacknowledged {
    /// Remembers a message that is sent.
    pub(super) fn sent(&mut self, message: &FromClient) {
        if let Some(number) = message.ack().filter(|_| message.runs_once()) {
            self.0.push_back((number, message.clone()));
        }
    }

    /// Drops the message that this answer acknowledges.
    pub(super) fn received(&mut self, message: &ToClient) {
        if let ToClient::Done { ack, .. } | ToClient::Refused { ack: Some(ack), .. } = message {
            self.0.retain(|(number, _)| number != ack);
        }
    }

    /// The messages to resend.
    pub(super) fn messages(&self) -> impl Iterator<Item = &FromClient> {
        self.0.iter().map(|(_, message)| message)
    }
}

#[cfg(test)]
mod tests {
    use menagerie_wire::{Code, Refused};

    use super::*;

    fn act(ack: u32) -> FromClient {
        FromClient::Act { ack, at: 3, seat: "red".to_owned(), action: "a1a2".to_owned() }
    }

    #[test]
    fn what_was_answered_is_not_said_again() {
        let mut unacknowledged = Unacknowledged::default();
        for ack in 1..=4 {
            unacknowledged.sent(&act(ack));
        }
        let refused = Refused { code: Code::Stale, error: "too late".to_owned(), rule: None };
        unacknowledged.received(&ToClient::Done { ack: 2, version: 4 });
        unacknowledged.received(&ToClient::Refused { ack: Some(3), refused: refused.clone() });
        unacknowledged.received(&ToClient::Refused { ack: None, refused });
        assert_eq!(unacknowledged.messages().cloned().collect::<Vec<_>>(), [act(1), act(4)]);
    }

    #[test]
    fn a_cover_is_not_lifted_again_by_itself() {
        let mut unacknowledged = Unacknowledged::default();
        unacknowledged.sent(&FromClient::Uncover { ack: 1, seat: "red".to_owned() });
        assert_eq!(unacknowledged.messages().count(), 0);
    }
}
