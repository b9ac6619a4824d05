"""The calls of `lichess-bot`, the usual program for bots on Lichess, in its order, through whole games.

Two bots run as it does. The addresses, how bodies are written, and which fields are read without asking whether they are
there come from lichess-bot; its code is not used.
"""

import json
import random
import threading

import requests

from server import server, token

# Moves of each bot before one of them resigns.
MOVES = 20
# A generous timeout in seconds.
TIMEOUT = 60


class Bot:
    """A bot: starts up, accepts or declines challenges, plays one game to its end."""

    def __init__(self, url, name, seed):
        self.url, self.token, self.random = url, token(url, name, ["bot:play"]), random.Random(seed)
        self.session = requests.Session()
        self.session.headers.update({"Authorization": f"Bearer {self.token}"})
        allowed = self.post("/api/token/test", data=self.token)[self.token]
        assert "bot:play" in allowed["scopes"].split(","), allowed
        if self.get("/api/account").get("title") != "BOT":
            self.post("/api/bot/account/upgrade")
        self.profile = self.get("/api/account")
        assert (self.profile["title"], self.profile["username"], self.profile["id"]) == ("BOT", name, name.lower())
        assert self.profile["perfs"] == {}
        self.result = None

    def get(self, path, **named):
        response = self.session.get(self.url + path, timeout=TIMEOUT, **named)
        response.raise_for_status()
        return response.json()

    def post(self, path, **named):
        response = self.session.post(self.url + path, timeout=TIMEOUT, **named)
        response.raise_for_status()
        return response.json()

    def lines(self, path):
        """A stream, without the empty lines that keep it alive."""
        response = self.session.get(self.url + path, timeout=TIMEOUT, stream=True)
        response.raise_for_status()
        return (json.loads(line) for line in response.iter_lines() if line)

    def run(self):
        """Declines the first challenge, accepts the second, plays."""
        assert self.get("/api/account/playing")["nowPlaying"] == []
        challenged = 0
        for event in self.lines("/api/stream/event"):
            if event["type"] == "challenge":
                challenged += 1
                self.answer(event["challenge"], challenged > 1)
            elif event["type"] == "gameStart":
                assert event["game"]["isMyTurn"] in (True, False), event
                self.play(event["game"]["id"], event["game"]["opponent"]["username"])
            elif event["type"] == "gameFinish":
                return

    def answer(self, challenge, accepts):
        ours = challenge["challenger"]["name"] == self.profile["username"]
        color = challenge["color"] if challenge["color"] != "random" else challenge["finalColor"]
        assert not ours and color in ("white", "black"), challenge
        assert (challenge["variant"]["key"], challenge["perf"]["name"], challenge["speed"]) == ("shogi5", "shogi5", "rapid")
        control = challenge["timeControl"]
        assert (control["limit"], control["increment"], challenge["rated"]) == (600, 5, True), challenge
        assert challenge["challenger"]["title"] == "BOT" and challenge["destUser"]["name"] == self.profile["username"]
        if accepts:
            self.post(f"/api/challenge/{challenge['id']}/accept")
        else:
            form = {"Content-Type": "application/x-www-form-urlencoded"}
            self.post(f"/api/challenge/{challenge['id']}/decline", data="reason=later", headers=form)

    def play(self, game_id, opponent):
        playing = self.get("/api/account/playing")["nowPlaying"]
        assert [(game["gameId"], game["opponent"]["username"], game["speed"]) for game in playing] == [
            (game_id, opponent, "rapid")
        ], playing
        lines = self.lines(f"/api/bot/game/stream/{game_id}")
        game = next(lines)
        white, black = game["white"], game["black"]
        assert {white["name"], black["name"]} == {self.profile["username"], opponent}, game
        assert white["title"] == black["title"] == "BOT" and game["createdAt"] > 0
        assert (game["variant"]["name"], game["clock"]["initial"], game["initialFen"]) == ("Shogi 5×5", 600000, "startpos")
        self.say(game_id, "player", "Hi! I am a bot. Good luck!")
        self.say(game_id, "spectator", "I play at random.")
        state, played = game["state"], 0
        while state["status"] == "started":
            assert state["wtime"] > 0 and state["btime"] > 0 and state["winc"] == state["binc"] == 5000
            if state.get("legal"):
                played += 1
                self.act(game_id, state["legal"], played)
            state = next(line for line in lines if line["type"] == "gameState")
        self.result = (state["status"], state["winner"])
        exported = self.session.get(f"{self.url}/game/export/{game_id}", timeout=TIMEOUT)
        assert exported.ok and "shogi5" in exported.text, exported.text

    def act(self, game_id, legal, played):
        if played > MOVES:
            self.post(f"/api/bot/game/{game_id}/resign")
        else:
            self.post(f"/api/bot/game/{game_id}/move/{self.random.choice(legal)}", params={"offeringDraw": "false"})

    def say(self, game_id, room, text):
        self.post(f"/api/bot/game/{game_id}/chat", data={"room": room, "text": text})

    def challenge(self, name):
        """As its matchmaking does: JSON, and the challenge's own fields in the answer."""
        terms = {"rated": True, "variant": "shogi5", "clock.limit": 600, "clock.increment": 5, "color": "random"}
        return self.post(f"/api/challenge/{name}", json=terms)["id"]


with server() as url:
    ann, bob = Bot(url, "Ann", 1), Bot(url, "Bob", 2)
    anns = threading.Thread(target=ann.run)
    anns.start()
    events = bob.lines("/api/stream/event")
    declined = bob.challenge("Ann")
    event = next(event for event in events if event["type"] == "challengeDeclined")["challenge"]
    assert (event["id"], event["declineReasonKey"]) == (declined, "later") and event["declineReason"], event
    accepted = bob.challenge("Ann")
    start = next(event for event in events if event["type"] == "gameStart")["game"]
    assert start["id"] == accepted, start
    # Ann has accepted, so she listens; Bob's stream is open.
    online = bob.session.get(url + "/api/bot/online", params={"nb": "512"}, timeout=TIMEOUT).text.split("\n")
    assert [json.loads(line)["username"] for line in online if line] == ["Ann", "Bob"], online
    assert bob.get("/api/users/status", params={"ids": "ann"})[0]["online"]
    bob.play(accepted, "Ann")
    anns.join()
    assert ann.result == bob.result and ann.result[1] in ("white", "black"), (ann.result, bob.result)
    profile = bob.get("/api/user/Ann")
    assert not profile.get("blocking") and profile["perfs"]["shogi5"]["games"] == 1, profile
    print(f"lichess-bot's calls: a rated game of {MOVES} moves or less ended by {ann.result[0]}")
