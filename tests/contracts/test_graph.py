"""Works, citations, authors and venues on all three databases."""

from support.library_of import put_papers, remove_papers

from sheaf.deposit.graph import answers

TITLES = ("Lazy agendas for ambiguous grammars", "Whale songs and their probabilities",
          "Sparse graphs in the plane", "On the folding of long proteins")  # fmt: skip


def person(given, family):
    return {"name": f"{given} {family}".strip(), "given": given, "family": family}


def entry(title, **more):
    return {"raw": title, "title": title, "authors": [person("O.", "Brandt")], **more}


def paper(title, *references, authors=("Kim Ostrowska",), **more):
    people = [person(*name.rsplit(" ", 1)) for name in authors]
    return {"title": title, "authors": people, "references": list(references), **more}


def summary(graph, document):
    work = graph.work_of(document)
    return work.documents, work.citations, graph.venue_of(document)


def test_an_update_ends_where_a_rebuild_does_and_works_keep_their_numbers(library):
    cited = {**paper(TITLES[0], authors=["Olga Brandt"], year=2001), "venue": "J. Gramm. Eng."}
    put_papers(library, {
        1: cited, 2: {**cited, "venue": None},
        3: paper("A first study of agendas", entry(TITLES[0], year=2001), entry(TITLES[1])),
        4: paper("A second study of songs", entry(TITLES[1].upper()), entry(TITLES[2])),
        5: None,
    })  # fmt: skip
    graph = library.graph
    report = graph.update()
    assert (report.documents, report.references, report.matched, report.wanted) == (5, 4, 1, 2)
    assert summary(graph, 1)[:2] == summary(graph, 2)[:2] == ((1, 2), 1)
    assert [work.citations for work in graph.wanted()] == [2, 1]
    before = [graph.work_of(1), *graph.wanted()]
    assert graph.update().documents == 0
    graph.update(rebuild=True)
    assert [graph.work_of(1), *graph.wanted()] == before

    revision = graph.revision()
    remove_papers(library, 3)
    graph.update()
    assert summary(graph, 1)[:2] == ((1, 2), 0)
    assert {1, 2} <= set(graph.documents_changed_since(revision))
    assert [(work.id, work.citations) for work in graph.wanted()] == [
        (before[1].id, 1), (before[2].id, 1),
    ]  # fmt: skip


def test_who_cites_comes_the_latest_first_and_of_no_known_year_last(library):
    put_papers(library, {1: paper(TITLES[0], authors=["Olga Brandt"])} | {
        number: paper(f"{title} revisited at length", entry(TITLES[0]), year=year)
        for number, title, year in zip(
            (2, 3, 4), TITLES[1:], (2001, None, 2010), strict=True,
        )
    })  # fmt: skip
    graph = library.graph
    graph.update()
    assert [one.document_id for one in graph.cited_by(1)] == [4, 2, 3]
    assert [one.document_id for one in graph.cited_by(1, limit=2, offset=1)] == [2, 3]
    assert graph.documents_citing(1) == [4, 2, 3]
    assert graph.count_cited_by(1) == 3
    (author,) = graph.authors_of(2)
    assert graph.documents_of_author(author.id) == [2]


def test_wanted_works_are_read_in_pieces(library, monkeypatch):
    monkeypatch.setattr(answers, "MANY", 2)
    titles = [
        f"The {word} of {animal} in long northern winters"
        for word in ("songs", "dreams")
        for animal in ("whales", "nightingales", "crickets", "elephants")
    ]
    put_papers(library, {
        1: paper("A study of nothing in particular", *map(entry, titles)),
        2: paper("An essay about very little", *map(entry, titles[:3])),
    })  # fmt: skip
    graph = library.graph
    graph.update()
    whole = [(work.citations, work.id) for work in graph.wanted()]
    assert [citations for citations, _ in whole] == [2] * 3 + [1] * 5
    assert whole == sorted(whole, key=lambda one: (-one[0], one[1]))
    for offset in range(10):
        for limit in (1, 2, 3, 8):
            found = [(work.citations, work.id) for work in graph.wanted(limit=limit, offset=offset)]
            assert found == whole[offset : offset + limit]
    assert [work.citations for work in graph.wanted(least=2)] == [2] * 3


def test_authors_are_found_by_the_beginning_of_the_family_name(library):
    names = ["Ann Smit", "Bo Smith", "Cy Smithson", "Di Smyth", "Ed Šmídová", "Fi 𠮷田", "Gu 𠮷"]
    put_papers(library, {1: paper(TITLES[0], authors=names)})
    library.graph.update()

    def starting(beginning):
        return {author.name for author in library.graph.authors(starting=beginning)}

    assert starting("smith") == starting("SMITH") == {"Bo Smith", "Cy Smithson"}
    assert starting("smi") == {"Ann Smit", "Bo Smith", "Cy Smithson", "Ed Šmídová"}
    assert starting("𠮷") == {"Fi 𠮷田", "Gu 𠮷"}
    assert starting("%") == starting("_") == starting("smithsonian") == set()
    assert len(starting("")) == len(names)


def test_a_collaboration_has_all_its_authors(library, monkeypatch):
    monkeypatch.setattr(answers, "MANY", 2)
    names = [f"{given} {family}" for family in ("Adams", "Byrd", "Cole") for given in ("Ann", "Bo")]
    put_papers(library, {
        1: paper(TITLES[0], authors=names), 2: paper(TITLES[1], authors=[names[0], names[5]]),
    })  # fmt: skip
    library.graph.update()
    assert [author.name for author in library.graph.authors_of(1)] == names
    first = library.graph.authors_of(1)[0]
    with_first = {author.name: count for author, count in library.graph.co_authors(first.id)}
    assert with_first == dict.fromkeys(names[1:], 1) | {names[5]: first.documents}


def test_what_is_long_or_odd_is_kept_as_far_as_it_goes(library):
    long = "ß\0𠮷" * 400
    odd = entry(
        long, volume=long, pages=long, venue=long, doi=f"10.1234/{'x' * 900}", arxiv_id="9" * 900
    )
    put_papers(library, {
        1: paper(long, odd, odd, authors=[f"{long} {long.replace(' ', '')}"], venue=long),
        2: paper(TITLES[0], odd),
    })  # fmt: skip
    library.graph.update()
    (wanted,) = library.graph.wanted()
    assert wanted.citations == 2
    assert [one.position for one in library.graph.references(1)] == [0, 1]
    library.graph.update(rebuild=True)
    assert list(library.graph.wanted()) == [wanted]
