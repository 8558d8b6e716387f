"""The searches that choose hyper-parameters, on the slice that the smoke study prepared."""

import pandas as pd

from project import Project


def test_a_search_tries_everything_and_goes_on_where_it_stopped(changed: Project) -> None:
    command = ("python", "-m", "prism", "tune", "mcl_prism", "softtriple", "mcl_oracle", "--study", "smoke")
    result = changed.run(*command, "--output", "tuned", "--processes", "2")
    assert result.returncode == 0, result.stderr
    assert "put the best of each method into studies.smoke.methods" in result.stdout
    for method, key in {
        "mcl_prism": "learning_rate",
        "softtriple": "proxy_learning_rate",
        "mcl_oracle": "learning_rate",
    }.items():
        trials = pd.read_csv(changed.folder / f"tuned/{method}.csv")
        assert len(trials) == 4
        assert set(trials["noise"]) == {"symmetric-20", "smallcluster-25"}
        assert trials[key].nunique() == 2
        assert trials["map_at_r"].between(0, 1).all()
    whole = (changed.folder / "tuned/mcl_prism.csv").read_text()
    (changed.folder / "tuned/mcl_prism.csv").write_text("".join(whole.splitlines(keepends=True)[:3]))
    assert changed.run(*command, "--output", "tuned").returncode == 0
    assert (changed.folder / "tuned/mcl_prism.csv").read_text() == whole  # the same bytes, whoever makes a trial


def test_a_search_of_the_pretraining_starts_from_random_weights_too(changed: Project) -> None:
    result = changed.run("python", "-m", "prism", "tune-pretraining", "--study", "smoke", "--output", "tried.csv")
    assert result.returncode == 0, result.stderr
    tried = pd.read_csv(changed.folder / "tried.csv").groupby("iterations")
    assert tried.groups.keys() == {0, 10}
    assert tried.get_group(0)["method"].tolist() == ["untrained", "mcl", "mcl", "mcl_prism", "mcl_oracle"]
    assert len(tried.get_group(10)) == 5 + 3  # without features there is no Small Cluster noise


def test_without_its_data_a_search_says_what_makes_them(clone: Project) -> None:
    result = clone.run("python", "-m", "prism", "tune", "mcl", "--study", "smoke")
    assert result.returncode == 1
    assert result.stderr == (
        "prism: data/glyphs_slice/index.parquet is missing: run `snakemake all_noise --config study=smoke`, and then"
        " this again.\n"
    )
