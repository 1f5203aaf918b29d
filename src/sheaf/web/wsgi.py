"""What the server's worker process loads: the library from SHEAF_LIBRARY, behind Django."""

from __future__ import annotations

import multiprocessing
import os
import signal
import threading
from pathlib import Path

from django.core.wsgi import get_wsgi_application

from sheaf.app import Library
from sheaf.web import security
from sheaf.web.library import start_serving


def _leave_with_parent() -> None:
    """A server that was killed by force could not stop its worker: the worker sees to it."""
    parent = multiprocessing.parent_process()
    if parent is not None:
        parent.join()
        os.kill(os.getpid(), signal.SIGTERM)


start_serving(Library.open(Path(os.environ["SHEAF_LIBRARY"])))
security.expect_setup_token(os.environ.pop(security.SETUP_VARIABLE, ""))
threading.Thread(target=_leave_with_parent, daemon=True).start()
application = get_wsgi_application()
