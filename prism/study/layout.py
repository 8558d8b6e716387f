"""Where the files of the pipeline lie: the outputs, the log and the benchmark file of every rule.

Names in braces are wildcards, which tell the jobs of a rule apart. `{study}` is filled in for one study at a time.
"""

from dataclasses import dataclass

DATASET = "data/{dataset}"
RESULTS = "results/{study}"
RUN = f"{RESULTS}/runs/{{dataset}}/{{noise}}/{{method}}/seed{{seed}}"
TABLE = {suffix: f"{RESULTS}/tables/{{table}}.{suffix}" for suffix in ("tex", "csv", "html")}

OUTPUTS: dict[str, dict[str, str]] = {
    # What studies share.
    "download": {"manifest": f"{DATASET}/raw/manifest.json"},
    "prepare": {
        "index": f"{DATASET}/index.parquet",
        "images": f"{DATASET}/images.bin",
        "attribution": f"{DATASET}/ATTRIBUTION.md",
    },
    "weights": {"weights": "data/weights/{architecture}.pth"},
    "pretrain": {
        "weights": "data/weights/{backbone}.safetensors",
        "record": "data/weights/{backbone}.json",
        "log": "data/weights/{backbone}.jsonl",
    },
    "authors_list": {"labels": "data/lists/{kind}/{noise}.csv", "clean": "data/lists/{kind}/{noise}-clean.csv"},
    # What a study makes.
    "features": {"features": f"{RESULTS}/features/{{dataset}}.safetensors"},
    "noise": {
        "labels": f"{RESULTS}/noise/{{dataset}}/{{noise}}.parquet",
        "description": f"{RESULTS}/noise/{{dataset}}/{{noise}}.json",
    },
    "train": {
        "model": f"{RUN}/model.safetensors",
        "log": f"{RUN}/log.jsonl",
        "verdicts": f"{RUN}/p_clean.parquet",
        "record": f"{RUN}/run.json",
        "metrics": f"{RUN}/metrics.json",
    },
    "timing": {"measured": f"{RESULTS}/timing/{{table}}/{{dataset}}.json"},
    "collect": {
        "metrics": f"{RESULTS}/metrics.csv",
        "means": f"{RESULTS}/metrics.json",
        "curves": f"{RESULTS}/curves.csv",
    },
    "table": TABLE,
    "timing_table": TABLE,
    "figure": {suffix: f"{RESULTS}/figures/{{figure}}.{suffix}" for suffix in ("pdf", "svg", "csv")},
    "claims": {"json": f"{RESULTS}/claims.json", "csv": f"{RESULTS}/claims.csv"},
    "report": {"page": f"{RESULTS}/report.html", "document": f"{RESULTS}/report.tex"},
    "pdf": {"pdf": f"{RESULTS}/report.pdf"},
}
# A resumable training keeps its checkpoint here: Snakemake deletes outputs before it starts a job again.
STATE = "results/.state/{study}/{dataset}/{noise}/{method}/seed{seed}"
PRETRAINING_STATE = "results/.state/pretraining/{backbone}"

# Below logs/: what studies share, and what is a study's own.
SHARED_LOGS = {
    "download": "download/{dataset}",
    "prepare": "prepare/{dataset}",
    "weights": "weights/{architecture}",
    "pretrain": "pretrain/{backbone}",
    "authors_list": "lists/{kind}/{noise}",
}
STUDY_LOGS = {
    "features": "features/{dataset}",
    "noise": "noise/{dataset}/{noise}",
    "train": "train/{dataset}/{noise}/{method}/seed{seed}",
    "timing": "timing/{table}/{dataset}",
    "collect": "collect",
    "table": "tables/{table}",
    "timing_table": "tables/{table}",
    "figure": "figures/{figure}",
    "claims": "claims",
    "report": "report",
    "pdf": "pdf",
}


@dataclass(frozen=True)
class Layout:
    """The files of one study, as patterns with wildcards."""

    study: str

    def outputs(self, rule: str) -> dict[str, str]:
        """Return the patterns of a rule's outputs by the names that its command uses."""
        return {name: self._of_study(pattern) for name, pattern in OUTPUTS[rule].items()}

    def state(self) -> str:
        """Return the pattern of the folder in which an unfinished training keeps its checkpoint."""
        return self._of_study(STATE)

    def pretraining_state(self) -> str:
        """Return the pattern of the folder in which an unfinished pretraining keeps its checkpoint."""
        return PRETRAINING_STATE

    def log(self, rule: str) -> str:
        """Return the pattern of the file in which a rule's jobs say what they do."""
        folder, stem = self._log_place(rule)
        return f"{folder}/{stem}.log"

    def benchmark(self, rule: str) -> str:
        """Return the pattern of the file in which Snakemake writes what a rule's jobs took."""
        folder, stem = self._log_place(rule)
        return f"{folder}/benchmarks/{stem}.tsv"

    def _log_place(self, rule: str) -> tuple[str, str]:
        if rule in SHARED_LOGS:
            return "logs/data", SHARED_LOGS[rule]
        return f"logs/{self.study}", STUDY_LOGS[rule]

    def _of_study(self, pattern: str) -> str:
        return pattern.replace("{study}", self.study)
