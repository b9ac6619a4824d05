//! Close codes: why the server closes a WebSocket (RFC 6455, section 7.4.1).

use menagerie_wire::{Code, Refused};
use tungstenite::Utf8Bytes;
use tungstenite::protocol::CloseFrame;

/// A close frame's reason has at most 123 bytes: 30 characters of any alphabet fit.
const MAX_REASON: usize = 30;

/// The reason for closing a connection. Clients may always reconnect; the same fault is refused again.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum CloseReason {
    /// The server shuts down. Clients reconnect, to this server or another node.
    Shutdown,
    /// The operator banned the client's address or account.
    Banned,
    /// The session or API token by which the client plays was revoked.
    SignedOut,
    /// The client kept exceeding the message rate limit.
    TooFast,
    /// A message was far over the size limit.
    TooBig,
    /// The client did not answer pings (heartbeat timeout).
    Silent,
    /// The client is too slow: its outgoing queue is full.
    Slow,
}

impl CloseReason {
    pub(crate) fn frame(self) -> CloseFrame {
        let (code, reason): (u16, _) = match self {
            Self::Shutdown => (1001, "the server is shutting down"),
            Self::Banned => (1008, "banned by the operator"),
            Self::SignedOut => (1008, "the session has ended"),
            Self::TooFast => (1008, "too many messages"),
            Self::TooBig => (1009, "the message is too large"),
            Self::Silent => (1008, "no answer to pings"),
            Self::Slow => (1008, "messages were not read"),
        };
        CloseFrame { code: code.into(), reason: Utf8Bytes::from_static(reason) }
    }
}

/// The close frame after a refused hello.
pub(crate) fn frame_of(refused: &Refused, server_ends: bool) -> CloseFrame {
    let code: u16 = match refused.code {
        _ if server_ends => return CloseReason::Shutdown.frame(),
        // Internal error.
        Code::Trouble => 1011,
        _ => 1008,
    };
    CloseFrame { code: code.into(), reason: refused.error.chars().take(MAX_REASON).collect::<String>().into() }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::error::refused;

    #[test]
    fn every_reason_fits_into_a_frame_and_says_whose_fault_it_is() {
        let frame = |code, ends| frame_of(&refused(code, "\u{1F984}".repeat(300)), ends);
        for frame in [frame(Code::NotAllowed, false), frame(Code::Trouble, false), CloseReason::Slow.frame()] {
            assert!(frame.reason.len() <= 123, "{frame:?}");
        }
        assert_eq!(u16::from(frame(Code::NotAllowed, false).code), 1008);
        assert_eq!(u16::from(frame(Code::Trouble, false).code), 1011);
        assert_eq!(u16::from(frame(Code::Trouble, true).code), 1001, "during a shutdown the client reconnects");
    }
}
