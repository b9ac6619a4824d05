"""accept: a match at equal time between a net and the evaluation that it would replace."""

import re
import subprocess

from . import program


def add_command(commands):
    parser = commands.add_parser("accept", help=__doc__)
    parser.add_argument("game", help="with its options after a colon")
    parser.add_argument("net", help="the file of the new net")
    parser.add_argument("--against", default="embedded", help="embedded, classical or a net")
    parser.add_argument("--time", type=int, default=100, help="milliseconds per action")
    parser.add_argument("--games", type=int, default=2000)
    parser.add_argument("--concurrency", type=int, default=1)
    parser.add_argument("--openings", type=int, help="random actions at the start, if not the game's usual number")
    parser.add_argument("--balanced", type=int, default=2000, help="nodes of the search that rejects decided openings")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--sprt", nargs=2, metavar=("ELO0", "ELO1"), help="stop when this test is decided")
    parser.set_defaults(run=run)


def run(arguments):
    reason = refusal(play(arguments))
    if reason:
        raise SystemExit(f"refused: {reason}")
    print("accepted")


def play(arguments):
    """Plays the match, prints its score and gives it back."""
    player = f"time:{arguments.time}?eval="
    command = ["match", arguments.game]
    command += ["--player", player + arguments.net + "&name=new"]
    command += ["--player", player + arguments.against + "&name=old"]
    for option in ("games", "concurrency", "openings", "balanced", "seed"):
        if getattr(arguments, option) is not None:
            command += [f"--{option}", str(getattr(arguments, option))]
    if arguments.sprt:
        command += ["--sprt", *arguments.sprt]
    output = program.run(*command, stdout=subprocess.PIPE)
    print(output, end="", flush=True)
    return output


def refusal(output):
    """Why a match does not prove that the new net is stronger; None if it does.

    The sequential test decides if it came to a verdict. Otherwise the lower bound of the 95 % interval must be
    above one half.
    """
    verdict = re.search(r"^SPRT .*: (confirmed|refuted|open),", output, re.MULTILINE)
    if verdict and verdict.group(1) == "confirmed":
        return None
    if verdict and verdict.group(1) == "refuted":
        return "the sequential test refuted the net"
    low = lower_bound(output)
    if low > 50:
        return None
    return f"the lower bound of the 95 % interval is {low:.1f} %; it must be above 50 %"


def lower_bound(output):
    """The lower bound of the first player's points in per cent, as the match's table has it."""
    lines = (line for line in output.splitlines() if line.lstrip().startswith("new"))
    found = re.search(r"\((\d+\.\d) % ± (\d+\.\d)\)", next(lines, ""))
    if not found:
        raise SystemExit("the output of menagerie match has no score with an interval")
    points, margin = found.groups()
    return float(points) - float(margin)
