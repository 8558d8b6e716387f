"""Pretrain a backbone that nobody publishes weights of, on clean labels of classes that are in neither split.

It stands for ImageNet: PRISM tells wrong labels by the distances between features, so a network whose features mean
nothing yet cannot tell them.
"""

from pathlib import Path

import torch
from safetensors.torch import save_file

from prism.errors import PrismError
from prism.io.columns import read_columns
from prism.io.files import atomic, sha256
from prism.io.records import write_record
from prism.results.log import write_log
from prism.results.settings import RunSettings
from prism.training.data import StudyData, image_inputs, renumbered, split_rows
from prism.training.loop import train
from prism.training.run import describe
from prism.training.state import RunState
from prism.training.stop import StopRequest


def pretrain(run: RunSettings, index: Path, output: Path, state: Path) -> None:
    """Train the backbone of `run` and write its weights to `output`, a .safetensors file.

    Beside it are written a .json of how it was made and a .jsonl of its scores on the way. The folder `state` exists
    until the training has finished; started again after an interruption, the training goes on.
    """
    with StopRequest() as stop:
        data = pretraining_data(run, index)
        unfinished = RunState(state)
        trained = train(run, data, unfinished, stop=stop)
        backbone = trained.networks[0].get_submodule("backbone")
        weights = {name: value.cpu().contiguous() for name, value in backbone.state_dict().items()}
        write_log(output.with_suffix(".jsonl"), trained.journal.records)
        write_record(output.with_suffix(".json"), describe(run, trained, data))
        with atomic(output) as temporary:
            save_file(weights, temporary)
        unfinished.remove()


def pretraining_data(run: RunSettings, index: Path) -> StudyData:
    """Return the images of the split `pretrain` with their true labels, scored on the training classes.

    The test classes are not even read.
    """
    splits, labels = read_columns(index, "split", "label")
    rows = split_rows(splits)
    if not len(rows["pretrain"]):
        raise PrismError(f"{index} has no images to pretrain on: choose a dataset with classes that are in no split.")
    true = renumbered(labels[rows["pretrain"].numpy()])
    return StudyData(
        inputs=image_inputs(run, index, {"train": rows["pretrain"], "test": rows["train"]}),
        test_labels=renumbered(labels[rows["train"].numpy()]),
        labels=true,
        is_clean=torch.ones_like(true, dtype=torch.bool),
        rows=rows["pretrain"],
        checksums={"index": sha256(index)},
    )
