"""Trains the learned evaluations of Menagerie. See training/README.md."""
