import pytest

from prism.audit.progress import Progress


def test_a_line_says_how_long_the_rest_takes(capsys: pytest.CaptureFixture[str]) -> None:
    with Progress("features", 1000, done=200) as progress:
        progress.add(100)
        assert progress.line(10) == "features: 300 of 1000 images, about 1 min 10 s left"  # 0.1 s for each of 700
        progress.add(690)
        assert progress.line(79) == "features: 990 of 1000 images, about 1 s left"
        progress.add(10)
    assert capsys.readouterr().err == "features: 1000 of 1000 images\n"  # no terminal, and no 30 seconds before
