"""The file of a net that the program reads (crates/net/src/file.rs): writes and reads it."""

import json
import struct
from pathlib import Path

import numpy as np
import torch

from .data_file import commits
from .inputs import Inputs, checked_layout

MAGIC = b"MNGNET01"
ACTIVATION_ONE, OUTPUT_ONE, SHARE_ONE = 181, 256, 256
# A sum of squared activations times weights must fit 32 bits.
OUTPUT_SUM_LIMIT = (2**31 - 1) // ACTIVATION_ONE**2


def quantise(arguments):
    trained = torch.load(arguments.trained, map_location="cpu")
    commit = arguments.commit or commits(trained["note"]["data"])
    if not commit:
        raise SystemExit(f"the data of {arguments.trained} does not name the program's commit: give it with --commit")
    note = {"round": arguments.round, "commit": commit, **trained["note"]}
    content = quantised(trained, json.dumps(note))
    Path(arguments.output).write_bytes(content)
    (checksum,) = struct.unpack("<Q", content[-8:])
    print(f"{arguments.output}: {len(content)} bytes, hash {checksum:016x}")


def quantised(trained, note):
    """The bytes of the file."""
    inputs, state = Inputs(**trained["inputs"]), trained["state"]
    weights = whole(state["features.weight"][: inputs.features], ACTIVATION_ONE)
    bias = whole(state["bias"], ACTIVATION_ONE)
    output = whole(state["output.weight"], OUTPUT_ONE)
    one = ACTIVATION_ONE**2 * OUTPUT_ONE
    output_bias = (state["output.bias"].double() * one).round().numpy().astype("<i4")
    if np.abs(output.astype(np.int64)).sum(1).max() > OUTPUT_SUM_LIMIT:
        raise SystemExit("the output's weights are too large: train with a smaller learning rate")
    body = MAGIC + struct.pack(
        "<16sQHHBBHiI",
        inputs.game.encode(),
        inputs.hash,
        inputs.features,
        trained["width"],
        inputs.buckets,
        inputs.layout,
        round(float(state["share"]) * SHARE_ONE),
        round(trained["scale"]),
        len(note.encode()),
    )
    body += note.encode()
    body += b"".join(part.astype("<i2").tobytes() for part in (weights, bias, output))
    body += output_bias.tobytes()
    return body + struct.pack("<Q", fnv(body))


def whole(weights, one):
    """Weights in whole numbers of 16 bits."""
    limit = 2**15 - 1
    return (weights.double() * one).round().clamp(-limit, limit).numpy().astype(np.int16)


def fnv(content):
    """Fowler-Noll-Vo (1a) with 64 bits."""
    number = 0xCBF29CE484222325
    for byte in content:
        number = (number ^ byte) * 0x100000001B3 & 0xFFFFFFFFFFFFFFFF
    return number


def read(path):
    """A net as `train` keeps it, to go on training: the weights of a file in floating point."""
    content = Path(path).read_bytes()
    if content[:8] != MAGIC or struct.pack("<Q", fnv(content[:-8])) != content[-8:]:
        raise SystemExit(f"{path} is not a net, or it is damaged")
    fields = "<16sQHHBBHiI"
    game, hash_, features, width, buckets, layout, share, scale, note = struct.unpack_from(fields, content, 8)
    inputs = Inputs(game.rstrip(b"\0").decode(), hash_, features, buckets, checked_layout(layout, path))
    begin = 8 + struct.calcsize(fields)
    text, begin = content[begin : begin + note].decode(), begin + note
    parts = []
    outputs = buckets * inputs.scores
    for rows, columns in ((features, width), (1, width), (outputs, inputs.perspectives * width)):
        parts.append(np.frombuffer(content, "<i2", rows * columns, begin).reshape(rows, columns))
        begin += 2 * rows * columns
    bias = np.frombuffer(content, "<i4", outputs, begin)
    real = lambda numbers, one: torch.from_numpy(numbers.astype(np.float32) / np.float32(one))
    unused = torch.zeros(1, width)
    state = {
        "features.weight": torch.cat([real(parts[0], ACTIVATION_ONE), unused]),
        "bias": real(parts[1][0], ACTIVATION_ONE),
        "output.weight": real(parts[2], OUTPUT_ONE),
        "output.bias": real(bias, ACTIVATION_ONE**2 * OUTPUT_ONE),
        "share": torch.tensor(share / SHARE_ONE),
    }
    return {"inputs": inputs, "width": width, "scale": float(scale), "note": text, "state": state}
