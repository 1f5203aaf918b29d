"""Tasks must be importable by the workers too, so their folder goes on the path both share."""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))
