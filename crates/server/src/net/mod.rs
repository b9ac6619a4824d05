//! The network edge: listener, timeouts, guard middleware, origin check, WebSocket.

pub(crate) mod close_code;
pub(crate) mod guard;
pub(crate) mod hello;
pub(crate) mod listener;
pub(crate) mod origin;
pub(crate) mod request_log;
pub(crate) mod request_timeout;
pub(crate) mod session;
pub(crate) mod socket;
pub(crate) mod upgrade;
pub(crate) mod visitor;
pub(crate) mod websocket;
pub(crate) mod write_timeout;
