"""What a study says about the paper: its numbers, verdicts on cells, and claims."""
