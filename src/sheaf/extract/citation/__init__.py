"""One reference string as a Reference: who, what, where, when."""
