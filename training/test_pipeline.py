"""The whole pipeline with tiny numbers on a CPU: `cargo xtask training` runs it.

It checks that each step reads what the step before wrote, that a run of self-play continues where it
was stopped, that the net names the commit of the program that played, that the program computes the
scores that PyTorch computes, and that a damaged or foreign net is refused.
"""

import json
import re
import subprocess
import sys
import tempfile
from pathlib import Path

import torch

from menagerie_training import data as data_module
from menagerie_training import net_file
from menagerie_training.inputs import Inputs
from menagerie_training.model import Net
from menagerie_training.program import PROGRAM

# One game for each layout of a net.
GAMES = {"shogi5": 60, "djambi": 12}
STEP = [sys.executable, "-m", "menagerie_training"]
# Hundredths: rounding to 16 bits changes a score by less.
TOLERANCE = 25


def main():
    commit = commit_of_program()
    with tempfile.TemporaryDirectory() as folder:
        nets = [pipeline(game, games, Path(folder), commit) for game, games in GAMES.items()]
        no_time(Path(folder))
        refused(nets[0], nets[1])
    print("the training pipeline works")


def step(*words):
    subprocess.run([*STEP, *map(str, words)], check=True)


def step_output(*words):
    return output([*STEP, *words])


def program(*words):
    return output([PROGRAM, *words])


def output(command):
    """The exit status, the standard output and the standard error of a command."""
    result = subprocess.run(list(map(str, command)), capture_output=True, encoding="utf-8", check=False)
    return result.returncode, result.stdout, result.stderr


def commit_of_program():
    """The commit that the program names: `menagerie 0.1.0 (0123456789 2026-01-01)`."""
    _, version, _ = program("--version")
    found = re.search(r"\((\S+) \S+\)$", version.strip())
    if not found:
        raise SystemExit("the program names no commit: build it with MENAGERIE_COMMIT='0123456789 2026-01-01'")
    return found.group(1)


def pipeline(game, games, folder, commit):
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
    # The commit is not given: it comes from the header that the program has written.
    step("quantise", trained, "--output", net, "--round", 3)
    note = json.loads(net_file.read(net)["note"])
    assert (note["round"], note["commit"]) == (3, commit), note
    code, shown, error = program("net", net)
    assert code == 0 and game in shown and f'"commit": "{commit}"' in shown, (shown, error)
    same_scores(read, torch.load(trained), net)
    player = f"nodes:50?eval={net}&name=new"
    code, score, error = program("match", game, "--player", player, "--player", "nodes:50", "--games", 2)
    assert code == 0 and "new" in score, error
    accepted_or_refused(game, net)
    accepted_or_refused(game, net, "--sprt", 0, 200)
    return net


def accepted_or_refused(game, net, *options):
    """A short match ends with one of the two verdicts, so the score that the program prints is understood."""
    limits = ("--games", 2, "--time", 1, "--balanced", 50, "--concurrency", 2, "--against", "classical")
    code, score, error = step_output("accept", game, net, *limits, *options)
    accepted = code == 0 and score.endswith("\naccepted\n")
    refused = code == 1 and error.splitlines()[-1].startswith("refused: the ")
    assert accepted or refused, (code, score, error)
    assert score.startswith("new ") and ("SPRT " in score) == bool(options), score


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


def no_time(folder):
    """A run of zero seconds is refused by the program and does not play without end."""
    generate = ("generate", "shogi5", "--output", folder / "none.data", "--games", 1)
    for option in ("--seconds", "--threads"):
        code, _, error = step_output(*generate, option, 0)
        assert code == 1 and f"invalid value '0' for '{option} " in error, (code, error)


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
