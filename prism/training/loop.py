"""The training loop, one for all methods."""

import hashlib
import sys
import time
from dataclasses import dataclass
from pathlib import Path

import torch
from torch import nn
from tqdm import tqdm

from prism.results.settings import RunSettings
from prism.training.data import StudyData
from prism.training.journal import Journal
from prism.training.learner import Learner
from prism.training.sampler import draw_batches
from prism.training.score import score
from prism.training.state import RunState
from prism.training.stop import Stopped, StopRequest


@dataclass(frozen=True)
class Trained:
    """A finished training."""

    networks: nn.ModuleList
    journal: Journal
    seconds: float  # of training steps alone, in this process
    steps: int  # made in this process


def train(
    run: RunSettings,
    data: StudyData,
    state: RunState | None = None,
    weights: Path | None = None,
    stop: StopRequest | None = None,
) -> Trained:
    """Train one run, from pretrained `weights` if it is end to end.

    With `state` the training goes on where an earlier try of the same run stopped, and stops when `stop` asks for it.
    """
    budget = run.training
    learner = Learner(run, data, weights)
    networks, journal = learner.networks, learner.journal
    batches = draw_batches(
        data.labels, budget.classes_per_batch, budget.images_per_class, budget.iterations, run.seed, budget.sampler
    )

    fingerprint = _fingerprint(run, data)
    start = 0
    if state is not None and (saved := state.load(fingerprint)) is not None:
        start = saved["iteration"]
        learner.load_state_dict(saved)
        print(f"resuming at iteration {start} of {budget.iterations}", file=sys.stderr)
    else:
        journal.record(0, **_evaluate(networks, data))

    seconds = 0.0
    # On a terminal a bar; in a log file the plain lines below.
    numbered = enumerate(data.inputs.training(batches, start), start + 1)
    for iteration, inputs in tqdm(numbered, initial=start, total=budget.iterations, disable=None):
        began = time.perf_counter()
        learner.step(iteration, inputs, batches[iteration - 1])
        seconds += time.perf_counter() - began
        if iteration % budget.evaluate_every == 0 or iteration == budget.iterations:
            record = journal.record(iteration, **_evaluate(networks, data))
            print(_log_line(record, budget.iterations), file=sys.stderr)
        stopping = stop is not None and stop.received
        if state is None or iteration == budget.iterations:
            continue
        if stopping or iteration % budget.checkpoint_every == 0:
            state.save(fingerprint, {"iteration": iteration, **learner.state_dict()})
        if stopping:
            raise Stopped(f"asked to stop at iteration {iteration} of {budget.iterations}: start it again to go on.")
    return Trained(networks, journal, seconds, budget.iterations - start)


def _evaluate(networks: nn.ModuleList, data: StudyData) -> dict[str, float]:
    """Return the scores of the first network, which are the method's, and those of any others beside them."""
    scores: dict[str, float] = {}
    for number, metrics in enumerate(score(networks, data)):
        scores |= {f"{name}_of_network_{number + 1}" if number else name: value for name, value in metrics.items()}
    return scores


def _fingerprint(run: RunSettings, data: StudyData) -> str:
    """Return a digest of all that decides the course of a training."""
    content = f"{run.model_dump_json()} {sorted(data.checksums.items())} {torch.__version__}"
    return hashlib.sha256(content.encode()).hexdigest()


def _log_line(record: dict[str, float], iterations: int) -> str:
    values = " ".join(f"{key} {value:.4f}" for key, value in record.items() if key != "iteration")
    return f"iteration {record['iteration']}/{iterations} {values}"
