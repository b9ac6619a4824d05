"""generate: plays games for training with `menagerie selfplay`, by the game's recipe."""

from . import program
from .recipe import recipe


def add_command(commands):
    parser = commands.add_parser("generate", help=__doc__)
    parser.add_argument("game", help="with its options after a colon; without options, the starts of its recipe")
    parser.add_argument("--output", required=True, help="the file of training data")
    parser.add_argument("--games", type=int, default=1_000_000)
    parser.add_argument("--seconds", type=int, help="stop after this time")
    parser.add_argument("--eval", default="classical", help="classical, embedded or a net")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--threads", type=int, help="one for each core if not given")
    parser.add_argument("--nodes", type=int, help="the nodes of each search, if not the recipe's")
    parser.set_defaults(run=run)


def run(arguments):
    found = recipe(arguments.game)
    command = ["selfplay", *found["starts"], "--output", arguments.output]
    command += ["--nodes", str(found["nodes"] if arguments.nodes is None else arguments.nodes)]
    command += ["--openings", str(found["openings"]), "--random-every", str(found["random_every"])]
    command += ["--games", str(arguments.games), "--seed", str(arguments.seed), "--eval", arguments.eval]
    for option in ("seconds", "threads"):
        # The program refuses 0 with the reason.
        if getattr(arguments, option) is not None:
            command += [f"--{option}", str(getattr(arguments, option))]
    program.run(*command)
