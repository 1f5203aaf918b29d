"""Files on other machines: which there are, and how they get here whole.

`fetching.py` opens a store by its URL, brings one file here, and goes on where it stopped;
`http.py`, `sftp.py` and `s3.py` list and read, each in its own way.
"""
