//! What was said and not answered: it is said again on the next connection, under the same number, so that a server does it
//! once.

use std::collections::VecDeque;

use menagerie_wire::{FromClient, ToClient};

/// Messages that wait for their answers, in the order in which they were said.
#[derive(Default)]
pub(super) struct Unanswered(VecDeque<(u32, FromClient)>);

impl Unanswered {
    /// Something is said.
    pub(super) fn keep(&mut self, message: &FromClient) {
        if let Some(number) = message.ack_of_deed() {
            self.0.push_back((number, message.clone()));
        }
    }

    /// Something is heard; if it is an answer, one message less waits.
    pub(super) fn hear(&mut self, message: &ToClient) {
        if let ToClient::Done { ack, .. } | ToClient::Refused { ack: Some(ack), .. } = message {
            self.0.retain(|(number, _)| number != ack);
        }
    }

    /// What is to be said again.
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
        let mut unanswered = Unanswered::default();
        for ack in 1..=4 {
            unanswered.keep(&act(ack));
        }
        let refused = Refused { code: Code::Stale, error: "too late".to_owned(), rule: None };
        unanswered.hear(&ToClient::Done { ack: 2, version: 4 });
        unanswered.hear(&ToClient::Refused { ack: Some(3), refused: refused.clone() });
        unanswered.hear(&ToClient::Refused { ack: None, refused });
        assert_eq!(unanswered.messages().cloned().collect::<Vec<_>>(), [act(1), act(4)]);
    }

    #[test]
    fn a_cover_is_not_lifted_again_by_itself() {
        let mut unanswered = Unanswered::default();
        unanswered.keep(&FromClient::Uncover { ack: 1, seat: "red".to_owned() });
        assert_eq!(unanswered.messages().count(), 0);
    }
}
