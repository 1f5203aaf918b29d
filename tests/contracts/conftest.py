"""The same behaviour on SQLite, PostgreSQL and MariaDB: every test here runs on all three."""

import pytest

import sheaf
from sheaf.app import Library


@pytest.fixture(params=["sqlite", "postgres", "mariadb"])
def database_url(request):
    if request.param == "sqlite":
        return None
    return request.getfixturevalue(request.param).fresh_database()


@pytest.fixture
def library(tmp_path, database_url):
    with Library.init(tmp_path / "lib", database_url) as made:
        yield made


@pytest.fixture(scope="session", params=["sqlite", "postgres", "mariadb"])
def library_of_jobs(request, tmp_path_factory):
    """One for all tests of the queue: making the tables takes longer than any of them."""
    named = request.param != "sqlite"
    url = request.getfixturevalue(request.param).fresh_database() if named else None
    with Library.init(tmp_path_factory.mktemp("jobs") / "lib", url) as made:
        yield made


@pytest.fixture
def empty_queue(library_of_jobs):
    """It, without jobs and schedules."""
    from sheaf.deposit import models

    for table in (models.JobLine, models.Job, models.Schedule):
        table.objects.using(library_of_jobs.database_alias).all().delete()
    return library_of_jobs


@pytest.fixture
def another(library):
    """The same library opened a second time, as another process would."""
    with sheaf.open(library.folder) as opened:
        yield opened


@pytest.fixture
def quick_hashing():
    """Slow hashing is for real passwords."""
    from django.test.utils import override_settings

    with override_settings(PASSWORD_HASHERS=["django.contrib.auth.hashers.MD5PasswordHasher"]):
        yield
