"""RParis6k, the test data of Oxford and Landmarks: 70 queries against 6,322 photographs of Paris."""

import pickle
from pathlib import Path
from typing import IO, Any

from prism.data.archives.find import images_below, locate, relative
from prism.data.entry import Count, Entry, Split
from prism.data.remote import RemoteFile
from prism.errors import PrismError

GROUND_TRUTH = "gnd_rparis6k.pkl"
KINDS = ("easy", "hard", "junk")
_HOSTS = ("https://www.robots.ox.ac.uk/~vgg/data", "https://thor.robots.ox.ac.uk")

# Nobody has published checksums. Since June 2022 faces are blurred in these files, which hardly matters to the results.
FILES = (
    *(
        RemoteFile(f"paris_{part}-v1.tgz", tuple(f"{host}/parisbuildings/paris_{part}-v1.tgz" for host in _HOSTS))
        for part in (1, 2)
    ),
    RemoteFile(
        GROUND_TRUTH,
        (f"http://cmp.felk.cvut.cz/revisitop/data/datasets/rparis6k/{GROUND_TRUTH}",),
        unpack=False,
    ),
)
EXPECTED: dict[Split, Count] = {"test": Count(6_322, 12), "query": Count(70)}
LICENCE = "images of Flickr under the terms of their photographers, for research"
CITATION = "Radenovic et al., Revisiting Oxford and Paris: Large-Scale Image Retrieval Benchmarking, CVPR 2018"
BY_HAND = (
    "get paris_1-v1.tgz and paris_2-v1.tgz from https://www.robots.ox.ac.uk/~vgg/data/parisbuildings/ and "
    f"{GROUND_TRUTH} from http://cmp.felk.cvut.cz/revisitop/data/datasets/rparis6k/"
)


def entries(files: Path) -> list[Entry]:
    """Return the images of the database in the order in which the ground truth counts them, then the queries."""
    truth = _load_ground_truth(files)
    paths = {path.stem: relative(path, files) for path in images_below(files) if path.stem.startswith("paris_")}

    def entry(name: str, split: Split, crop: tuple[int, int, int, int] | None = None) -> Entry:
        return Entry(paths.get(name, f"jpg/{name}.jpg"), landmark(name.removeprefix("paris_")), split, crop)

    database = [entry(name, "test") for name in truth["imlist"]]
    boxes = [_box(query["bbx"]) for query in truth["gnd"]]
    return database + [entry(name, "query", box) for name, box in zip(truth["qimlist"], boxes, strict=True)]


def ground_truth(files: Path) -> list[dict[str, list[int]]]:
    """Return, for each query, the places in the database of its easy, hard and junk images."""
    return [{kind: [int(i) for i in query[kind]] for kind in KINDS} for query in _load_ground_truth(files)["gnd"]]


def landmark(stem: str) -> str:
    """Return the landmark that a file shows by its name: christ_church for christ_church_000212."""
    return stem.rpartition("_")[0]


def _box(corners: Any) -> tuple[int, int, int, int]:
    left, upper, right, lower = (round(float(corner)) for corner in corners)
    return left, upper, right, lower


def _load_ground_truth(files: Path) -> dict[str, Any]:
    """Return the content of the published pickle, checked to be consistent."""
    path = locate(files, GROUND_TRUTH)
    try:
        with path.open("rb") as stream:
            truth: dict[str, Any] = _Unpickler(stream).load()
        lengths = {len(truth["qimlist"]), len(truth["gnd"])}
        places = [place for query in truth["gnd"] for kind in KINDS for place in query[kind]]
        if len(truth["imlist"]) <= max(places, default=-1):
            raise ValueError("it names more images than it has")
    except (pickle.UnpicklingError, EOFError, LookupError, TypeError, ValueError) as error:
        raise PrismError(
            f"{path} is not the ground truth of RParis6k ({error}): delete it and get it again."
        ) from error
    if len(lengths) != 1:
        raise PrismError(f"{path} has not one entry for each query: delete it and get it again.")
    return truth


class _Unpickler(pickle.Unpickler):
    """Reads pickles of lists, dicts and NumPy arrays only, because a pickle could run any code."""

    ALLOWED = frozenset(
        {
            ("numpy", "ndarray"),
            ("numpy", "dtype"),
            ("numpy._core.multiarray", "_reconstruct"),
            ("numpy._core.multiarray", "scalar"),
            # Python 3 writes the bytes of an array, and empty bytes, for Python 2 by these.
            ("_codecs", "encode"),
            ("__builtin__", "bytes"),
        }
    )

    def __init__(self, stream: IO[bytes]) -> None:
        super().__init__(stream, encoding="latin1")  # Python 2 may have written it

    def find_class(self, module: str, name: str) -> Any:
        module = module.replace("numpy.core", "numpy._core")  # what it was called before NumPy 2
        if (module, name) not in self.ALLOWED:
            raise pickle.UnpicklingError(f"it wants to run {module}.{name}")
        return super().find_class(module, name)
