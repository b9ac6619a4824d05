//! The messages of a table's `WebSocket`, read with one struct for all of them. A reader for tagged enums would make the
//! module larger.

use menagerie_wire::{Claim, FromClient, Offer, ViewFormat};
use serde::Deserialize;

use crate::json::{self, Malformed};

/// Reads a message. `None` for one to other people: there are none at a table of this browser.
pub(crate) fn read(text: &str) -> Result<Option<FromClient>, Malformed> {
    json::read::<AnyMessage>(text).map(AnyMessage::message)
}

/// The fields of all messages.
#[derive(Default, Deserialize)]
#[serde(rename_all = "camelCase", default)]
struct AnyMessage {
    t: Tag,
    ack: u32,
    at: Option<u32>,
    seat: Option<String>,
    action: String,
    offer: AnyOffer,
    nonce: Option<String>,
    tokens: Vec<String>,
    since: Option<u32>,
    form: ViewFormat,
    name: Option<String>,
    client: Option<String>,
    n: u32,
}

/// The fields of all offers.
#[derive(Default, Deserialize)]
#[serde(default)]
struct AnyOffer {
    kind: OfferKind,
    turn: u32,
}

#[derive(Default, Deserialize)]
#[serde(rename_all = "kebab-case")]
enum OfferKind {
    #[default]
    Draw,
    Takeback,
    Rematch,
}

#[derive(Default, Deserialize)]
#[serde(rename_all = "kebab-case")]
enum Tag {
    Hello,
    Act,
    Undo,
    Offer,
    Decline,
    Resign,
    Claim,
    Uncover,
    Say,
    Ally,
    Explain,
    Cancel,
    #[default]
    Ping,
}

impl AnyMessage {
    fn message(self) -> Option<FromClient> {
        let Self { ack, at, action, nonce, tokens, since, form, name, client, n, .. } = self;
        let seat = self.seat.unwrap_or_default();
        let offer = match self.offer.kind {
            OfferKind::Draw => Offer::Draw,
            OfferKind::Takeback => Offer::Takeback { turn: self.offer.turn },
            OfferKind::Rematch => Offer::Rematch,
        };
        let version = at.unwrap_or_default();
        Some(match self.t {
            Tag::Hello => FromClient::Subscribe { tokens, since, form, name, client, account: false },
            Tag::Act => FromClient::Act { ack, at: version, seat, action },
            Tag::Undo => FromClient::Undo { ack, at: version, seat },
            Tag::Offer => FromClient::Offer { ack, at, seat, offer, nonce },
            Tag::Decline => FromClient::Decline { ack, at, seat, offer },
            Tag::Resign => FromClient::Resign { ack, seat },
            Tag::Claim => FromClient::Claim { ack, at, seat, claim: Claim::Gone },
            Tag::Uncover => FromClient::Uncover { ack, seat },
            Tag::Explain => FromClient::Explain { ack, seat, action },
            Tag::Cancel => FromClient::Cancel { ack, seat },
            Tag::Ping => FromClient::Ping { n },
            Tag::Say | Tag::Ally => return None,
        })
    }
}

#[cfg(test)]
mod tests {
    use menagerie_wire::{AllianceStep, ChatChannel, ChatPost};

    use super::*;

    /// Whether other people get the message. A new message must be added here, and to [`messages`].
    fn is_for_others(message: &FromClient) -> bool {
        match message {
            FromClient::Chat { .. } | FromClient::Ally { .. } => true,
            FromClient::Subscribe { .. }
            | FromClient::Act { .. }
            | FromClient::Undo { .. }
            | FromClient::Offer { .. }
            | FromClient::Decline { .. }
            | FromClient::Resign { .. }
            | FromClient::Claim { .. }
            | FromClient::Uncover { .. }
            | FromClient::Explain { .. }
            | FromClient::Cancel { .. }
            | FromClient::Ping { .. } => false,
        }
    }

    fn messages() -> Vec<FromClient> {
        let (ack, at, seat, action) = (7, Some(3), "white".to_owned(), "a1a2".to_owned());
        let offers = [Offer::Draw, Offer::Takeback { turn: 4 }, Offer::Rematch];
        let mut all = vec![
            FromClient::Subscribe {
                tokens: vec!["a".to_owned()],
                since: Some(9),
                form: ViewFormat::Text,
                name: Some("Ada".to_owned()),
                client: Some("c".to_owned()),
                account: false,
            },
            FromClient::Act { ack, at: 3, seat: seat.clone(), action: action.clone() },
            FromClient::Undo { ack, at: 3, seat: seat.clone() },
            FromClient::Resign { ack, seat: seat.clone() },
            FromClient::Claim { ack, at, seat: seat.clone(), claim: Claim::Gone },
            FromClient::Uncover { ack, seat: seat.clone() },
            FromClient::Chat {
                ack,
                seat: None,
                say: ChatPost { room: ChatChannel::Players, text: "hello".to_owned() },
            },
            FromClient::Ally { ack, seat: seat.clone(), step: AllianceStep::Accept { seat: seat.clone() } },
            FromClient::Explain { ack, seat: seat.clone(), action },
            FromClient::Cancel { ack, seat: seat.clone() },
            FromClient::Ping { n: 5 },
        ];
        for offer in offers {
            let nonce = Some("n".to_owned());
            all.push(FromClient::Offer { ack, at, seat: seat.clone(), offer, nonce });
            all.push(FromClient::Decline { ack, at: None, seat: seat.clone(), offer });
        }
        all
    }

    #[test]
    fn every_message_of_the_wire_is_read_as_the_server_reads_it() {
        for message in messages() {
            let text = serde_json::to_string(&message).unwrap();
            let expected = (!is_for_others(&message)).then_some(message);
            assert_eq!(read(&text), Ok(expected), "{text}");
        }
    }

    #[test]
    fn an_unknown_message_is_refused() {
        assert!(read(r#"{"t":"dance"}"#).is_err());
        assert!(read("nonsense").is_err());
    }
}
