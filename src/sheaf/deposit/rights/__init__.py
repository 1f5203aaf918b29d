"""Who may do what, and who did what: users and their roles, the history of changes."""
