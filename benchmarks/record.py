"""Reading and writing of results/bench.json, which keeps the measurements."""

import os
from collections.abc import Iterable, Mapping
from dataclasses import asdict
from importlib.metadata import version
from pathlib import Path
from typing import Any

from benchmarks.line import Line, Target
from prism.io.files import read_json, write_json


def origin() -> dict[str, Any]:
    """Return the machine, and the versions of everything that is compared."""
    import torch

    from prism.training.provenance import provenance

    known = provenance(torch.device("cpu"))
    versions = known["versions"] | {name: version(name) for name in ("torchvision", "snakemake", "cleanlab")}
    return {
        "commit": known["commit"],
        "modified": known["modified"],
        "machine": known["machine"].model_dump(),
        "cores": len(os.sched_getaffinity(0)),
        "versions": versions,
    }


def write(path: Path, lines: Iterable[Line], provenance: Mapping[str, Any]) -> None:
    rows = [asdict(line) | {"figure": line.figure, "met": line.met} for line in lines]
    write_json(path, {"lines": rows, "provenance": provenance})


def read(path: Path) -> tuple[list[Line], dict[str, Any]]:
    content = read_json(path)
    return [_line(row) for row in content["lines"]], content["provenance"]


def _line(row: dict[str, Any]) -> Line:
    derived = ("figure", "met", "target")
    return Line(target=Target(**row["target"]), **{key: value for key, value in row.items() if key not in derived})
