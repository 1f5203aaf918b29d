"""Runs all scorers, those that fit models too: `scripts/evaluate --help`."""

from __future__ import annotations

import sys

from crossvalidation.academic import AcademicCrossValidated
from crossvalidation.header import HeadersCrossValidated
from evaluation.contract import Scorer
from evaluation.run import main
from evaluation.scorers import SCORERS

ALL_SCORERS: tuple[Scorer, ...] = (*SCORERS, AcademicCrossValidated(), HeadersCrossValidated())

if __name__ == "__main__":
    sys.exit(main(scorers=ALL_SCORERS))
