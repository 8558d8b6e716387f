"""How a process computes: how many threads it takes, and what it does to start quickly."""
