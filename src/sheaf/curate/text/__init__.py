"""The text of a document, in reading order, from every type of file that can be read."""
