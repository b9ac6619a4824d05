"""The whole pipeline with tiny numbers on a CPU: `cargo xtask training` runs it.

It checks that each step reads what the step before wrote, that a run of self-play continues where it
was stopped, that the program computes the scores that PyTorch computes, and that a damaged or foreign
net is refused.
"""

import subprocess
import sys
import tempfile
from pathlib import Path

import torch

from menagerie_training import data as data_module
from menagerie_training.inputs import Inputs
from menagerie_training.model import Net
from menagerie_training.program import PROGRAM

# One game for each layout of a net.
GAMES = {"shogi5": 60, "djambi": 12}
# Hundredths: rounding to 16 bits changes a score by less.
TOLERANCE = 25


def main():
    with tempfile.TemporaryDirectory() as folder:
        nets = [pipeline(game, games, Path(folder)) for game, games in GAMES.items()]
        refused(nets[0], nets[1])
    print("the training pipeline works")


def step(*words):
    subprocess.run([sys.executable, "-m", "menagerie_training", *map(str, words)], check=True)


def program(*words):
    result = subprocess.run([PROGRAM, *map(str, words)], capture_output=True, encoding="utf-8", check=False)
    return result.returncode, result.stdout, result.stderr


def pipeline(game, games, folder):
    """Makes a tiny net of a game and checks it."""
    data, trained, net = (folder / f"{game}.{end}" for end in ("data", "pt", "net"))
    generate = ("generate", game, "--output", data, "--nodes", 40, "--threads", 2)
    step(*generate, "--games", games // 2)
    half = data_module.read([data])
    # A block that was cut off is played again.
    data.write_bytes(data.read_bytes()[:-5])
    step(*generate, "--games", games)
    read = data_module.read([data])
    assert half.games == games // 2 and read.games == games, (half.games, read.games)
    assert len(set(read.game_of_position.tolist())) <= games
    step("train", data, "--output", trained, "--width", 32, "--epochs", 2, "--batch", 256, "--classical")
    # A debug build does not know its commit.
    step("quantise", trained, "--output", net, "--commit", "test")
    code, shown, error = program("net", net)
    assert code == 0 and game in shown, error
    same_scores(read, torch.load(trained), net)
    player = f"nodes:50?eval={net}&name=new"
    code, score, error = program("match", game, "--player", player, "--player", "nodes:50", "--games", 2)
    assert code == 0 and "new" in score, error
    return net


def same_scores(read, trained, file):
    """The program and PyTorch give the same scores to the first lines of the data."""
    inputs = Inputs(**trained["inputs"])
    net = Net(inputs, trained["width"], trained["scale"], True)
    net.load_state_dict(trained["state"])
    lines = torch.from_numpy(read.padded()).int()
    for first in range(0, 40, inputs.perspectives):
        rows = lines[first : first + inputs.perspectives]
        bucket = first % inputs.buckets
        with torch.no_grad():
            logits = net(rows[None], torch.tensor([bucket]), torch.zeros(1))[0]
        expected = (logits * round(trained["scale"])).tolist()
        words = ["net", file, "--bucket", bucket]
        for row in rows:
            active = [str(int(feature)) for feature in row if feature < inputs.features]
            words += ["--features", ",".join(active)]
        code, shown, error = program(*words)
        assert code == 0, error
        found = list(map(int, shown.split("\n  score ")[1].split()))
        assert len(found) == len(expected), (found, expected)
        assert all(abs(one - other) < TOLERANCE for one, other in zip(found, expected)), (found, expected)


def refused(first, second):
    """A net of another game and a truncated net are refused with the reason."""
    player = ("match", "shogi5", "--games", 2, "--player", "nodes:50", "--player")
    code, _, error = program(*player, f"nodes:50?eval={second}")
    assert code == 2 and "this net is for djambi, not for shogi5" in error, error
    first.write_bytes(first.read_bytes()[:-9])
    code, _, error = program(*player, f"nodes:50?eval={first}")
    assert code == 2 and "truncated" in error, error


if __name__ == "__main__":
    main()
