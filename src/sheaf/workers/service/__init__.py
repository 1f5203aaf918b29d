"""The extraction service: reads papers that others send, and keeps them only for a while."""
