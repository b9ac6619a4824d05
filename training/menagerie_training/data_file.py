"""The header and the blocks of a file of training data, as crates/engine/src/selfplay/data_file.rs describes them."""

import re
import struct
import zlib

from .inputs import Inputs, checked_layout

MAGIC = b"MNGDATA1"
HEADER = struct.Struct("<8s16sQHBBI")
# Much more than any header has.
LONGEST_HEADER = 1 << 20
# Length, checksum, and how many games, positions, rows and features.
BLOCK_HEAD = struct.Struct("<2I4I")
# The end of the header's text: the program's version and, if the program knows it, its commit.
PROGRAM = re.compile(r"; program [^;()]*\(([^ ()]+)[^()]*\)$")


def read_header(content, path):
    """The inputs and the text of a file of training data, and where its blocks begin."""
    if content[:8] != MAGIC or len(content) < HEADER.size:
        raise SystemExit(f"{path} is not a file of training data")
    _, game, hash_, features, buckets, layout, length = HEADER.unpack_from(content)
    begin = HEADER.size + length
    if begin > len(content):
        raise SystemExit(f"{path} is damaged: it ends inside its header")
    try:
        game, text = game.rstrip(b"\0").decode(), content[HEADER.size : begin].decode()
    except UnicodeDecodeError:
        raise SystemExit(f"{path} is damaged: its header is not UTF-8") from None
    return Inputs(game, hash_, features, buckets, checked_layout(layout, path)), text, begin


def read_text(path):
    """The text of a file's header."""
    with open(path, "rb") as file:
        _, text, _ = read_header(file.read(LONGEST_HEADER), path)
    return text


def read_blocks(content, begin, path):
    """The content of each block. An unfinished block at the end is left out; all other damage is refused.

    A wrong length could reach beyond the end of the file and make finished blocks look unfinished. So it must
    also be the length that follows from the counts.
    """
    while begin + BLOCK_HEAD.size <= len(content):
        length, checksum, games, positions, rows, features = BLOCK_HEAD.unpack_from(content, begin)
        block = content[begin + 8 : begin + 8 + length]
        is_whole = len(block) == length
        fits = length == 16 + 12 * games + 2 * positions + 7 * rows + 2 * features
        if not fits or (is_whole and zlib.crc32(block) != checksum):
            raise SystemExit(f"{path} is damaged: the block of games at byte {begin} has a wrong length or checksum")
        if not is_whole:
            return
        yield block
        begin += 8 + length


def commits(texts):
    """The commits of the programs that played the games, by the texts of the files; None if one is not known."""
    found = [PROGRAM.search(text) for text in texts]
    if not found or None in found:
        return None
    return ", ".join(dict.fromkeys(match.group(1) for match in found))
