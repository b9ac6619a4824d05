"""Every Python script of the documentation runs against our server, as its own head says.

A new script below `docs` fails this test until it has a line in `CHECKS`.
"""

import json
import os
import pathlib
import subprocess
import sys
import tempfile
import urllib.request

from server import server

DOCS = pathlib.Path(__file__).parents[4] / "docs"
LONGEST = 240


def run(script, *arguments):
    """Runs a script of the documentation and gives what it prints."""
    command = [sys.executable, str(DOCS / script), *arguments]
    done = subprocess.run(command, capture_output=True, text=True, timeout=LONGEST)
    assert done.returncode == 0, f"{script} failed: {done.stderr}"
    return done.stdout


def get(url):
    request = urllib.request.Request(url, headers={"Accept": "application/json"})
    return json.load(urllib.request.urlopen(request, timeout=30))


def played(url, *game):
    """Lets the bot play a game against the weakest level, and gives the table's id."""
    first, *events = run("bots/bot.py", url, "Bot", "correct horse battery", *game).splitlines()
    *events, last = events
    assert events, "the bot made no move"
    assert last.split()[0] != "started", f"the match is not over: {last}"
    return first.rsplit("/", 1)[1]


def bot(url):
    """With and without the game and the level; the second run signs in to the account of the first."""
    games = [game["id"] for game in get(f"{url}/api/games") if not game["chance"] and len(game["seats"]) == 2]
    usual = get(f"{url}/api/tables/{played(url)}/record")["game"]
    other = next(game for game in games if game != usual)
    assert get(f"{url}/api/tables/{played(url, other, '1')}/record")["game"] == other


def check_dice(url):
    """The dice of a match that the bot has played, and the same record with a false draw."""
    chance = next(game["id"] for game in get(f"{url}/api/games") if game["chance"])
    record = get(f"{url}/api/tables/{played(url, chance, '1')}/record")
    with tempfile.TemporaryDirectory() as folder:
        path = pathlib.Path(folder, "record.json")
        path.write_text(json.dumps(record))
        draws = int(run("play/check_dice.py", str(path), os.environ["MENAGERIE"]).split()[0])
        assert draws >= 3, f"only {draws} draws were checked"
        path.write_text(json.dumps({**record, "dice": {**record["dice"], "nonces": ["another"]}}))
        try:
            run("play/check_dice.py", str(path), os.environ["MENAGERIE"])
        except AssertionError as refusal:
            assert "the dice say" in str(refusal), refusal
        else:
            raise AssertionError("false dice were not found")


CHECKS = {"bots/bot.py": bot, "play/check_dice.py": check_dice}


def main():
    scripts = {path.relative_to(DOCS).as_posix() for path in DOCS.glob("**/*.py")}
    assert scripts == set(CHECKS), f"scripts without a check, or checks without a script: {scripts ^ set(CHECKS)}"
    for script, check in CHECKS.items():
        with server() as url:
            check(url)
        print(f"{script} works")


main()
