"""What architectures are built of: networks, the normalisation of their inputs, and weights read from files."""
