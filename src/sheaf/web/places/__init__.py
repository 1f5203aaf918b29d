"""Pages about where documents come from: hosts, parents, hubs, and the blacklist."""
