"""What people say of a document beside its paper: tags, collections, the state of ingestion."""

from __future__ import annotations

from typing import Any

from django import forms
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from sheaf.errors import SheafError
from sheaf.records import INGEST_STATE_WORDS
from sheaf.web.library import served_library
from sheaf.web.papers.views import document_or_404
from sheaf.web.people.rights import Role, needs

STATES = [(state.name.lower(), words) for state, words in INGEST_STATE_WORDS.items()]


class MarksForm(forms.Form):
    """As the one for corrections: what was not changed in it is left as it is now."""

    tags = forms.CharField(
        required=False, max_length=1000, show_hidden_initial=True,
        help_text="Words, parted by blanks or commas.",
    )  # fmt: skip
    collections = forms.MultipleChoiceField(
        required=False, widget=forms.CheckboxSelectMultiple, show_hidden_initial=True
    )
    state = forms.ChoiceField(choices=STATES, label="State of ingestion", show_hidden_initial=True)

    def __init__(self, data: Any, number: int) -> None:
        library = served_library()
        found = library.states.get(number)
        initial = {
            "tags": " ".join(library.tags.of_document(number)),
            "collections": [str(one.number) for one in library.collections.of_document(number)],
            "state": found.state.name.lower() if found else "",
        }
        super().__init__(data, initial=initial)
        chosen = self.fields["collections"]
        assert isinstance(chosen, forms.MultipleChoiceField)
        chosen.choices = [(str(one.number), one.name) for one in library.collections.list()]
        if not chosen.choices:
            del self.fields["collections"]

    def clean_tags(self) -> list[str]:
        return [*self.cleaned_data["tags"].replace(",", " ").split()]

    def before(self, name: str) -> list[str]:
        """What the form was sent out with."""
        field = self.fields[name]
        widget = field.hidden_widget()
        given = widget.value_from_datadict(self.data, self.files, self.add_initial_prefix(name))
        return [str(one) for one in given] if isinstance(given, list) else (given or "").split()

    def save(self, number: int) -> None:
        library = served_library()
        if "tags" in self.changed_data:
            before, after = set(self.before("tags")), set(self.cleaned_data["tags"])
            library.tags.remove([number], before - after)
            library.tags.add([number], after - before)
        if "collections" in self.changed_data:
            before, after = set(self.before("collections")), set(self.cleaned_data["collections"])
            for one in before - after:
                library.collections.take_out(int(one), [number])
            for one in after - before:
                library.collections.add(int(one), [number])
        if "state" in self.changed_data:
            library.states.set([number], self.cleaned_data["state"])


@never_cache
@needs(Role.LIBRARIAN)
@require_http_methods(["GET", "HEAD", "POST"])
def marks(request: HttpRequest, number: int) -> HttpResponse:
    document = document_or_404(number)
    form = MarksForm(request.POST or None, number)
    if request.method == "POST" and form.is_valid():
        try:
            form.save(number)
        except SheafError as problem:
            form.add_error(None, f"{problem} {problem.what_to_do}".strip())
        else:
            messages.success(request, "Saved.")
            return redirect("paper", number)
    library = served_library()
    context = {
        "document": document,
        "title": (library.paper(number) or {}).get("title"),
        "form": form,
        "state": library.states.get(number),
    }
    return render(request, "sheaf/marks.html", context, status=400 if form.errors else 200)
