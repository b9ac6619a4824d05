"""One command for each step: generate, train, quantise, accept; and `rounds` for all of them."""

import argparse
import sys

from . import accept, generate, quantise, rounds, train


def main():
    # The encoding of the program's own output, whatever the locale's is.
    for stream in (sys.stdout, sys.stderr):
        stream.reconfigure(encoding="utf-8")
    parser = argparse.ArgumentParser(prog="menagerie_training", description=__doc__)
    commands = parser.add_subparsers(required=True, metavar="COMMAND")
    for module in (generate, train, quantise, accept, rounds):
        module.add_command(commands)
    arguments = parser.parse_args()
    arguments.run(arguments)


if __name__ == "__main__":
    main()
