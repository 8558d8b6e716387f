import json
import re
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from prism.data.store import StoredImage, write_store

PARAMS = Path(__file__).parents[3] / "params.yaml"
NOISE = json.dumps({"seed": 0, "images_per_cluster": 2})
TRAINING = {
    "iterations": 1,
    "classes_per_batch": 2,
    "images_per_class": 2,
    "embedding_dim": 2,
    "learning_rate": 0.1,
    "weight_decay": 0.0,
    "evaluate_every": 1,
    "checkpoint_every": 1,
}
NAMES = {"study": "mini", "dataset": "emoji", "noise": "clean", "method": "mcl", "uses": "mcl", "backbone": "net"}
RUN = json.dumps(NAMES | {"noise_rate": 0.0, "seed": 0, "training": TRAINING, "settings": {}})
TABLE = json.dumps({"caption": "", "rows": [], "columns": []})

TRAIN = "train --index none --features none --noise none --output run --state state --settings"
MAKE_NOISE = "--index index.parquet --output noise.parquet --settings"

TIME = "time --index none --features none --noise none --output time.json --settings"
TIMING = json.dumps({"runs": [json.loads(RUN)], "how": {"repeats": 1}})
TIMES = json.dumps({"caption": "", "rows": [], "baseline": "mcl", "noise": {"emoji": "clean"}, "titles": {}})

RENDER = "table t --metrics none --output t --settings"
FIGURE = "figure f --results none --output f --settings"
THRESHOLD = '{"kind": "threshold", "caption": "", "noise": "clean", "lines": {"a": "mcl_prism"}}'

# The words of a command that goes wrong, its settings (which hold spaces), and what the user must read.
MISTAKES = {
    "unknown kind of data": ("download --output raw --settings", ['{"kind": "carz"}'], ["'carz'", "cars"]),
    "missing params": ("data status --params none.yaml", [], ["none.yaml", "does not exist"]),
    "nothing to train on": (TRAIN, [RUN], ["none", "does not exist"]),
    "broken settings of a run": (TRAIN, ['{"study": '], ["settings", "JSON"]),
    "nothing to time": (TIME, [TIMING.replace('"repeats": 1', '"repeats": 2')], ["none", "does not exist"]),
    "too few repeats": (TIME, [TIMING], ["settings", "how.repeats", "2"]),
    "no times for a table": (
        "timing-table t none.json --paper none.yaml --output t --settings",
        [TIMES],
        ["none.json", "does not exist"],
    ),
    "no metrics to collect": ("collect --output metrics.csv none/metrics.json", [], ["none", "does not exist"]),
    "no metrics for a table": (RENDER, [TABLE], ["none", "does not exist"]),
    "broken settings of a table": (RENDER, ["{"], ["settings", "JSON"]),
    "incomplete settings of a table": (RENDER, ["{}"], ["settings", "caption"]),
    "no curves for a figure": (FIGURE, [f'{{"entry": {THRESHOLD}, "datasets": {{}}}}'], ["none", "does not exist"]),
    "unknown kind of figure": (
        FIGURE,
        ['{"entry": {"kind": "pie"}, "datasets": {}}'],
        ["entry", "'pie'", "'threshold'"],
    ),
    "unknown key in settings": (f"noise clean {MAKE_NOISE}", ['{"sed": 0}'], ["settings", "sed"]),
    "unknown noise": (f"noise symetric-20 {MAKE_NOISE}", [NOISE], ["'symetric-20'", "symmetric-"]),
    "noise for one class": (f"noise symmetric-20 {MAKE_NOISE}", [NOISE], ["symmetric noise", "at least 2 classes"]),
    "unknown study": (f"plan --params {PARAMS} --study papr", [], ["'papr'", "paper"]),
    "no GPUs": (f"plan --params {PARAMS} --study paper --gpus 8 0", [], ["--gpus", "'0'", "from 1 on"]),
    "GPUs for a study without": (f"plan --params {PARAMS} --study mini --gpus 8", [], ["mini", "no GPU"]),
    "noise without features": (f"noise smallcluster-20 {MAKE_NOISE}", [NOISE], ["--features"]),
    "an audit of no folder": ("audit none", [], ["none is not a folder"]),
    "an audit with a rate that is none": ("audit none --noise-rate much", [], ["--noise-rate", "'much'", "auto"]),
    "an audit into a file": ("audit . --output index.parquet/audit", [], ["--output"]),
    "authors' noise without its companion": (
        f"noise authors-symmetric-20 --labels a.csv --kind cub {MAKE_NOISE}",
        [NOISE],
        ["--labels", "--clean"],
    ),
    "authors' list that there is not": (
        "authors-list cub symmetric-30 --labels a.csv --clean b.csv",
        [],
        ["symmetric-30", "cub", "symmetric-20"],
    ),
}


