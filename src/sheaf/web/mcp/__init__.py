"""What assistants ask, through the Model Context Protocol: a server that only reads.

`tools.py` has what can be asked, without the protocol; `server.py` offers it by stdio or HTTP.
"""
