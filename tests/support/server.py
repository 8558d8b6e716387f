"""A web server on this machine that serves ranges, breaks connections on demand, and records requests."""

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path


@dataclass
class Server:
    base: str = ""
    files: dict[str, bytes] = field(default_factory=dict)  # content by path
    cut: dict[str, int] = field(default_factory=dict)  # by path: the next answer ends after so many bytes
    fail: dict[str, int] = field(default_factory=dict)  # by path: so many of the next answers are HTTP 503
    ranges: bool = True
    asked: list[tuple[str, str | None]] = field(default_factory=list)  # path and Range header of each request

    def serve(self, folder: Path) -> None:
        self.files |= {f"/{path.name}": path.read_bytes() for path in folder.iterdir()}

    def answer(self, path: str, asked: str | None) -> tuple[int, int, bytes]:
        """Return the status, the first byte to send, and the whole content."""
        self.asked.append((path, asked))
        content = self.files.get(path)
        if content is None:
            return 404, 0, b""
        if self.fail.get(path, 0) > 0:
            self.fail[path] -= 1
            return 503, 0, b""
        if asked is None or not self.ranges:
            return 200, 0, content
        start = int(asked.removeprefix("bytes=").removesuffix("-"))
        return (206, start, content) if start < len(content) else (416, 0, b"")


@contextmanager
def running() -> Iterator[Server]:
    """Run a server until the block ends."""
    server = Server()

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            status, start, content = server.answer(self.path, self.headers.get("Range"))
            self.send_response(status)
            self.send_header("Content-Length", str(len(content) - start))
            self.end_headers()
            self.wfile.write(content[start:][: server.cut.pop(self.path, None)])

        def log_message(self, format: str, *args: object) -> None:
            pass

    with ThreadingHTTPServer(("127.0.0.1", 0), Handler) as listener:
        thread = threading.Thread(target=listener.serve_forever, kwargs={"poll_interval": 0.01})
        thread.start()
        server.base = f"http://127.0.0.1:{listener.server_port}"
        try:
            yield server
        finally:
            listener.shutdown()
            thread.join()
