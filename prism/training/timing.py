"""Measure how long training takes: steps of several methods in turn, in one process, from full memory banks on."""

import sys
import time
from collections.abc import Callable, Iterator, Sequence
from itertools import islice
from math import ceil
from pathlib import Path
from typing import Protocol

import torch

from prism.core.memory import MemoryBank
from prism.io.records import write_record
from prism.metrics.quartiles import quartiles
from prism.results.settings import RunSettings, Timing, TimingSettings
from prism.results.timing import BlockTimes, MethodTimes, TimeQuartiles, TimingRecord
from prism.training.data import StudyData, load_data
from prism.training.learner import Learner
from prism.training.provenance import provenance
from prism.training.sampler import draw_batches

PAPER_ITERATIONS = 5000  # the paper's times are of so many
AHEAD = 32  # batches beyond a block's last one, so that the workers that prepare them are as busy at its end

Clock = Callable[[], float]


class Timed(Protocol):
    """Something whose iterations can be timed."""

    def fill(self) -> None:
        """Do all that must have happened before the first block."""

    def block(self, number: int, how: Timing, clock: Clock) -> float:
        """Return the mean seconds of an iteration in block `number`."""


class TimedRun:
    """A run that is trained without evaluations and checkpoints."""

    def __init__(self, run: RunSettings, data: StudyData, weights: Path | None = None) -> None:
        self.learner = Learner(run, data, weights)
        self.iteration = 0
        self._run = run
        self._data = data

    @property
    def missing(self) -> int:
        """Return how many rows the memory bank still lacks; 0 for a method without a bank."""
        banks = [module for module in self.learner.method.modules() if isinstance(module, MemoryBank)]
        return max((len(bank.labels) - len(bank) for bank in banks), default=0)

    def fill(self) -> None:
        """Train until the bank is full."""
        batch = self._run.training.classes_per_batch * self._run.training.images_per_class
        while missing := self.missing:
            _make_steps(self._steps(ceil(missing / batch), self.iteration), None)

    def block(self, number: int, how: Timing, clock: Clock) -> float:
        """Return the mean seconds of whole iterations, from the wait for a batch to the update of the weights."""
        steps = self._steps(how.warm_up + how.iterations + AHEAD, number)
        _make_steps(steps, how.warm_up)
        began = self._time_when_done(clock)
        _make_steps(steps, how.iterations)
        return (self._time_when_done(clock) - began) / how.iterations

    def _steps(self, count: int, number: int) -> Iterator[None]:
        """Make a training step for each item asked for, on batches that follow from the seed and from `number`."""
        budget = self._run.training
        seed = self._run.seed + number
        batches = draw_batches(
            self._data.labels, budget.classes_per_batch, budget.images_per_class, count, seed, budget.sampler
        )
        for samples, inputs in zip(batches, self._data.inputs.training(batches, 0), strict=True):
            self.iteration += 1
            # The plan of the learning rate is for a training's own iterations, and stays at its end.
            self.learner.step(min(self.iteration, budget.iterations), inputs, samples)
            yield

    def _time_when_done(self, clock: Clock) -> float:
        """Return the time at which the GPU, if there is one, has done what it was given."""
        if self.learner.device.type == "cuda":
            torch.cuda.synchronize(self.learner.device)
        return clock()


def _make_steps(steps: Iterator[None], count: int | None) -> None:
    """Make so many steps, or all that are left."""
    for _ in islice(steps, count):
        pass


def measure(timed: Sequence[Timed], how: Timing, clock: Clock = time.perf_counter) -> list[list[float]]:
    """Return the seconds per iteration of each, in each of its blocks.

    They take turns, one block each, so that a machine that slows down or speeds up does so for all alike.
    """
    for one in timed:
        one.fill()
    rounds = []
    for number in range(how.repeats):
        rounds.append([one.block(number, how, clock) for one in timed])
        print(f"repeat {number + 1}/{how.repeats}", file=sys.stderr)
    return [list(blocks) for blocks in zip(*rounds, strict=True)]


def time_runs(
    settings: TimingSettings,
    index: Path,
    noise: Path,
    output: Path,
    features: Path | None = None,
    weights: Path | None = None,
) -> None:
    """Measure the runs of one dataset side by side, and write what was measured where."""
    data = load_data(settings.runs[0], index, noise, features, weights)
    timed = [TimedRun(run, data, weights) for run in settings.runs]
    seconds = measure(timed, settings.how)
    methods = [run.method for run in settings.runs]
    record = TimingRecord(
        settings=settings,
        data_sha256=data.checksums,
        classes=data.num_classes,
        samples=len(data.labels),
        methods={method: _summary(blocks) for method, blocks in zip(methods, seconds, strict=True)},
        **provenance(timed[0].learner.device),
    )
    write_record(output, record)


def _summary(blocks: list[float]) -> MethodTimes:
    return MethodTimes(
        seconds_per_iteration=BlockTimes(blocks=blocks, **quartiles(blocks)._asdict()),
        seconds_per_5000_iterations=TimeQuartiles(**quartiles([PAPER_ITERATIONS * one for one in blocks])._asdict()),
    )
