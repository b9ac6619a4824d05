"""Imports the modules that need NumPy and PyTorch, so that the other commands run without them."""

from importlib import import_module


def torch_module(name):
    """A module of this package."""
    try:
        return import_module(f".{name}", __package__)
    except ModuleNotFoundError as error:
        advice = "Install it with `pip install --requirement requirements.txt`."
        raise SystemExit(f"this command needs the Python package {error.name}. {advice}") from None
