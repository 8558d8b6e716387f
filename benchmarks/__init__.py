"""Speed as ratios within one run, against what a user would pick instead. `make bench` runs them all."""
