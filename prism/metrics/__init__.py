"""Scores of embeddings and of found label noise, and the statistics of repeated measurements."""
