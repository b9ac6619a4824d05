#!/usr/bin/env python3
"""A complete bot for Menagerie: it challenges a level and plays random legal actions.

    python3 bot.py http://127.0.0.1:7777 NAME PASSWORD [GAME] [LEVEL]

It needs nothing but Python's standard library. The account is made if it is not there yet.
"""

import json
import random
import sys
import urllib.error
import urllib.parse
import urllib.request

server, name, password = sys.argv[1:4]
game = sys.argv[4] if len(sys.argv) > 4 else "shogi5"
level = sys.argv[5] if len(sys.argv) > 5 else "1"


def call(method, path, body=None, headers=None):
    request = urllib.request.Request(server + path, data=body, method=method, headers=headers or {})
    return urllib.request.urlopen(request)


def token():
    """Registers or signs in, and makes an API token."""
    body = json.dumps({"name": name, "password": password}).encode()
    try:
        answer = call("POST", "/api/account", body)
    except urllib.error.HTTPError:
        answer = call("POST", "/api/session", body)
    cookie = answer.headers["Set-Cookie"].split(";")[0]
    wanted = json.dumps({"label": "bot.py"}).encode()
    return json.load(call("POST", "/api/account/tokens", wanted, {"Cookie": cookie}))["token"]


BEARER = {"Authorization": "Bearer " + token()}


def post(path, **form):
    return json.load(call("POST", path, urllib.parse.urlencode(form).encode(), BEARER))


def choose(legal):
    return random.choice(legal)


def main():
    table = post("/api/challenge/ai", variant=game, level=level)["id"]
    print(f"{server}/t/{table}")
    for line in call("GET", f"/api/bot/game/stream/{table}", headers=BEARER):
        if not line.strip():
            continue  # the stream is alive
        message = json.loads(line)
        state = message.get("state", message)
        if state.get("type") != "gameState":
            continue
        for event in state["events"]:
            print(event)
        if state["status"] != "started":
            print(state["status"], state.get("winner", "nobody"), state.get("reason"))
            return
        if state.get("legal"):
            action = choose(state["legal"])
            post(f"/api/bot/game/{table}/move/{urllib.parse.quote(action, safe='')}")


main()
