//! The hello: the first message of a WebSocket, which says whose seats the connection plays.

use menagerie_table::secret::Digest;
use menagerie_table::{Subscription, names};
use menagerie_wire::{Code, FromClient, Refused};
use tokio::time::timeout;
use tungstenite::Message;

use crate::accounts::identity::PLAY;
use crate::app::App;
use crate::error::refused;
use crate::net::close_code::CloseReason;
use crate::net::session::is_oversized;
use crate::net::websocket::{Client, ClientSocket, TIMEOUT, parse, too_long};

/// The longest client id in a hello, in characters.
const MAX_CLIENT_ID: usize = 40;
/// The most seats on one screen: those of the largest game.
const MAX_TOKENS: usize = 4;

/// A refused hello: the refusal, and the close reason if it is not the default.
pub(crate) struct RejectedHello {
    pub(crate) refused: Refused,
    pub(crate) close: Option<CloseReason>,
}

impl From<Refused> for RejectedHello {
    fn from(refused: Refused) -> Self {
        Self { refused, close: None }
    }
}

/// Waits for the hello, with a timeout.
pub(crate) async fn hello(client: &Client, socket: &mut ClientSocket) -> Result<Subscription, RejectedHello> {
    let patience = client.app.config.limits.patience.min(TIMEOUT);
    let first = timeout(patience, first_message(&client.app, socket)).await.map_err(|_| no_hello())??;
    Ok(check_hello(first, client)?)
}

fn no_hello() -> Refused {
    refused(Code::Malformed, "the first message of a connection is a hello")
}

async fn first_message(app: &App, socket: &mut ClientSocket) -> Result<FromClient, RejectedHello> {
    loop {
        match socket.next().await {
            Ok(Message::Text(text)) => return Ok(parse(app, &text)?),
            Ok(Message::Ping(_) | Message::Pong(_)) => {}
            Err(error) if is_oversized(&error) => {
                return Err(RejectedHello { refused: too_long(app), close: Some(CloseReason::TooBig) });
            }
            _ => return Err(no_hello().into()),
        }
    }
}

/// Checks a hello.
fn check_hello(message: FromClient, from: &Client) -> Result<Subscription, Refused> {
    let FromClient::Subscribe { tokens, since, form, name, client, account } = message else {
        return Err(no_hello());
    };
    if tokens.len() > MAX_TOKENS {
        return Err(refused(Code::TooMuch, "too many tokens"));
    }
    if client.as_ref().is_some_and(|word| word.chars().count() > MAX_CLIENT_ID) {
        return Err(refused(Code::TooMuch, format!("a client id has at most {MAX_CLIENT_ID} characters")));
    }
    let name = name.map(|name| names::name(&name)).transpose()?;
    // A repeated token counts once.
    let once = tokens.iter().enumerate().filter(|(index, token)| !tokens[..*index].contains(token));
    let tokens = once.map(|(_, token)| Digest::of(token)).collect();
    let account = account.then(|| from.me.allowed(PLAY).map(|account| account.name.clone())).transpose();
    let account = account.map_err(|error| error.refused)?;
    let from = Some(from.address.0);
    Ok(Subscription { tokens, since, form, name, client, account, from, ..Subscription::default() })
}
