"""`berserk`, the Python client for Lichess, plays on our server with only its base address changed."""

import berserk

from server import server, token

with server() as url:
    ann = berserk.Client(berserk.TokenSession(token(url, "Ann")), base_url=url)
    begun = ann.challenges.create_ai(level=1, variant="shogi5")
    ann.bots.resign_game(begun["id"])
