"""The models of `params.yaml`, from which its JSON schema is exported."""

from math import prod
from typing import Annotated, Any, Literal, Self

from pydantic import Discriminator, Field, Tag, create_model, model_validator

from prism.backbones.settings import Backbone
from prism.data.datasets import Dataset
from prism.errors import PrismError
from prism.figures.any_figure import AnyFigure
from prism.io.strict_model import Name, Seed, StrictModel
from prism.metrics.registry import MetricName
from prism.noise.name import NoiseKindName, NoiseName
from prism.noise.settings import Noise
from prism.results.settings import EndToEnd, Timing, Training

# A method may override any of the keys of Training; each keeps its own check.
TrainingOverrides: Any = create_model(  # type: ignore[call-overload]
    "TrainingOverrides",
    __base__=StrictModel,
    **{name: (Annotated[field.annotation, field], None) for name, field in Training.model_fields.items()},
)


class Overrides(StrictModel):
    """Settings of one method that differ from those of the study."""

    training: TrainingOverrides = Field(default=TrainingOverrides())
    settings: dict[str, Any] = Field(default={}, description="the method's own, as its file in prism/methods/ has them")

    def merged(self) -> dict[str, Any]:
        """Return the overridden keys of the training and of the method in one mapping."""
        training: dict[str, Any] = self.training.model_dump(exclude_unset=True)
        return training | self.settings


class DatasetOverrides(StrictModel):
    """Settings of a study that differ on one dataset."""

    backbone: Name | None = None
    training: TrainingOverrides = Field(default=TrainingOverrides())
    methods: dict[Name, Overrides] = Field(default={}, description="what the methods do differently on it")


DataOf = dict[Name, Annotated[list[Name], Field(min_length=1)]]


class Study(StrictModel):
    """A choice of data, network and budget for the tables and figures."""

    title: str
    tables: DataOf = Field(min_length=1, description="table: the datasets that fill it")
    figures: DataOf = Field(default={}, description="figure: the datasets that it shows")
    noise: dict[Name, Annotated[list[NoiseName], Field(min_length=1)]] = Field(
        default={}, description="table of scores: its columns in this study, instead of its own"
    )
    backbone: Name
    end_to_end: EndToEnd | None = Field(default=None, description="trains the whole backbone; without it, a head alone")
    noise_backbone: Name | None = Field(default=None, description="whose features Small Cluster noise clusters")
    authors_lists: bool = Field(default=False, description="the labels that the authors released, where they did")
    training: Training
    timing: Timing = Field(default=Timing(), description="how its tables of training time are measured")
    seeds: list[Seed] | None = Field(default=None, min_length=1, description="instead of the common seeds")
    methods: dict[Name, Overrides] = Field(default={}, description="what the methods do differently in this study")
    per_dataset: dict[Name, DatasetOverrides] = Field(
        default={}, description="what is different on one of the datasets"
    )

    @property
    def datasets(self) -> list[str]:
        """Return the datasets that its tables and figures need, in their order."""
        return list(dict.fromkeys(name for names in (self.tables | self.figures).values() for name in names))

    @property
    def trains_on_gpu(self) -> bool:
        """Return whether its trainings ask for a GPU."""
        return self.end_to_end is not None and self.end_to_end.device == "gpu"

    def limited_to(self, only: list[str]) -> "Study":
        """Return the study with these datasets alone, and the tables and figures that they fill."""
        kept = {
            part: {name: found for name, data in entries.items() if (found := [d for d in data if d in only])}
            for part, entries in (("tables", self.tables), ("figures", self.figures))
        }
        return self.model_copy(update=kept)


class MethodEntry(Overrides):
    """A method as tables and figures name it."""

    label: str
    group: Literal["classification", "proxy", "pair", "beyond"] = Field(description="`beyond`: not in the paper")
    uses: Name = Field(description="the file in prism/methods/")
    follows: Name | None = Field(default=None, description="the method whose training and settings it has everywhere")
    only_clean: bool = Field(default=False, description="trains on samples with a right label alone: an oracle")
    networks: int = Field(default=1, ge=1, description="how many it trains, for the estimate of a study's cost")
    undefined_under: dict[NoiseKindName, str] = Field(
        default={}, description="kinds of noise under which the method is not run, and why: a table says it in its note"
    )


