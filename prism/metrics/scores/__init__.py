"""Scores of a trained network: one light file each, found by its name, which declares a MEASUREMENT."""
