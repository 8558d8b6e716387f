"""Datasets that are published as archives: fetching, unpacking and checking them, and listing their images."""
