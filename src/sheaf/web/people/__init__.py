"""People in the browser: what each may do, and what was done."""
