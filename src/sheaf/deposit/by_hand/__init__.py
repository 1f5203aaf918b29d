"""What people say of documents: corrections, reports of mistakes, tags, collections, states."""
