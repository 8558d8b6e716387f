"""Compare a study with the paper: the paper's numbers, verdicts on cells of tables, and claims."""
