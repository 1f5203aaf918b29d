"""Light or dark: as the system of the reader says, unless the reader has chosen."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponseRedirect
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_POST

from sheaf.web.page_before import page_before

COOKIE = "sheaf_theme"
# What is chosen, and what a browser is told to draw its own things in.
SCHEMES = {"system": "light dark", "light": "light", "dark": "dark"}
A_YEAR = 365 * 24 * 3600


def chosen_theme(request: HttpRequest | None) -> str:
    found = request.COOKIES.get(COOKIE, "") if request is not None else ""
    return found if found in SCHEMES else "system"


# Whoever makes somebody else's page dark has done no harm, and without a token of its own the form
# can stand on every page.
@csrf_exempt
@require_POST
def choose(request: HttpRequest) -> HttpResponseRedirect:
    """Remember it in this browser, and show the page again from which it was asked."""
    response = HttpResponseRedirect(page_before(request) or "/")
    asked = request.POST.get("theme", "")
    if asked in SCHEMES and asked != "system":
        response.set_cookie(COOKIE, asked, max_age=A_YEAR, samesite="Lax", httponly=True)
    else:
        response.delete_cookie(COOKIE, samesite="Lax")
    return response
