"""What people say of documents, in the browser: corrections, reports, tags, collections, states."""
