"""One run from its inputs to its files."""

import sys
from pathlib import Path

from safetensors.torch import save_file

from prism.io.files import atomic
from prism.io.records import write_record
from prism.results.log import write_log
from prism.results.metrics import summarise
from prism.results.run import RunFolder, RunRecord
from prism.results.settings import RunSettings
from prism.results.verdicts import Verdicts, write_verdicts
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
    """Train `run` and write its files into `output`; the folder `state` exists until the training has finished.

    With `features` a head is trained on them, without it a whole network on the images beside the index.
    """
    with StopRequest() as stop:
        data = load_data(run, index, noise, features, weights)
        unfinished = RunState(state)
        try:
            trained = train(run, data, unfinished, weights, stop)
            unfinished.check_ownership()
            write_run(RunFolder(output), run, trained, data)
            unfinished.remove()
        except Superseded as owner:
            # Report success: after a failure Snakemake would delete the outputs, which belong to the other process.
            print(f"prism: the run was started anew by {owner}, and is left to it.", file=sys.stderr)


def write_run(folder: RunFolder, run: RunSettings, trained: Trained, data: StudyData) -> None:
    """Write the model, the log, the last verdict on every sample, the record and the metrics of a finished run."""
    with atomic(folder.model) as temporary:
        # The file knows neither devices nor memory layouts.
        save_file({k: v.cpu().contiguous() for k, v in trained.networks.state_dict().items()}, temporary)
    journal = trained.journal
    write_log(folder.log, journal.records)
    write_verdicts(folder.verdicts, final_verdicts(trained, data))
    write_record(folder.record, describe(run, trained, data))
    write_record(folder.metrics, summarise(run, data.checksums, journal.records, journal.detection()))


def final_verdicts(trained: Trained, data: StudyData) -> Verdicts:
    """Return the filter's last verdict on every training sample."""
    journal = trained.journal
    return Verdicts(data.rows.numpy(), journal.p_clean.numpy(), journal.kept.numpy(), journal.seen_at.numpy())


def describe(run: RunSettings, trained: Trained, data: StudyData) -> RunRecord:
    """Return the record of a finished run: its settings, its data, and where it was trained."""
    return RunRecord(
        settings=run,
        data_sha256=data.checksums,
        classes=data.num_classes,
        samples=len(data.labels),
        seconds_per_1000_iterations=round(1000 * trained.seconds / max(trained.steps, 1), 3),
        **provenance(next(trained.networks.parameters()).device),
    )
