"""The extraction service does what its schema says, whatever it is sent: schemathesis looks for the
opposite."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
import schemathesis
from schemathesis.config import SchemathesisConfig
from schemathesis.engine import from_schema
from support.rounds import rounds

from web.extraction_server import Extractor, extractor


@pytest.fixture(scope="module")
def service(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Extractor]:
    with extractor(
        tmp_path_factory.mktemp("schema"), workers_jobs=2, service_least_words=1
    ) as served:
        yield served


def faults(url: str, examples: int) -> Iterator[str]:
    chosen: dict[str, Any] = {
        "generation": {"max-examples": examples, "deterministic": True},
        # Few bytes are a paper: most files are refused, and no schema can say which.
        "checks": {"positive_data_acceptance": {"enabled": False}},
    }
    schema = schemathesis.openapi.from_url(
        f"{url}/api/v1/openapi.json", config=SchemathesisConfig.from_dict(chosen)
    )
    for event in from_schema(schema).execute():
        if type(event).__name__ in {"NonFatalError", "FatalError"}:
            yield str(event)
        recorder = getattr(event, "recorder", None)
        for number, checks in recorder.checks.items() if recorder else ():
            case = recorder.cases[number].value
            for check in checks:
                if check.failure_info is not None:
                    fault = check.failure_info.failure
                    yield f"{case.method} {case.path} {case.query}: {fault.title} {fault.message}"


def test_it_does_what_its_schema_says(service: Extractor) -> None:
    assert list(faults(service.url, rounds(12, 300))) == []
    assert "Traceback" not in service.log.read_text()
