"""How each game is played and trained: recipes.json."""

import json
import os
from pathlib import Path

PROGRAM = os.environ.get("MENAGERIE", "menagerie")
FOLDER = Path(__file__).parent.parent


def recipe(game):
    """The recipe of a game: its own entries over those of `default`."""
    recipes = json.loads((FOLDER / "recipes.json").read_text())
    return {"starts": [game], **recipes["default"], **recipes.get(game, {})}
