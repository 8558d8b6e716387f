"""The lists of noisy labels that the paper's authors released, as of commit 06e7fa2 of their repository."""

from typing import NamedTuple

from prism.data.remote import RemoteFile
from prism.noise.model import Numbering
from prism.noise.name import parse_noise

REPOSITORY = "https://raw.githubusercontent.com/alibaba-edu/Ranking-based-Instance-Selection"


class AuthorsList(NamedTuple):
    file: RemoteFile
    wrong: int  # how many of its labels are wrong
    numbering: Numbering


def _authors_list(kind: str, noise: str, wrong: int, checksum: str) -> AuthorsList:
    """Return the list for a kind of dataset and a noise, whose file is named after both."""
    parsed = parse_noise(noise)
    released = parsed.model.released
    assert released is not None
    name = f"{kind.upper()}_{parsed.rate:g}{released.name}noised_train.csv"
    urls = tuple(f"{REPOSITORY}/{branch}/datalist/{name}" for branch in ("master", "main"))
    return AuthorsList(RemoteFile(name, urls, f"sha256:{checksum}", unpack=False), wrong, released.numbering)


# By the kind of dataset and the name of the noise: wrong labels, and the sha256 of the file.
_RELEASED = {
    ("cars", "symmetric-10"): (863, "362101159034c19efcf387767df4e694eeb1ccca35d25272973b019e6f7124ae"),
    ("cars", "symmetric-20"): (1_628, "1d66a9f2dd11d2a9fdd2bceeff6d46a7163e2692fe001c75b034d1edfbc791b6"),
    ("cars", "symmetric-50"): (4_021, "5c7b8e173959341bd36d9897eb85713e57f18e2a0aa6702e0c8c65834753b035"),
    ("cars", "smallcluster-25"): (2_065, "100d9538889bb1a1c110f68fc96ef668c824986131da308a2c957c9b61af16ae"),
    ("cars", "smallcluster-50"): (4_047, "f0323dbd4b36cd8eb49315957c94e0cb4fd47fc3251ca1c1810d8de2adffe608"),
    ("cub", "symmetric-10"): (568, "676459b257227b8698acf624b64023d295a6a725089a7ee415d799e984fb7500"),
    ("cub", "symmetric-20"): (1_149, "a80589a6b76ca34718ace5da8594eaaac40abad3b85d84eca4f8563e238023dd"),
    ("cub", "symmetric-50"): (2_913, "db0d21117a9b34431454f991efda2167563bd48849712088cbb92aff15adb70e"),
    ("cub", "smallcluster-25"): (1_481, "fc84523c13236335c910166342ba5b5e2db4d0ff8da3fdb1028b8e83ccb52548"),
    ("cub", "smallcluster-50"): (2_948, "b8b4f9dc52848118d9b0b042ef94914b14f27053212c14ace1b67d1c64621748"),
    ("sop", "symmetric-10"): (5_913, "793861db585fe8bf02ee7a38ea54a25d5f6fa2177d80ee60bd798add2629a277"),
    ("sop", "symmetric-20"): (11_971, "19817aa250913aa7642bc4aec1452f5fa10d024e040efbb39ace494dfedab463"),
    ("sop", "symmetric-50"): (29_736, "814607b1c1cdc94081655c16d301c4025daf40812a89bde982460fb32bbe2cf3"),
    ("sop", "smallcluster-25"): (14_892, "b7a353c5e81547b427f230e16a524071d098329d99706a116db2ad97926be656"),
    ("sop", "smallcluster-50"): (29_777, "95c5a87a9003a72993589bd797436c8c7747cb120703098a5d0ebbf796d2c776"),
}

# By the kind of dataset and the name of the noise.
AUTHORS_LISTS = {key: _authors_list(*key, *released) for key, released in _RELEASED.items()}
