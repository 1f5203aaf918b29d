"""What each line of a document belongs to: its front, a section, the references, a footnote."""
