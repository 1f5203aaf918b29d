"""The kinds of jobs that come with Sheaf, a file each; others use the same entry points."""
