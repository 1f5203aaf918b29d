"""Results that are kept for a while, so that nothing is read twice."""
