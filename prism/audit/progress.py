"""Progress of work that takes minutes: a bar on a terminal, a line now and then elsewhere."""

import sys
import time
from types import TracebackType

from tqdm import tqdm

EVERY = 30.0  # seconds between two lines


class Progress:
    """Say on stderr how much is done and how long the rest takes."""

    def __init__(self, what: str, total: int, done: int = 0) -> None:
        """Begin with `total` images, of which so many are `done` already."""
        self.what, self.total, self.done, self.before = what, total, done, done
        self.began = self.told = time.monotonic()
        self.bar = tqdm(desc=what, total=total, initial=done, unit="image", disable=None)

    def __enter__(self) -> "Progress":
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, _: TracebackType | None) -> None:
        self.bar.close()

    def add(self, images: int) -> None:
        """Note that so many more images are done."""
        self.done += images
        self.bar.update(images)
        now = time.monotonic()
        if self.bar.disable and (now - self.told >= EVERY or self.done == self.total):
            self.told = now
            print(self.line(now - self.began), file=sys.stderr, flush=True)

    def line(self, seconds: float) -> str:
        """Return what is done after so many seconds, and how long the rest takes at this pace."""
        rest = seconds / max(self.done - self.before, 1) * (self.total - self.done)
        ending = f", about {_duration(rest)} left" if rest else ""
        return f"{self.what}: {self.done} of {self.total} images{ending}"


def _duration(seconds: float) -> str:
    minutes, rest = divmod(round(seconds), 60)
    return f"{minutes} min {rest} s" if minutes else f"{rest} s"
