"""The routes that differ from the rule, each with its reason. A test walks all others: whatever
changes something needs a login, a role and the token of our forms, or an API key.

Routes go by their names in urls.py.
"""

from __future__ import annotations

# Anybody may open these, whatever [web] reading says.
OPEN_TO_ALL = {
    "login": "it is how one comes in",
    "logout": "who is not logged in stays so",
    "setup": "it has a token of its own, and ends with the first user",
    "welcome": "its address has a token of its own, which opens once",
    "theme": "it sets a cookie of who asks",
    "robots": "robots are told there that they may not read",
    "health": "it says that the server is alive, and no more",
    "ready": "it says that the catalogue answers, and no more",
    **dict.fromkeys(
        ("getdocs", "setdocs", "getdocs-sub", "setdocs-sub"),
        "an old extractor shows its key in the address; nothing is said without one",
    ),
}
# These take forms from whoever is not logged in.
CHANGES_BY_ANYBODY = {
    "login": "it is how one comes in; tries are counted",
    "logout": "who is not logged in stays so",
    "setup": "it has a token of its own, and ends with the first user",
    "welcome": "its address has a token of its own, which opens once",
    "theme": "it sets a cookie of who asks",
    "oai": "harvesters ask by POST too; nothing is changed",
    "mistake": "readers report mistakes without a login; they are counted by address",
    "api:openapi-json": "it says the same whatever is sent to it",
    "extraction:openapi-json": "it says the same whatever is sent to it",
    "extraction:api-root": "there is nothing at this address, whatever is sent to it",
    "api:api-root": "there is nothing at this address, whatever is sent to it",
}
# These take forms without the token of our pages.
WITHOUT_TOKEN = {
    "theme": "its form stands on every page, and a theme does no harm",
    "oai": "harvesters have no cookies, and nothing is changed",
}
