"""The disciplines of the simulated web, one file each.

Their vocabularies keep papers of different fields apart in words, not only in names.
"""

from sheaf.world.disciplines.biology import BIOLOGY
from sheaf.world.disciplines.computing import COMPUTING
from sheaf.world.disciplines.discipline import Discipline
from sheaf.world.disciplines.economics import ECONOMICS
from sheaf.world.disciplines.history import HISTORY
from sheaf.world.disciplines.linguistics import LINGUISTICS
from sheaf.world.disciplines.medicine import MEDICINE
from sheaf.world.disciplines.physics import PHYSICS

DISCIPLINES: tuple[Discipline, ...] = (
    COMPUTING,
    MEDICINE,
    HISTORY,
    PHYSICS,
    ECONOMICS,
    BIOLOGY,
    LINGUISTICS,
)

__all__ = ["DISCIPLINES", "Discipline"]
