"""Rules about the tree itself: each a function from a tree to a list of complaints.

Every rule is tested twice: it has nothing to say about Sheaf, and it does see a small tree that
breaks it.
"""
