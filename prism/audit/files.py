"""Write the files of an audit, all of them or none."""

import secrets
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pandas as pd

from prism.audit.classes import class_table
from prism.audit.names import named_issues
from prism.audit.page import page_html
from prism.audit.run import Audit
from prism.audit.tables import write_csv
from prism.errors import PrismError
from prism.io.files import write_json

# In the order in which they appear: an audit is whole if it has its summary.
FILES = ["issues.csv", "issues.parquet", "classes.csv", "audit.html", "summary.json"]


def write_audit(output: Path, audit: Audit, top: int) -> None:
    """Write issues.csv, issues.parquet, classes.csv, audit.html with its `top` worst images, and summary.json."""
    named = listed_issues(audit)
    with _whole(output) as folder:
        write_csv(folder / "issues.csv", named)
        named.to_parquet(folder / "issues.parquet", index=False)
        write_csv(folder / "classes.csv", class_table(named))
        page = page_html(output / "audit.html", audit.images, audit.issues, audit.summary, top)
        (folder / "audit.html").write_bytes(page)
        write_json(folder / "summary.json", audit.summary.recorded())


def listed_issues(audit: Audit) -> pd.DataFrame:
    """Return the issues as the files have them: names of classes, and the columns path and row in front."""
    named = named_issues(audit.images, audit.issues)
    named.insert(1, "row", named.index)  # which nearest_1 and near_duplicate_of speak of
    return named


@contextmanager
def _whole(output: Path) -> Iterator[Path]:
    """Yield a new folder for the files, which take the place of those of an earlier audit once all are written.

    The earlier files go first, and the summary comes last: an interruption leaves one audit or a part of one, never
    files of two.
    """
    temporary = output / f".audit.{secrets.token_hex(4)}"
    try:
        temporary.mkdir(parents=True)
        yield temporary
        for name in reversed(FILES):
            (output / name).unlink(missing_ok=True)
        for name in FILES:
            (temporary / name).replace(output / name)
    finally:
        shutil.rmtree(temporary, ignore_errors=True)


@contextmanager
def told_in_a_sentence(output: Path) -> Iterator[None]:
    """Turn what the system refuses, such as space on a full disk, into a sentence for the user."""
    try:
        yield
    except OSError as error:
        raise PrismError(
            f"The audit could not be finished ({error}): mend that and start again; what is in {output / 'cache'} is "
            "not computed a second time."
        ) from error
