"""The body of a document: sections with headings, captions, footnotes, acknowledgement."""
