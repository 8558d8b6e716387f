"""Start a real SLURM on this machine: its controller, one node with two pretended GPUs, and munge.

All of it is private to the tests. The GPUs are null devices: SLURM allocates them and sets CUDA_VISIBLE_DEVICES, but
there is no CUDA behind them.
"""

import os
import platform
import shutil
import signal
import subprocess
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

CONFIGURATION = """
ClusterName=test
SlurmctldHost={node}(127.0.0.1)
SlurmctldPort=16817
SlurmdPort=16818
SlurmUser=root
SlurmdUser=root
AuthType=auth/munge
AuthInfo=socket={folder}/munge.sock
CryptoType=crypto/munge
StateSaveLocation={folder}/state
SlurmdSpoolDir={folder}/spool
SlurmctldPidFile={folder}/slurmctld.pid
SlurmdPidFile={folder}/slurmd.pid
SlurmctldLogFile={folder}/slurmctld.log
SlurmdLogFile={folder}/slurmd.log
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
MpiDefault=none
ReturnToService=2
# The node claims four CPUs and much memory, whatever the machine has, so that jobs wait for GPUs alone.
SlurmdParameters=config_overrides
SelectType=select/cons_tres
SelectTypeParameters=CR_CPU_Memory
SchedulerParameters=batch_sched_delay=0,sched_interval=1,bf_interval=1,sched_min_interval=0
GresTypes=gpu
JobAcctGatherType=jobacct_gather/linux
JobAcctGatherFrequency=task=1
# Kill a job that uses more memory than it asked for, where there are no control groups to do it.
JobAcctGatherParams=OverMemoryKill
AccountingStorageType=accounting_storage/none
# Show finished jobs for so many seconds: tests ask for them at the end.
MinJobAge=7200
KillWait=5
NodeName={node} NodeAddr=127.0.0.1 CPUs=4 RealMemory=100000 Gres=gpu:2 State=UNKNOWN
PartitionName=cpu Nodes={node} Default=YES MaxTime=INFINITE State=UP
PartitionName=gpu Nodes={node} MaxTime=INFINITE State=UP
"""
SYSTEM_FOLDER = Path("/etc/slurm")  # the only place where steps inside a job look
FILES = ["slurm.conf", "gres.conf", "cgroup.conf"]


def missing() -> str | None:
    """Say what is lacking to start a cluster; None if nothing is."""
    programs = [name for name in ("munged", "slurmctld", "slurmd", "sbatch") if shutil.which(name) is None]
    if programs:
        return f"{', '.join(programs)} not installed: apt-get install slurmctld slurmd slurm-client munge"
    return None if os.geteuid() == 0 else "a private SLURM needs root"


@contextmanager
def running(folder: Path) -> Iterator[None]:
    """Run a cluster with its files in `folder` until the block ends."""
    node = platform.node().partition(".")[0]
    _configure(folder, node)
    try:
        munge = {"key-file": "key", "socket": "sock", "pid-file": "pid", "seed-file": "seed", "log-file": "log"}
        _call("munged", "--force", *(f"--{option}={folder}/munge.{name}" for option, name in munge.items()))
        _call("slurmctld", "-i")
        _wait(lambda: "is UP" in _output("scontrol", "ping"), "slurmctld")
        _call("slurmd", "-N", node)
        _wait(lambda: "idle" in _output("sinfo", "--noheader", "--format=%T"), "slurmd")
        yield
    finally:
        subprocess.run(["timeout", "10", "scancel", "--user=root"], check=False)
        for daemon, name in (("slurmd", "slurmd"), ("slurmctld", "slurmctld"), ("munged", "munge")):
            _stop(daemon, folder / f"{name}.pid")
        for name in FILES:
            (SYSTEM_FOLDER / name).unlink(missing_ok=True)


def _configure(folder: Path, node: str) -> None:
    for name in ("state", "spool"):
        (folder / name).mkdir(parents=True)
    for number in range(2):
        os.mknod(folder / f"nvidia{number}", 0o666 | 0o020000, os.makedev(1, 3))
    (folder / "munge.key").write_bytes(os.urandom(128))
    (folder / "munge.key").chmod(0o600)
    folder.chmod(0o755)  # munge's socket must be reachable
    (folder / "slurm.conf").write_text(CONFIGURATION.format(folder=folder, node=node))
    (folder / "gres.conf").write_text(f"NodeName={node} Name=gpu File={folder}/nvidia[0-1]\n")
    (folder / "cgroup.conf").write_text("CgroupPlugin=cgroup/v1\n")
    SYSTEM_FOLDER.mkdir(exist_ok=True)
    for name in FILES:
        link = SYSTEM_FOLDER / name
        if link.exists() and not link.is_symlink():
            raise RuntimeError(f"{link} belongs to a real cluster: these tests would replace it")
        link.unlink(missing_ok=True)
        link.symlink_to(folder / name)


def _call(*command: str) -> None:
    # Do not capture the output: daemons keep their streams open, so reading them would never end.
    subprocess.run(command, check=True, timeout=30, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)


def _output(*command: str) -> str:
    return subprocess.run(["timeout", "5", *command], capture_output=True, text=True, check=False).stdout


def _wait(condition: Callable[[], bool], what: str) -> None:
    for _ in range(300):
        if condition():
            return
        time.sleep(0.1)
    raise RuntimeError(f"{what} did not start")


def _stop(daemon: str, pid_file: Path) -> None:
    """Stop the process whose number is in the file, if it is still the daemon."""
    if not pid_file.exists():
        return
    process = Path("/proc") / pid_file.read_text().strip()
    if not (process / "comm").exists() or (process / "comm").read_text().strip() != daemon:
        return
    os.kill(int(process.name), signal.SIGTERM)
    for _ in range(150):
        if not process.exists():
            return
        time.sleep(0.1)
    os.kill(int(process.name), signal.SIGKILL)
