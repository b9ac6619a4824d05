//! The 5×5 drop chess with spears and generals.
