"""The lists of noisy labels that the paper's authors released, as of commit 06e7fa2 of their repository."""

from typing import NamedTuple

from prism.data.remote import RemoteFile
from prism.errors import PrismError
from prism.noise.model import Numbering
from prism.noise.name import parse_noise

REPOSITORY = "https://raw.githubusercontent.com/alibaba-edu/Ranking-based-Instance-Selection"


class AuthorsList(NamedTuple):
    labels: RemoteFile  # a label for every training image
    clean: RemoteFile  # its companion, which has those images alone whose label is right
    numbering: Numbering


def released_list(kind: str, noise: str) -> AuthorsList:
    """Return the list that was released for a kind of dataset and a noise such as `symmetric-20`."""
    if (kind, noise) not in AUTHORS_LISTS:
        known = ", ".join(f"{noise} for {kind}" for kind, noise in AUTHORS_LISTS)
        raise PrismError(f"The authors released no list of {noise} noise for {kind}: choose one of {known}.")
    return AUTHORS_LISTS[kind, noise]


def _authors_list(kind: str, noise: str, labels: str, clean: str) -> AuthorsList:
    """Return the list for a kind of dataset and a noise, whose files are named after both, by their checksums."""
    parsed = parse_noise(noise)
    released = parsed.model.released
    assert released is not None
    stem = f"{kind.upper()}_{parsed.rate:g}{released.name}noised"
    return AuthorsList(
        labels=_file(f"{stem}_train.csv", labels),
        clean=_file(f"{stem}_cleaned_train.csv", clean),
        numbering=released.numbering,
    )


def _file(name: str, checksum: str) -> RemoteFile:
    urls = tuple(f"{REPOSITORY}/{branch}/datalist/{name}" for branch in ("master", "main"))
    return RemoteFile(name, urls, f"sha256:{checksum}", unpack=False)


# By the kind of dataset and the name of the noise: the sha256 of the list, and of its companion.
_CHECKSUMS = {
    ("cars", "symmetric-10"): (
        "362101159034c19efcf387767df4e694eeb1ccca35d25272973b019e6f7124ae",
        "e7b394523e05923c92aab6895828286da583f95400859d9beb3f4170390c0c0b",
    ),
    ("cars", "symmetric-20"): (
        "1d66a9f2dd11d2a9fdd2bceeff6d46a7163e2692fe001c75b034d1edfbc791b6",
        "001effe8e0c0b561febebf07d26a5074345c8f418a06ce2c6eddbfc427527c27",
    ),
    ("cars", "symmetric-50"): (
        "5c7b8e173959341bd36d9897eb85713e57f18e2a0aa6702e0c8c65834753b035",
        "5f496a3c08aff419a7598f31d1b51b3897aa35db3a39b13f101b2b60f71ea528",
    ),
    ("cars", "smallcluster-25"): (
        "100d9538889bb1a1c110f68fc96ef668c824986131da308a2c957c9b61af16ae",
        "81743ee6e27f799045bcbde3a0a11102841c00f915076f194182cba56ece421f",
    ),
    ("cars", "smallcluster-50"): (
        "f0323dbd4b36cd8eb49315957c94e0cb4fd47fc3251ca1c1810d8de2adffe608",
        "9ceaa8db8650447994fe17ed785bd70fb2755d21f764c7bf43cb19da8abf0e2f",
    ),
    ("cub", "symmetric-10"): (
        "676459b257227b8698acf624b64023d295a6a725089a7ee415d799e984fb7500",
        "2c378da07e61ade866e317dbc63d8065624915c15267c60b1a70f8675f3bb668",
    ),
    ("cub", "symmetric-20"): (
        "a80589a6b76ca34718ace5da8594eaaac40abad3b85d84eca4f8563e238023dd",
        "71ca9672888b43945534a3fbc7fbf2732a1ec49b14b85a51b1a399cf886ab06b",
    ),
    ("cub", "symmetric-50"): (
        "db0d21117a9b34431454f991efda2167563bd48849712088cbb92aff15adb70e",
        "2876ef3e00aa63c553578b9b147125b17a954d0db40a28174c11b1aa3c6db3d4",
    ),
    ("cub", "smallcluster-25"): (
        "fc84523c13236335c910166342ba5b5e2db4d0ff8da3fdb1028b8e83ccb52548",
        "5be62cf36d5b96bb117a66164fbd795f91c3b92a4cfa3b3f8ee7fb179a7c78ff",
    ),
    ("cub", "smallcluster-50"): (
        "b8b4f9dc52848118d9b0b042ef94914b14f27053212c14ace1b67d1c64621748",
        "340a2cd76ecc216d44803f87e6e8d962f0f7465d0d732d75b498319c48574390",
    ),
    ("sop", "symmetric-10"): (
        "793861db585fe8bf02ee7a38ea54a25d5f6fa2177d80ee60bd798add2629a277",
        "92050902fc2e3668d54b040d531e2238b82d424dc1dfd6c5a06c806468ecb221",
    ),
    ("sop", "symmetric-20"): (
        "19817aa250913aa7642bc4aec1452f5fa10d024e040efbb39ace494dfedab463",
        "2b712f67e447a7002f9169b6ee35500e41caad66cc01ca7990382bb0d9c8464b",
    ),
    ("sop", "symmetric-50"): (
        "814607b1c1cdc94081655c16d301c4025daf40812a89bde982460fb32bbe2cf3",
        "775c0f34905460606603b9a1e2ae4ec115f2451927e72cbe63fcd39584e17bf2",
    ),
    ("sop", "smallcluster-25"): (
        "b7a353c5e81547b427f230e16a524071d098329d99706a116db2ad97926be656",
        "51128a42525408af6db5e463b7668609785f156de7412a4ef1f5d48398550015",
    ),
    ("sop", "smallcluster-50"): (
        "95c5a87a9003a72993589bd797436c8c7747cb120703098a5d0ebbf796d2c776",
        "0f38c4cf1c92bf45809a5bae9717fb0b0a07986a01007bec5470bb1e0eb67e12",
    ),
}

# By the kind of dataset and the name of the noise.
AUTHORS_LISTS = {key: _authors_list(*key, *checksums) for key, checksums in _CHECKSUMS.items()}
