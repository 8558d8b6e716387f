"""A dataset of a user's own images, which stay where they are."""
