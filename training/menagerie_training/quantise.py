"""quantise: writes a trained net as the file that the program reads (crates/net/src/file.rs)."""

from .torch_module import torch_module


def add_command(commands):
    parser = commands.add_parser("quantise", help=__doc__)
    parser.add_argument("trained", help="the file that train wrote")
    parser.add_argument("--output", required=True, help="the file of the net")
    parser.add_argument("--commit", help="the commit that made the data, if the data does not name it")
    parser.add_argument("--round", type=int, default=1, help="the number of rounds of self-play so far")
    parser.set_defaults(run=run)


def run(arguments):
    torch_module("net_file").quantise(arguments)
