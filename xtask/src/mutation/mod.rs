//! What `defences` and `mutants` share: a copy of the repository, edits behind switches, and programs of tests.

pub(crate) mod printed;
pub(crate) mod scratch;
pub(crate) mod switched;
pub(crate) mod switches;
pub(crate) mod test_program;
