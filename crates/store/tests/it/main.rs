//! The store's promises, checked on real databases. `suite.rs` lists the checks that hold for every database; the other
//! files check what is particular to files on a disk, and to several nodes on one database server.

mod accounts;
mod answers;
mod appends;
mod challenges;
mod cluster;
mod commitments;
mod crash;
mod files;
mod fixture;
mod hostile;
mod lobby;
mod order;
#[cfg(feature = "postgres")]
mod postgres;
mod ratings;
mod seeks;
mod suite;
mod tables;
mod talk;
mod wishes;
