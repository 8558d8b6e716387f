"""A web server for the tests of everything that is fetched."""

from collections.abc import Iterator

import pytest

from server import Server, running


@pytest.fixture
def server(monkeypatch: pytest.MonkeyPatch) -> Iterator[Server]:
    """Run a web server on this machine, and do not wait before asking it again."""
    monkeypatch.setenv("NO_PROXY", "127.0.0.1")
    monkeypatch.setattr("prism.data.fetch.WAITS", (0.0, 0.0))
    monkeypatch.setattr("prism.data.archives.url_list.WAIT", 0.0)
    with running() as found:
        yield found
