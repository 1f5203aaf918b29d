"""Our HTTP server: what a client may send and how slowly, and the application behind it."""
