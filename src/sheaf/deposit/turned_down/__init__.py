"""What was turned down, and a person wants all the same."""
