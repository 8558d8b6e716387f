"""Datasets: fetching them, decoding their images once, and reading them back."""
