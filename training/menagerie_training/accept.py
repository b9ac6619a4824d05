"""accept: a match at equal time between a net and the evaluation that it would replace."""

import re
import subprocess

from .recipe import PROGRAM


def add_command(commands):
    parser = commands.add_parser("accept", help=__doc__)
    parser.add_argument("game", help="with its options after a colon")
    parser.add_argument("net", help="the file of the new net")
    parser.add_argument("--against", default="embedded", help="embedded, classical or a net")
    parser.add_argument("--time", type=int, default=100, help="milliseconds per action")
    parser.add_argument("--games", type=int, default=2000)
    parser.add_argument("--concurrency", type=int, default=1)
    parser.add_argument("--openings", type=int, default=4, help="random actions at the start")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--sprt", nargs=2, metavar=("ELO0", "ELO1"), help="stop when this test is decided")
    parser.set_defaults(run=run)


def run(arguments):
    points = play(arguments)
    if points <= 0.5:
        raise SystemExit("refused: the net does not score more than half of the points")
    print("accepted")


def play(arguments):
    """Plays the match, prints its score, and gives the share of the points."""
    player = f"time:{arguments.time}?eval="
    command = [PROGRAM, "match", arguments.game]
    command += ["--player", player + arguments.net + "&name=new"]
    command += ["--player", player + arguments.against + "&name=old"]
    for option in ("games", "concurrency", "openings", "seed"):
        command += [f"--{option}", str(getattr(arguments, option))]
    if arguments.sprt:
        command += ["--sprt", *arguments.sprt]
    output = subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True).stdout
    print(output, end="", flush=True)
    return share_of_points(output)


def share_of_points(output):
    """The first player's share, as the match's table has it."""
    line = next(line for line in output.splitlines() if line.lstrip().startswith("new"))
    return float(re.search(r"(\d+(?:\.\d+)?) ?%", line).group(1)) / 100
