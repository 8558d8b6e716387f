"""Find wrong labels among a user's images, show them to people, and apply what people decide."""
