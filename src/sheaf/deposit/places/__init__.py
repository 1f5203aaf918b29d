"""Where documents come from: hosts, and pages that led to them, each with its yield."""
