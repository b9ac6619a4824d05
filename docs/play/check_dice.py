#!/usr/bin/env python3
"""Checks the dice of a record: check_dice.py RECORD.json [path of the menagerie binary]. docs/play/dice.md says how they fall."""
import hashlib, hmac, json, subprocess, sys
from fractions import Fraction

record = json.load(open(sys.argv[1]))
menagerie = sys.argv[2] if len(sys.argv) > 2 else "menagerie"
game, dice = record["game"], record["dice"]
secret = bytes.fromhex(dice["secret"])
assert hashlib.sha256(secret).hexdigest() == dice["commitment"], "the secret is not the one committed to"
nonces = b"".join(len(n.encode()).to_bytes(8, "big") + n.encode() for n in dice["nonces"])
key = hashlib.sha256(secret + nonces).digest()

def choose(n, weights):
    total, attempt, most = sum(weights), 0, 2**64 - 1
    while True:
        mac = hmac.new(key, n.to_bytes(8, "big") + attempt.to_bytes(4, "big"), hashlib.sha256).digest()
        value = int.from_bytes(mac[:8], "big")
        if value < most - most % total:
            break
        attempt += 1
    left = value % total
    for index, weight in enumerate(weights):
        if left < weight:
            return index
        left -= weight

start = record.get("start") or subprocess.run([menagerie, "apply", game], capture_output=True, text=True, check=True).stdout.strip()
played, steps = [], []
for event in (entry["event"] for entry in record["events"]):
    assert not event.startswith("!agree-takeback"), "this short checker follows matches without takebacks"
    if event == "!undo":
        played.pop()
    elif not event.startswith("!"):
        steps.append((" ".join(played), event))
        played.append(event)
lines = "".join(f"{start}\t{before}\n" if before else f"{start}\n" for before, _ in steps)
answers = subprocess.run([menagerie, "inspect", game], input=lines, capture_output=True, text=True, check=True).stdout.splitlines()
draws = 0
for (_, action), answer in zip(steps, map(json.loads, answers)):
    if answer["actor"] == "chance":
        shares = [Fraction(p).limit_denominator(10000) for p in answer["probabilities"]]
        weights = [int(share / min(shares)) for share in shares]
        drawn = answer["actions"][choose(draws, weights)]
        assert drawn == action, f"draw {draws}: the dice say {drawn}, the record {action}"
        draws += 1
print(f"{draws} draws checked, all true")
