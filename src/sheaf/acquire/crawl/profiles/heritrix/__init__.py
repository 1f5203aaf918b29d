"""Profiles read from what Heritrix was configured with: order.xml and csx-heritrix.xml."""
