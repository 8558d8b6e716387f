"""Refuse, before anything runs, a copy of a dataset in which the authors' lists cannot find their images."""

from prism.data.sources import source_of
from prism.errors import PrismError
from prism.noise.name import parse_noise
from prism.study.params import Params
from prism.study.runs import study_runs
from prism.study.timings import all_timed_runs


def check_copies(params: Params) -> None:
    """Raise a PrismError for the first dataset of the active study whose copy on disk does not fit the lists it needs.

    Where nothing on disk shows it yet, the noise of the dataset is refused when it is made.
    """
    runs = study_runs(params) + all_timed_runs(params)
    for dataset in dict.fromkeys(run.dataset for run in runs if parse_noise(run.noise).by_authors):
        settings = params.datasets[dataset]
        listed = source_of(settings.kind).listed_images
        sign = listed and listed.sign_of_other_names(settings)
        if listed and sign and settings.local_path:
            key, path = settings.local_path
            raise PrismError(
                f"params.yaml: datasets.{dataset}.{key} is {path}, a copy with {sign}, in which the authors' lists of "
                f"study {params.study} cannot find their images: set it to {listed.copy}, or let the study do without "
                "the lists (authors_lists: false)."
            )
