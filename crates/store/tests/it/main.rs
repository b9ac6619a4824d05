//! The store's promises, checked on real databases. `suite.rs` lists the checks that hold for every database; the other
//! files check what is particular to files on a disk.

mod accounts;
mod appends;
mod crash;
mod files;
mod fixture;
mod hostile;
mod order;
mod ratings;
mod suite;
mod tables;
mod talk;
