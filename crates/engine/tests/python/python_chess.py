"""python-chess starts and stops analyses of our engine, one right behind the other: no `stop` is lost.

The program is named by `MENAGERIE`. `TRIES` is the number of analyses for each game (100), `PATIENCE` the seconds after
which a stop counts as lost (60).
"""

import asyncio
import os
import subprocess
import sys

import chess
import chess.engine

PROGRAM = os.environ["MENAGERIE"]
TRIES = int(os.environ.get("TRIES", "100"))
PATIENCE = float(os.environ.get("PATIENCE", "60"))


def board(game):
    """A board of a game that python-chess does not know: it only carries the position's text to the engine."""
    start = subprocess.run([PROGRAM, "apply", game], check=True, capture_output=True, text=True).stdout.strip()

    class Board(chess.Board):
        uci_variant = game

        def fen(self, **_):
            return start

        def push_uci(self, uci):
            self.push(chess.Move.null())
            return uci

        def parse_uci(self, uci):
            return uci

    return Board()


async def lost_stops(engine, game):
    """How many analyses did not end though they were told to stop."""
    position, lost = board(game), 0
    for _ in range(TRIES):
        analysis = await engine.analysis(position)
        analysis.stop()
        try:
            best = await asyncio.wait_for(asyncio.shield(analysis.wait()), PATIENCE)
        except asyncio.TimeoutError:
            lost += 1
            engine.send_line("stop")
            best = await analysis.wait()
        assert best.move, f"{game}: no best move"
    return lost


async def main():
    _, engine = await chess.engine.popen_uci([PROGRAM, "engine"])
    games = engine.options["UCI_Variant"].var
    lost = {game: await lost_stops(engine, game) for game in games}
    await engine.quit()
    for game, count in lost.items():
        print(f"{game}: {count} of {TRIES} stops lost")
    return any(lost.values())


sys.exit(asyncio.run(main()))
