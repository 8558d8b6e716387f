"""The training loop, one for all methods."""

import hashlib
import sys
import time
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import torch
from torch import Tensor, nn
from tqdm import tqdm

from prism.errors import NonFiniteError
from prism.methods import build_method, method_class
from prism.methods.base import Method, Setup
from prism.params.noise_name import parse_noise
from prism.params.settings import RunSettings
from prism.training.data import StudyData
from prism.training.inputs import gathered
from prism.training.journal import Journal
from prism.training.network import build_networks
from prism.training.optimizer import build_optimizer
from prism.training.sampler import draw_batches
from prism.training.score import score
from prism.training.state import RunState
from prism.training.stop import Stopped, StopRequest


@dataclass(frozen=True)
class Trained:
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

    With `state`, it goes on where an earlier try of the same run stopped, and stops where `stop` asks it to.
    """
    budget = run.training
    torch.manual_seed(run.seed)
    # First of all that is drawn, so that runs of one seed start from the same network whatever their method.
    networks = build_networks(run, data.inputs, method_class(run.uses).networks, weights)
    device = next(networks.parameters()).device
    kind = parse_noise(run.noise).kind
    setup = Setup(data.num_classes, len(data.labels), budget.embedding_dim, budget.iterations, kind)
    method = build_method(run.uses, run.settings, setup).to(device)
    optimizer = build_optimizer(networks, method, budget)
    journal = Journal(len(data.labels), data.is_clean)
    batches = draw_batches(data.labels, budget.classes_per_batch, budget.images_per_class, budget.iterations, run.seed)

    fingerprint = _fingerprint(run, data)
    parts: dict[str, Any] = {"networks": networks, "method": method, "optimizer": optimizer, "journal": journal}
    start = 0
    if state is not None and (saved := state.load(fingerprint)) is not None:
        start = saved["iteration"]
        for name, part in parts.items():
            part.load_state_dict(saved[name])
        print(f"resuming at iteration {start} of {budget.iterations}", file=sys.stderr)
    else:
        journal.record(0, **_evaluate(networks, data))

    seconds = 0.0
    # On a terminal a bar; in a log file the plain lines below.
    numbered = enumerate(data.inputs.training(batches, start), start + 1)
    for iteration, inputs in tqdm(numbered, initial=start, total=budget.iterations, disable=None):
        began = time.perf_counter()
        samples = batches[iteration - 1]
        optimizer.keep_pace(method.pace(iteration))
        with torch.no_grad():
            method.before(iteration, lambda: _embed_whole(networks, method, data))
        step = method(_embed(networks, method, inputs), data.labels[samples].to(device), iteration)
        if not step.loss.isfinite():
            raise NonFiniteError(
                f"the loss of {run.method} is {step.loss.item()} at iteration {iteration}: lower its learning_rate."
            )
        optimizer.zero_grad(set_to_none=True)
        if step.loss.requires_grad:  # it does not where a filter kept nothing
            step.loss.backward()
            optimizer.step()
        journal.note(step, samples)
        seconds += time.perf_counter() - began
        if iteration % budget.evaluate_every == 0 or iteration == budget.iterations:
            record = journal.record(iteration, **_evaluate(networks, data))
            print(_line(record, budget.iterations), file=sys.stderr)
        stopping = stop is not None and stop.received
        if state is None or iteration == budget.iterations:
            continue
        if stopping or iteration % budget.checkpoint_every == 0:
            reached = {name: part.state_dict() for name, part in parts.items()}
            state.save(fingerprint, {"iteration": iteration, **reached})
        if stopping:
            raise Stopped(f"asked to stop at iteration {iteration} of {budget.iterations}: start it again to go on.")
    return Trained(networks, journal, seconds, budget.iterations - start)


def _embed(networks: nn.ModuleList, method: Method, inputs: Tensor) -> Tensor:
    """Embeddings (B, D) of a batch, or (networks, B, D) where the method trains several, as the method wants them."""
    embedded = [network(inputs, method.normalised) for network in networks]
    return embedded[0] if len(embedded) == 1 else torch.stack(embedded)


def _embed_whole(networks: nn.ModuleList, method: Method, data: StudyData) -> Tensor:
    """Embeddings of the whole training set, as they are scored."""
    networks.eval()
    embedded = gathered(_embed(networks, method, inputs) for inputs in data.inputs.whole("train"))
    networks.train()
    return embedded


@torch.no_grad()
def _evaluate(networks: nn.ModuleList, data: StudyData) -> dict[str, float]:
    """The scores of the first network, which are the method's, and those of any others beside them."""
    networks.eval()
    scores: dict[str, float] = {}
    for number, network in enumerate(networks):
        metrics = score(network, data)
        scores |= {f"{name}_of_network_{number + 1}" if number else name: value for name, value in metrics.items()}
    networks.train()
    return scores


def _fingerprint(run: RunSettings, data: StudyData) -> str:
    content = f"{run.model_dump_json()} {sorted(data.checksums.items())} {torch.__version__}"
    return hashlib.sha256(content.encode()).hexdigest()


def _line(record: dict[str, float], iterations: int) -> str:
    values = " ".join(f"{key} {value:.4f}" for key, value in record.items() if key != "iteration")
    return f"iteration {record['iteration']}/{iterations} {values}"
