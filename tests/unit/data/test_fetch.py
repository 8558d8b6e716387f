import hashlib
import io
from email.message import Message
from pathlib import Path

import pytest

from prism.data.fetch import fetch, matches
from prism.data.remote import RemoteFile
from prism.errors import PrismError
from server import Server

CONTENT = bytes(range(256)) * 40
SHA256 = f"sha256:{hashlib.sha256(CONTENT).hexdigest()}"
MD5 = f"md5:{hashlib.md5(CONTENT).hexdigest()}"


@pytest.fixture
def base(server: Server) -> str:
    server.files["/a.tgz"] = CONTENT
    return server.base


@pytest.mark.parametrize("checksum", [SHA256, MD5, None])
def test_a_file_is_fetched_once(server: Server, base: str, tmp_path: Path, checksum: str | None) -> None:
    file = RemoteFile("a.tgz", (f"{base}/a.tgz",), checksum)
    for _ in range(2):
        assert fetch(file, tmp_path / "raw").read_bytes() == CONTENT
    assert server.asked == [("/a.tgz", None)]
    assert [path.name for path in (tmp_path / "raw").iterdir()] == ["a.tgz"]


def test_a_file_that_changed_on_disk_is_fetched_again(base: str, tmp_path: Path) -> None:
    (tmp_path / "a.tgz").write_bytes(b"other")
    assert fetch(RemoteFile("a.tgz", (f"{base}/a.tgz",), SHA256), tmp_path).read_bytes() == CONTENT


def test_a_broken_connection_is_resumed_with_a_range(
    server: Server, base: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("prism.data.fetch.CHUNK", 100)
    server.cut["/a.tgz"] = 1000
    assert fetch(RemoteFile("a.tgz", (f"{base}/a.tgz",), SHA256), tmp_path).read_bytes() == CONTENT
    assert server.asked[0] == ("/a.tgz", None)
    assert server.asked[1] == ("/a.tgz", "bytes=1000-")


def test_the_partial_file_of_an_earlier_run_is_used(server: Server, base: str, tmp_path: Path) -> None:
    (tmp_path / "a.tgz.part").write_bytes(CONTENT[:5000])
    assert fetch(RemoteFile("a.tgz", (f"{base}/a.tgz",), SHA256), tmp_path).read_bytes() == CONTENT
    assert server.asked == [("/a.tgz", "bytes=5000-")]


def test_it_starts_over_when_the_server_ignores_the_range(server: Server, base: str, tmp_path: Path) -> None:
    server.ranges = False
    (tmp_path / "a.tgz.part").write_bytes(b"x" * 5000)
    assert fetch(RemoteFile("a.tgz", (f"{base}/a.tgz",), SHA256), tmp_path).read_bytes() == CONTENT


@pytest.mark.parametrize("length", [5000, len(CONTENT), len(CONTENT) + 1])
def test_it_starts_over_when_the_partial_file_does_not_fit(base: str, tmp_path: Path, length: int) -> None:
    (tmp_path / "a.tgz.part").write_bytes(b"x" * length)
    assert fetch(RemoteFile("a.tgz", (f"{base}/a.tgz",), SHA256), tmp_path).read_bytes() == CONTENT


def test_a_busy_server_is_asked_again(server: Server, base: str, tmp_path: Path) -> None:
    server.fail["/a.tgz"] = 2
    assert fetch(RemoteFile("a.tgz", (f"{base}/a.tgz",), SHA256), tmp_path).read_bytes() == CONTENT


@pytest.mark.parametrize("checksum", [SHA256, None])
def test_the_second_address_helps_where_the_first_is_gone(
    server: Server, base: str, tmp_path: Path, checksum: str | None
) -> None:
    file = RemoteFile("a.tgz", (f"{base}/gone.tgz", f"{base}/a.tgz"), checksum)
    assert fetch(file, tmp_path).read_bytes() == CONTENT
    assert server.asked == [("/gone.tgz", None), ("/a.tgz", None)]  # an address that answers 404 is asked once


def test_a_wrong_checksum_is_reported(server: Server, base: str, tmp_path: Path) -> None:
    wrong = f"md5:{'0' * 32}"
    with pytest.raises(PrismError) as caught:
        fetch(RemoteFile("a.tgz", (f"{base}/a.tgz",), wrong), tmp_path)
    assert str(caught.value) == (
        f"a.tgz could not be fetched ({base}/a.tgz: the checksum is {MD5} instead of {wrong}): "
        "check your network and run the same command again."
    )
    assert not list(tmp_path.iterdir())
    assert len(server.asked) == 1


def test_every_dead_address_is_told_with_what_to_do(server: Server, base: str, tmp_path: Path) -> None:
    server.fail["/a.tgz"] = 9
    dead = "http://127.0.0.1:1/a.tgz"
    file = RemoteFile("a.tgz", (f"{base}/gone.tgz", f"{base}/a.tgz", dead), SHA256)
    with pytest.raises(PrismError) as caught:
        fetch(file, tmp_path, "ask Ann.")
    assert str(caught.value) == (
        f"a.tgz could not be fetched ({base}/gone.tgz: HTTP 404; {base}/a.tgz: HTTP 503; {dead}: no connection): "
        "ask Ann."
    )


def test_a_file_without_an_address_must_be_fetched_by_hand(tmp_path: Path) -> None:
    with pytest.raises(PrismError, match=r"^a\.tgz cannot be fetched automatically: ask Ann\.$"):
        fetch(RemoteFile("a.tgz", ()), tmp_path, "ask Ann.")


def test_ftp_is_fetched_whole(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    class Response(io.BytesIO):
        headers = Message()

    monkeypatch.setattr("prism.data.fetch.urlopen", lambda url, timeout: Response(CONTENT))
    (tmp_path / "a.tgz.part").write_bytes(b"x")
    assert fetch(RemoteFile("a.tgz", ("ftp://example.org/a.tgz",), SHA256), tmp_path).read_bytes() == CONTENT


def test_a_cut_ftp_transfer_is_noticed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    class Response(io.BytesIO):
        headers = Message()

    Response.headers["Content-Length"] = "9999999"
    monkeypatch.setattr("prism.data.fetch.WAITS", ())
    monkeypatch.setattr("prism.data.fetch.urlopen", lambda url, timeout: Response(CONTENT))
    with pytest.raises(PrismError, match="the connection broke"):
        fetch(RemoteFile("a.tgz", ("ftp://example.org/a.tgz",)), tmp_path)


def test_a_checksum_may_be_known_by_its_first_digits_alone(tmp_path: Path) -> None:
    path = tmp_path / "file"
    path.write_bytes(b"hello")  # its sha256 is 2cf24dba5fb0...
    assert matches(path, "sha256-prefix:2cf24dba")
    assert not matches(path, "sha256-prefix:2cf24dbb")
    assert not matches(path, "sha256:2cf24dba")
