"""Reads the files that `menagerie selfplay` writes (crates/engine/src/selfplay/data_file.rs)."""

import struct
from dataclasses import dataclass

import numpy as np

from .data_file import read_blocks, read_header
from .inputs import ALL_SEATS, Inputs

# The score of a seat whose odds are e to 1, as the values in the files count it.
VALUE_SCALE = 400.0
# One game in this many is held out for validation.
HELD_OUT = 50


@dataclass
class Data:
    """The positions of some files. `rows` are the seats of positions, the one on turn first."""

    inputs: Inputs
    settings: list
    games: int
    game_of_position: np.ndarray
    buckets: np.ndarray
    seats: np.ndarray
    value: np.ndarray
    result: np.ndarray
    classical: np.ndarray
    counts: np.ndarray
    features: np.ndarray

    @property
    def positions(self):
        return len(self.buckets)

    def held_out(self):
        """Whether each position belongs to a game that is held out for validation."""
        return self.game_of_position % HELD_OUT == 0

    def padded(self):
        """One line of features for each perspective; the number of features marks unused places."""
        counts = self.counts
        if self.inputs.layout == ALL_SEATS:
            # Only the seat on turn has features.
            counts = counts[self.first_rows()]
        width = int(counts.max(initial=1))
        # 16 bits: there may be many lines, and no game has 32,768 features.
        lines = np.full((len(counts), width), self.inputs.features, np.int16)
        lines[np.arange(width) < counts[:, None]] = self.features
        return lines

    def first_rows(self):
        """Where the rows of each position begin."""
        return np.cumsum(self.seats, dtype=np.int64) - self.seats


def read(paths):
    """Reads files of one game. They must have been written for the same inputs."""
    inputs, settings, blocks = None, [], []
    for path in paths:
        with open(path, "rb") as file:
            content = file.read()
        found, text, begin = read_header(content, path)
        if inputs not in (None, found):
            raise SystemExit(f"{path} was written for other inputs than {paths[0]}")
        inputs = found
        settings.append(text)
        blocks.extend(columns_of(block) for block in read_blocks(content, begin, path))
    if not blocks:
        raise SystemExit("there are no games in " + ", ".join(map(str, paths)))
    columns = [np.concatenate(column) for column in zip(*blocks)]
    numbers, positions = columns[0], columns[1]
    share = np.float32(65535)
    return Data(
        inputs=inputs,
        settings=settings,
        games=len(numbers),
        game_of_position=np.repeat(numbers, positions),
        buckets=columns[2],
        seats=columns[3],
        value=columns[4] / share,
        result=columns[5] / share,
        classical=columns[6].astype(np.float32),
        counts=columns[7],
        features=columns[8],
    )


def columns_of(block):
    games, positions, rows, features = struct.unpack_from("<4I", block)
    shapes = [
        ("<u8", games),
        ("<u4", games),
        ("u1", positions),
        ("u1", positions),
        ("<u2", rows),
        ("<u2", rows),
        ("<i2", rows),
        ("u1", rows),
        ("<u2", features),
    ]
    begin, columns = 16, []
    for kind, count in shapes:
        columns.append(np.frombuffer(block, kind, count, begin))
        begin += np.dtype(kind).itemsize * count
    return columns
