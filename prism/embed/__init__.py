"""From a folder of somebody's own images to an embedding of them, and to how well it retrieves."""
