"""Atomic writes and checked reads of files."""
