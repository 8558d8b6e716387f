import json
import subprocess
import sys
import time
from pathlib import Path

from workflow.usage import note_usage


def test_a_line_counts_the_time_of_this_process_and_of_those_it_has_waited_for(tmp_path: Path) -> None:
    file = tmp_path / "logs/usage.jsonl"
    note_usage(file)
    subprocess.run([sys.executable, "-c", "import time\nwhile time.process_time() < 0.5: pass"], check=True)
    note_usage(file)
    before, after = map(json.loads, file.read_text().splitlines())
    assert after["cpu_seconds"] - before["cpu_seconds"] >= 0.5
    assert before["began"] == after["began"] < before["ended"] <= after["ended"] <= time.time()
