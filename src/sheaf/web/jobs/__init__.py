"""Jobs in the browser: forms made from the descriptions of their kinds, watching, schedules."""
