"""rounds: several rounds of self-play for several games, each round with the nets of the last."""

import subprocess
import sys
from argparse import Namespace
from pathlib import Path
from threading import Thread

from . import generate
from .recipe import current_commit


def add_command(commands):
    parser = commands.add_parser("rounds", help=__doc__)
    parser.add_argument("games", nargs="+")
    parser.add_argument("--folder", required=True, help="where data and nets are written")
    parser.add_argument("--seconds", type=int, nargs="+", default=[60], help="of self-play, for each round")
    parser.add_argument("--first-round", type=int, default=1)
    parser.add_argument("--eval", default="classical", help="the evaluation of the first round")
    parser.add_argument("--threads", type=int)
    parser.add_argument("--commit", help="the commit that made the data; the checked-out one if not given")
    parser.set_defaults(run=run)


def run(arguments):
    folder = Path(arguments.folder)
    folder.mkdir(parents=True, exist_ok=True)
    commit = arguments.commit or current_commit()
    for index, seconds in enumerate(arguments.seconds):
        number = arguments.first_round + index
        trainings = []
        for game in arguments.games:
            before = folder / f"{game}-{number - 1}.net"
            eval_ = str(before) if before.exists() else arguments.eval
            play(game, folder, number, seconds, eval_, arguments.threads)
            # Training needs the graphics card, self-play the cores: the next game begins at once.
            trainings.append(train(game, folder, number, commit))
        for training in trainings:
            training.join()


def play(game, folder, number, seconds, eval_, threads):
    print(f"== {game}: round {number}, {seconds} s with {eval_}", flush=True)
    generate.run(
        Namespace(
            game=game,
            output=str(folder / f"{game}-{number}.data"),
            games=10**9,
            seconds=seconds,
            eval=eval_,
            seed=number,
            threads=threads,
            nodes=None,
        )
    )


def train(game, folder, number, commit):
    """Trains on the data of all rounds, in the background; the output goes to a file."""
    data = [folder / f"{game}-{round_}.data" for round_ in range(1, number + 1)]
    name = folder / f"{game}-{number}"
    step = [sys.executable, "-m", "menagerie_training"]
    fit = [*step, "train", *(str(path) for path in data if path.exists())]
    fit += ["--output", f"{name}.pt"]
    quantise = [*step, "quantise", f"{name}.pt", "--output", f"{name}.net"]
    quantise += ["--round", str(number), "--commit", commit]
    training = Thread(target=run_steps, args=([fit, quantise], f"{name}.log"))
    training.start()
    return training


def run_steps(steps, log):
    with open(log, "w") as file:
        for step in steps:
            subprocess.run(step, check=True, stdout=file, stderr=file)
