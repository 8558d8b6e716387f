"""Datasets: their sources, fetching them, decoding their images once, and reading these back."""
