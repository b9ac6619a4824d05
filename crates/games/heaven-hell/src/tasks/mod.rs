//! The tasks of the pending list (heaven-hell/4.2): what happens by itself, what is offered, what an answer does.

mod answer;
mod automatic;
mod options;
mod sizes;
