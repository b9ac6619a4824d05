//! Computer players against each other.
