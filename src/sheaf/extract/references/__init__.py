"""The lists of references of a document: found, cut into entries, linked to their citations."""
