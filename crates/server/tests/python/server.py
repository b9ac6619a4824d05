"""A server of our own for a test: on a free port, with an empty database, removed when the test ends."""

import contextlib
import faulthandler
import json
import os
import subprocess
import tempfile
import urllib.request

# A test that hangs fails with a stack trace.
LONGEST = 300


@contextlib.contextmanager
def server():
    """Starts the program that `MENAGERIE` names, and gives the address it listens on."""
    faulthandler.dump_traceback_later(LONGEST, exit=True)
    with tempfile.TemporaryDirectory() as data:
        command = [os.environ["MENAGERIE"], "serve", "--listen", "127.0.0.1:0", "--data", data]
        with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
            try:
                yield process.stdout.readline().split()[-1].rstrip("/")
            finally:
                process.terminate()
    faulthandler.cancel_dump_traceback_later()


def post(url, body, headers=None):
    """Sends JSON as our page does."""
    request = urllib.request.Request(url, json.dumps(body).encode(), headers or {})
    return urllib.request.urlopen(request, timeout=30)


def token(url, name, scopes=()):
    """Registers an account and makes an API token for it."""
    registered = post(url + "/api/account", {"name": name, "password": "correct horse battery"})
    cookie = {"Cookie": registered.headers["Set-Cookie"].split(";")[0]}
    return json.load(post(url + "/api/account/tokens", {"label": "test", "scopes": list(scopes)}, cookie))["token"]
