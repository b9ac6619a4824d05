"""rounds: several rounds of self-play for several games, each round with the nets of the last."""

import subprocess
import sys
from argparse import Namespace
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from . import data_file, generate


def add_command(commands):
    parser = commands.add_parser("rounds", help=__doc__)
    parser.add_argument("games", nargs="+")
    parser.add_argument("--folder", required=True, help="where data and nets are written")
    parser.add_argument("--seconds", type=int, nargs="+", default=[60], help="of self-play, for each round")
    parser.add_argument("--first-round", type=int, default=1)
    parser.add_argument(
        "--eval",
        help="the evaluation of the first round that is played; if not given, classical in round 1, "
        "and in later rounds the net of the round before in the folder",
    )
    parser.add_argument("--threads", type=int)
    parser.add_argument("--commit", help="the commit that made the data, if the data does not name it")
    parser.set_defaults(run=run)


def run(arguments):
    folder = Path(arguments.folder)
    folder.mkdir(parents=True, exist_ok=True)
    evals = {game: first_eval(game, folder, arguments) for game in arguments.games}
    for number, seconds in enumerate(arguments.seconds, arguments.first_round):
        trainings = {}
        with ThreadPoolExecutor(len(evals)) as pool:
            for game, eval_ in evals.items():
                play(game, folder, number, seconds, eval_, arguments.threads)
                # Training needs the graphics card, self-play the cores: the next game begins at once.
                trainings[game] = pool.submit(train, game, folder, number, arguments.commit)
        failures = [str(training.exception()) for training in trainings.values() if training.exception()]
        if failures:
            raise SystemExit("\n".join(failures))
        # Only nets of this run: the folder may hold those of an earlier one.
        evals = {game: training.result() for game, training in trainings.items()}


def file_name(game, number):
    """The name of a round's files without their ending: `djambi:3` has `djambi_3-1`. Windows allows no colon."""
    return f"{game.replace(':', '_')}-{number}"


def first_eval(game, folder, arguments):
    """The evaluation of the first round that is played."""
    if arguments.eval:
        return arguments.eval
    if arguments.first_round == 1:
        return "classical"
    net = folder / f"{file_name(game, arguments.first_round - 1)}.net"
    if not net.exists():
        raise SystemExit(f"{net} is missing. Round {arguments.first_round} begins with it, unless --eval is given.")
    return str(net)


def play(game, folder, number, seconds, eval_, threads):
    print(f"== {game}: round {number}, {seconds} s with {eval_}", flush=True)
    generate.run(
        Namespace(
            game=game,
            output=str(folder / f"{file_name(game, number)}.data"),
            games=10**9,
            seconds=seconds,
            eval=eval_,
            seed=number,
            threads=threads,
            nodes=None,
        )
    )


def train(game, folder, number, commit):
    """Trains on the data of all rounds; the output goes to a file. Gives back the path of the net."""
    paths = [folder / f"{file_name(game, round_)}.data" for round_ in range(1, number + 1)]
    data = [path for path in paths if path.exists()]
    name = folder / file_name(game, number)
    trained, net = f"{name}.pt", f"{name}.net"
    # The net's note needs it. Without it the last step would fail, after all the work. Nothing is deleted before.
    if not commit and not data_file.commits(data_file.read_text(path) for path in data):
        raise SystemExit(f"the data of {game} does not name the program's commit: give it with --commit")
    # Otherwise a training that fails leaves the net of an earlier run, and a later run begins with it.
    for stale in (trained, net):
        Path(stale).unlink(missing_ok=True)
    step = [sys.executable, "-m", "menagerie_training"]
    fit = [*step, "train", *map(str, data)]
    fit += ["--output", trained]
    quantise = [*step, "quantise", trained, "--output", net, "--round", str(number)]
    if commit:
        quantise += ["--commit", commit]
    run_steps([fit, quantise], f"{name}.log", f"the training of {game} in round {number}")
    return net


def run_steps(steps, log, what):
    with open(log, "wb") as file:
        for step in steps:
            if subprocess.run(step, check=False, stdout=file, stderr=file).returncode:
                raise SystemExit(f"{what} failed; the reason is in {log}")
