"""One run from its inputs to its files: the model, its log, the last p_clean of every sample, where it came from."""

import json
import sys
from pathlib import Path
from typing import Any

from numpy.typing import NDArray
from safetensors.torch import save_file

from prism.io.columns import write_columns
from prism.io.files import atomic, write_json, write_text
from prism.results.settings import RunSettings
from prism.training.data import StudyData, load_data
from prism.training.loop import Trained, train
from prism.training.provenance import provenance
from prism.training.state import RunState, Superseded
from prism.training.stop import StopRequest


def train_run(
    run: RunSettings,
    index: Path,
    noise: Path,
    output: Path,
    state: Path,
    features: Path | None = None,
    weights: Path | None = None,
) -> None:
    """Train `run` and write its files into `output`; the folder `state` is there meanwhile.

    With `features` a head is trained on them, without it a whole network on the images beside the index.
    """
    with StopRequest() as stop:
        data = load_data(run, index, noise, features)
        unfinished = RunState(state)
        try:
            trained = train(run, data, unfinished, weights, stop)
            unfinished.still_ours()
            _write_files(output, run, trained, data)
            unfinished.remove()
        except Superseded as owner:
            # A success, because Snakemake deletes the outputs of a failure: they are the other one's.
            print(f"prism: the run was started anew by {owner}, and is left to it.", file=sys.stderr)


def _write_files(output: Path, run: RunSettings, trained: Trained, data: StudyData) -> None:
    with atomic(output / "model.safetensors") as temporary:
        # The file knows neither devices nor memory layouts.
        save_file({k: v.cpu().contiguous() for k, v in trained.networks.state_dict().items()}, temporary)
    write_text(output / "log.jsonl", "".join(json.dumps(record) + "\n" for record in trained.journal.records))
    write_columns(output / "p_clean.parquet", _last_words(trained, data))
    write_json(output / "run.json", _description(run, trained, data))


def _last_words(trained: Trained, data: StudyData) -> dict[str, NDArray[Any]]:
    """The row in the index, p_clean and whether it was kept, for every sample, and the iteration that last saw it."""
    journal = trained.journal
    words = {"p_clean": journal.p_clean, "kept": journal.kept, "iteration": journal.seen_at}
    return {"index": data.rows.numpy(), **{name: values.numpy() for name, values in words.items()}}


def _description(run: RunSettings, trained: Trained, data: StudyData) -> dict[str, Any]:
    return {
        "settings": run.model_dump(exclude_none=True),
        "data_sha256": data.checksums,
        "classes": data.num_classes,
        "samples": len(data.labels),
        # A by-product, beside whatever else the machine was doing: training times are measured by `prism time`.
        "seconds_per_1000_iterations": round(1000 * trained.seconds / max(trained.steps, 1), 3),
        **provenance(next(trained.networks.parameters()).device),
    }