class Pretraining(StrictModel):
    """How a backbone that nobody publishes weights of is pretrained: on clean labels of classes in neither split."""

    dataset: Name = Field(description="whose split `pretrain` it learns, and whose splits it keeps apart")
    uses: Name = Field(description="the file in prism/methods/")
    settings: dict[str, Any] = Field(default={}, description="the method's own, as its file in prism/methods/ has them")
    end_to_end: EndToEnd
    training: Training
    seed: Seed


Rows = Annotated[
    list[Name] | dict[str, str], Field(min_length=1, description="methods, or label: method@key=value@key=value")
]


class Table(StrictModel):
    """Scores of trainings, a row a method."""

    kind: Literal["scores"] = "scores"
    caption: str
    metrics: list[MetricName] = Field(min_length=1)
    rows: Rows
    noise: list[NoiseName] = Field(min_length=1, description="columns")


class TimingTable(StrictModel):
    """How long training takes, a row a method: measured by steps of its own, without a training."""

    kind: Literal["timing"]
    caption: str
    rows: Rows
    noise: NoiseName
    baseline: str = Field(description="the method of the row that the others' times are divided by")


def _kind_of_table(table: Any) -> Any:
    return table.get("kind", "scores") if isinstance(table, dict) else getattr(table, "kind", "scores")


AnyTable = Annotated[
    Annotated[Table, Tag("scores")] | Annotated[TimingTable, Tag("timing")],
    Discriminator(
        _kind_of_table,
        custom_error_type="kind_of_table",
        custom_error_message="Its kind must be scores (which need not be said) or timing",
    ),
]


Grid = dict[Name, Annotated[list[float | int], Field(min_length=1)]]


class Tuning(StrictModel):
    """The search that every method gets, on training classes alone, with as many trials for each."""

    held_out: float = Field(gt=0, lt=1, description="share of the training classes that the methods are judged on")
    noise: list[NoiseName] = Field(min_length=1)
    seed: Seed
    grid: Grid = Field(description="values to try in all combinations")
    grid_with_proxies: Grid = Field(description="the grid of methods with a proxy_learning_rate")
    pretraining: Grid = Field(default={}, description="strengths of pretraining to try: pretrain_classes, iterations")

    @model_validator(mode="after")
    def _equal_effort(self) -> Self:
        plain, with_proxies = (prod(map(len, grid.values())) for grid in (self.grid, self.grid_with_proxies))
        if plain != with_proxies:
            raise ValueError(f"gives methods without proxies {plain} trials and those with proxies {with_proxies}")
        return self


class Params(StrictModel):
    """The whole configuration."""

    study: Name = Field(description="the study that `make`, `snakemake` and `dvc repro` run")
    only: list[Name] | None = Field(default=None, min_length=1, description="leave out the study's other datasets")
    seeds: list[Seed] = Field(min_length=1)
    studies: dict[Name, Study] = Field(min_length=1)
    datasets: dict[Name, Dataset]
    backbones: dict[Name, Backbone]
    pretraining: dict[Name, Pretraining] = Field(default={}, description="backbone: how its weights are made here")
    noise: Noise
    methods: dict[Name, MethodEntry]
    tables: dict[Name, AnyTable]
    figures: dict[Name, AnyFigure]
    tuning: dict[Name, Tuning] = Field(description="study: how its hyper-parameters were chosen")

    @property
    def active_study(self) -> Study:
        """Return the study that runs, limited to the datasets of `only` if there are any."""
        study = self.studies[self.study]
        return study if self.only is None else study.limited_to(self.only)

    @property
    def active_tuning(self) -> Tuning:
        """Return the search of the active study."""
        if self.study not in self.tuning:
            raise PrismError(f"params.yaml: tuning has no entry for the study {self.study}; add one.")
        return self.tuning[self.study]

    @property
    def active_seeds(self) -> list[int]:
        """Return the seeds of the active study."""
        return self.active_study.seeds or self.seeds
