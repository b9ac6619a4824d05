"""How each game is played and trained: recipes.json."""

import argparse
import json
from pathlib import Path

FOLDER = Path(__file__).parent.parent
# What holds if neither an option nor the recipe says otherwise.
DEFAULTS = {"width": 128, "epochs": 10.0, "rate": 2e-3, "result_share": 0.3, "classical": False, "scale": None}


def recipe(game):
    """The recipe of a game: its own entries over those of `default`.

    With options (`djambi:3`) it has the numbers of the game's recipe, and that start alone.
    """
    recipes = json.loads((FOLDER / "recipes.json").read_text(encoding="utf-8"))
    id_, _, options = game.partition(":")
    found = {"starts": [game], **recipes["default"], **recipes.get(id_, {})}
    return {**found, "starts": [game]} if options else found


def add_train_options(parser):
    """The options of `train` that a recipe can have. None of them has a value unless it is given."""
    parser.add_argument("--width", type=int, choices=(32, 64, 128, 256), help="the hidden neurons: 128 if not given")
    parser.add_argument("--epochs", type=float, help="the passes over the data")
    parser.add_argument("--rate", type=float, help="the highest learning rate: 0.002 if not given")
    parser.add_argument("--result-share", type=float, help="how much the result counts, from 0 to 1")
    parser.add_argument("--classical", action=argparse.BooleanOptionalAction, help="add the classical evaluation")
    parser.add_argument("--scale", type=scale, help="score of odds e to 1, from 1 to 10000; fitted if not given")


def scale(text):
    """A scale that the program accepts."""
    number = float(text)
    if not 1 <= number <= 10_000:
        raise argparse.ArgumentTypeError(f"{text} is not from 1 to 10000")
    return number


def complete_train_options(arguments, game):
    """Sets the options that were not given: from the game's recipe, or to the defaults."""
    parser = argparse.ArgumentParser()
    add_train_options(parser)
    from_recipe = vars(parser.parse_args(recipe(game)["train"]))
    for name, default in DEFAULTS.items():
        if getattr(arguments, name) is None:
            value = from_recipe[name]
            setattr(arguments, name, default if value is None else value)
