"""How the models that ship with Sheaf were made: data, seed and scores, to be made again."""
