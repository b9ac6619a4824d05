"""What a net sees."""

from dataclasses import dataclass

# How hidden layers lead to scores: `Layout` in crates/net. 1 was a hidden layer for each seat; no program reads it.
PAIR, ALL_SEATS = 0, 2
# The most seats of a game.
MAX_SEATS = 4


@dataclass
class Inputs:
    """What a net sees: the same fields as `Inputs` in crates/net."""

    game: str
    hash: int
    features: int
    buckets: int
    layout: int

    @property
    def perspectives(self):
        return 2 if self.layout == PAIR else 1

    @property
    def scores(self):
        """How many scores a position gets."""
        return 1 if self.layout == PAIR else MAX_SEATS


def checked_layout(layout, path):
    """The layout, if this version knows it."""
    if layout not in (PAIR, ALL_SEATS):
        known = f"{PAIR} (two seats) and {ALL_SEATS} (all seats)"
        raise SystemExit(f"{path} has layout {layout}; this version reads {known}")
    return layout
