"""Parts of architectures: networks, the normalisation of their inputs, and weights read from files."""
