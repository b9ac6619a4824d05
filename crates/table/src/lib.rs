//! The pure core of a table at which people play: a state machine without input, output, tasks or a clock.
//!
//! [`LiveTable`] says what to append to the event log and what to tell which connection. The server's table task does the
//! appending and the telling. Everything here is a function of the table, its log and the commands that came in; time is an
//! argument.
//!
//! Reading order: [`table_info`] (what a table is), [`live_table`] (the state machine), [`command`] (what a client may ask
//! for), [`event_batch`] and [`commit`] (events before and after they are durable), [`seat_view`] and [`log_view`] (what each
//! seat may know).

pub mod alliances;
pub mod chat;
pub mod chat_rate;
pub mod clock;
pub mod command;
pub mod commit;
pub mod event_batch;
pub mod live_table;
pub mod log_view;
pub mod names;
pub mod offers;
pub mod open;
pub mod presence;
pub mod recent_answers;
pub mod refusal;
pub mod remote_presence;
pub mod seat_view;
pub mod secret;
pub mod snapshot;
pub mod subscribe;
pub mod table_info;

pub use chat::{CHAT_CHANNELS, CheckedChat};
pub use chat_rate::{CHAT_RATE, ChatRate};
pub use command::{Accepted, Command, spelled};
pub use event_batch::EventBatch;
pub(crate) use live_table::LoggedEvent;
pub use live_table::{CHANCE, ConnectionId, Delivery, Draw, LiveTable, StampedEvent, actor_name, author_name};
pub use log_view::{entries, event_text};
pub use offers::RematchVote;
pub use open::{LoadError, new_match};
pub use presence::Connection;
pub use recent_answers::IdempotencyKey;
pub use remote_presence::RemotePresence;
pub use seat_view::how_ended;
pub use subscribe::Subscription;
pub use table_info::{FirstAction, SeatAssignment, TableInfo};
