"""Benchmarks of the library against the alternatives that a user has. `make bench` runs all of them."""