def prism(folder: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "prism", *arguments]
    return subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)


@pytest.mark.parametrize(("words", "settings", "told"), MISTAKES.values(), ids=MISTAKES)
def test_a_mistake_is_told_in_one_line(tmp_path: Path, words: str, settings: list[str], told: list[str]) -> None:
    write_store(tmp_path, [StoredImage("a", "a", "", np.zeros((1, 1, 3), dtype=np.uint8))], {"a"})
    files = set(tmp_path.iterdir())
    result = prism(tmp_path, *words.split(), *settings)
    assert result.returncode != 0
    assert "Traceback" not in result.stderr
    assert len(result.stderr.splitlines()) == 1
    assert result.stderr.startswith("prism: ")
    assert [word for word in told if word not in result.stderr] == []
    assert set(tmp_path.iterdir()) == files


def test_help_lists_the_verbs(tmp_path: Path) -> None:
    result = prism(tmp_path, "--help")
    assert result.returncode == 0
    people, rules = result.stdout.partition("For people:")[2].split("What the rules of the workflow call:")
    for verb in ("plan", "preview", "data", "verify", "tune", "check", "audit", "apply", "embed"):
        assert f"  {verb} " in people
    for verb in ("download", "prepare", "features", "noise", "train", "table", "figure", "report"):
        assert f"  {verb} " in rules
    assert "so-far" not in result.stdout  # the former name of preview, which still works


@pytest.mark.parametrize("verb", ["audit", "apply", "embed"])
def test_verbs_for_own_images_have_an_example(tmp_path: Path, verb: str) -> None:
    assert f"Example:\n\n  prism {verb} " in prism(tmp_path, verb, "--help").stdout


def test_the_help_of_audit_tells_its_exit_codes(tmp_path: Path) -> None:
    text = " ".join(prism(tmp_path, "audit", "--help").stdout.split())
    assert "exit code 0, with 1 after a mistake, and with 3 if the estimated share of wrong labels" in text


def test_the_plan_takes_several_numbers_of_gpus(tmp_path: Path) -> None:
    result = prism(tmp_path, "plan", "--gpus", "1", "8", "--study", "paper", "--params", str(PARAMS), "--gpus", "64")
    assert (result.returncode, result.stderr) == (0, "")
    assert re.findall(r"^ *(\d+) .* total work", result.stdout, flags=re.MULTILINE) == ["1", "8", "64"]


def test_a_plan_refuses_a_copy_that_the_lists_of_the_study_do_not_fit(tmp_path: Path) -> None:
    text = PARAMS.read_text().replace("cars: {kind: cars,", "cars: {kind: cars, archive: my/car_ims.tgz,")
    (tmp_path / "params.yaml").write_text(text)
    result = prism(tmp_path, "plan", "--study", "paper")
    assert (result.returncode, result.stdout) == (1, "")
    assert len(result.stderr.splitlines()) == 1
    assert result.stderr.startswith("prism: params.yaml: datasets.cars.archive is my/car_ims.tgz, a copy with")
    assert prism(tmp_path, "plan", "--study", "emoji").returncode == 0


def test_noise_works_without_a_workflow(tmp_path: Path) -> None:
    pixels = np.zeros((1, 1, 3), dtype=np.uint8)
    write_store(tmp_path, [StoredImage(name, name, "", pixels) for name in "abcd"], {"a", "b", "c"})
    result = prism(tmp_path, "noise", "symmetric-20", *MAKE_NOISE.split(), NOISE)
    assert (result.returncode, result.stderr) == (0, "")
    assert json.loads((tmp_path / "noise.json").read_text())["images"] == 3
