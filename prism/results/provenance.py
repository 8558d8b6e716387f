"""Where and by what something was computed, as it is stored beside it."""

from prism.io.strict_model import StrictModel


class Machine(StrictModel):
    node: str
    cpu: str
    processor: str
    system: str


class Provenance(StrictModel):
    """The fields that every record of a computation has."""

    commit: str | None  # None where the code is not in a Git checkout
    modified: bool  # whether the checkout had changes that were not committed
    lock_sha256: str | None  # of requirements.lock
    threads: int
    device: str  # "cpu", or the name of the GPU
    instruction_set: str | None = None  # "AVX2" where libraries are pinned to it, else "native"; None: not recorded
    machine: Machine
    versions: dict[str, str]  # package: version
    data_sha256: dict[str, str]  # input: its checksum

    @property
    def hardware(self) -> str:
        """Return the device with the CPU and the threads of a run, as readers know them."""
        threads = f"{self.threads} thread{'s' if self.threads > 1 else ''} a run"
        cpu = f"{self.machine.cpu}, {threads}"
        return cpu if self.device == "cpu" else f"{self.device}, {cpu}"
