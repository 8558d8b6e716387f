"""The training that makes the weights of a backbone which nobody publishes."""

from prism.errors import PrismError
from prism.results.settings import RunSettings
from prism.study.params import Params

STUDY = "pretraining"  # stands in records where a run has its study: all studies share the weights


def pretraining_run(params: Params, backbone: str) -> RunSettings:
    """Return the settings of the run that pretrains a backbone."""
    entry = params.pretraining[backbone]
    return RunSettings(
        study=STUDY,
        dataset=entry.dataset,
        noise="clean",
        noise_rate=0.0,
        method=entry.uses,
        uses=entry.uses,
        seed=entry.seed,
        backbone=backbone,
        training=entry.training,
        settings=entry.settings,
        network=params.backbones[backbone],
        end_to_end=entry.end_to_end.model_copy(update={"pretrained": False}),
    )


def check_pretraining(params: Params) -> None:
    """Raise a PrismError for a study whose data are not those whose test classes a backbone was kept away from."""
    for name, study in params.studies.items():
        for dataset in study.datasets:
            own = study.per_dataset.get(dataset)
            for backbone in filter(None, ((own and own.backbone) or study.backbone, study.noise_backbone)):
                entry = params.pretraining.get(backbone)
                if entry is not None and entry.dataset != dataset:
                    raise PrismError(
                        f"params.yaml: studies.{name} uses {backbone} on {dataset}, but it is pretrained on classes of"
                        f" {entry.dataset}, which may be test classes there; add another backbone to pretraining."
                    )
