"""What people say of documents, laid over what was read and judged."""
