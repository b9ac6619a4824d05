"""train: fits a net to files of self-play."""

from .recipe import add_train_options
from .torch_module import torch_module


def add_command(commands):
    parser = commands.add_parser(
        "train", help=__doc__, epilog="Options that are not given are those of the game's entry in recipes.json."
    )
    parser.add_argument("data", nargs="+", help="files of menagerie selfplay, all of one game")
    parser.add_argument("--output", required=True, help="the file of the trained net in floating point")
    add_train_options(parser)
    parser.add_argument("--batch", type=int, default=16384)
    parser.add_argument("--start", help="a net to go on from; it decides width and scale")
    parser.add_argument("--seed", type=int, default=1)
    parser.set_defaults(run=run)


def run(arguments):
    torch_module("fit").run(arguments)
