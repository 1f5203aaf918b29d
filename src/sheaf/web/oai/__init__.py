"""OAI-PMH 2.0 at /oai: harvesters of metadata keep a copy of what a library knows of its documents.

`request.py` checks what is asked, `verbs.py` answers each verb, `records.py` writes a record, and
`view.py` is the door.
"""
