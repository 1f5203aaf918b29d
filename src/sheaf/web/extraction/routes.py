"""The addresses of the extraction service, the same with a library and without."""

from __future__ import annotations

from django.urls import path, register_converter

from sheaf.web.extraction import grobid, legacy, try_pages


class PartConverter:
    """The parts of a document that the legacy service knew."""

    regex = "header|citations|body|text|file|keyphrases"

    def to_python(self, value: str) -> str:
        return value

    def to_url(self, value: str) -> str:
        return value


register_converter(PartConverter, "part")

routes = [
    path("extractor", legacy.extractor, name="extractor"),
    path("extractor/file", legacy.stream, name="extractor-stream"),
    path("extractor/pdf/<str:token>", legacy.document, name="extractor-document-as-told"),
    path("extractor/<str:token>/<part:part>", legacy.part, name="extractor-part"),
    path("extractor/<str:token>", legacy.document, name="extractor-document"),
    path("extract", try_pages.try_it, name="extract"),
    path("extract/<slug:token>", try_pages.result, name="extract-result"),
    path("extract/<slug:token>/page/<int:page>.png", try_pages.picture, name="extract-picture"),
    path("api/processHeaderDocument", grobid.process_header, name="grobid-header"),
    path("api/processFulltextDocument", grobid.process_fulltext, name="grobid-fulltext"),
    path("api/processReferences", grobid.process_references, name="grobid-references"),
    path("api/processCitation", grobid.process_citation, name="grobid-citation"),
    path("api/processCitationList", grobid.process_citation_list, name="grobid-citations"),
    path("api/isalive", grobid.is_alive, name="grobid-alive"),
    path("api/version", grobid.version, name="grobid-version"),
    path("api/health", grobid.health, name="grobid-health"),
]
