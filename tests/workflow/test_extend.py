"""Follow docs/extend.md to the letter."""

import json
import re

from project import ROOT, Project

PAGE = (ROOT / "docs/extend.md").read_text(encoding="utf-8")


def test_the_example_is_one_file_and_one_entry(changed: Project) -> None:
    (file,) = re.findall(r"```python\n(.*?)```", PAGE, flags=re.DOTALL)
    entry, row = re.findall(r"```yaml\n(.*?)```", PAGE, flags=re.DOTALL)
    (changed.folder / "prism/methods/triplet.py").write_text(file, encoding="utf-8")
    changed.edit("params.yaml", "\nmethods:\n", f"\nmethods:\n{entry}")
    in_small_cluster = r"(  small_cluster:\n(?:    .*\n)*?)    rows: \["
    params = changed.folder / "params.yaml"
    params.write_text(re.sub(in_small_cluster, rf"\g<1>{row.rstrip()} ", params.read_text()))

    assert "train" in changed.plan("all_tables")
    result = changed.snakemake("all_tables")
    assert result.returncode == 0, result.stderr
    runs = sorted(changed.folder.glob("results/smoke/runs/*/*/triplet/seed0/metrics.json"))
    assert [run.parts[-4] for run in runs] == ["smallcluster-25", "smallcluster-50"]
    assert json.loads(runs[0].read_text())["settings"]["settings"] == {"margin": 0.1}
    assert "\nTriplet &" in (changed.folder / "results/smoke/tables/small_cluster.tex").read_text()

    # "trains the new rows and nothing else"
    trained = set(re.findall(r"/runs/emoji_slice/[^/]+/(\w+)/seed0/run\.json", result.stderr))
    assert trained == {"triplet"}
