//! Integration tests of the store on real databases. `suite.rs` lists the checks that run on every database. The other
//! files check files on a disk, several nodes on one database server, and databases of earlier versions.

mod accounts;
mod appends;
mod challenges;
mod chat;
mod cluster;
mod commitments;
mod crash;
mod files;
mod fixture;
mod hostile;
mod idempotency;
mod lessons;
mod lobby;
mod moderation;
mod old_databases;
#[cfg(feature = "postgres")]
mod postgres;
mod puzzles;
mod ratings;
mod rematch_votes;
mod retention;
mod seeks;
mod studies;
mod suite;
mod tables;
