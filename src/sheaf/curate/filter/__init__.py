"""Is it a paper? What is measured of a text, the model that weighs it, and why in words."""
