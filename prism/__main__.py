"""The command `prism`, which is also `python -m prism VERB`."""

import sys


def main() -> None:
    """Run a verb; where a package that it needs is missing, say in one sentence which extras bring it."""
    try:
        from prism.cli import main as run_verb

        run_verb()
    except ModuleNotFoundError as error:
        if error.name is None or error.name.partition(".")[0] == "prism":
            raise  # a fault of the code, which no extra mends
        print(
            f"prism: the package {error.name} is not installed: pip install 'prism-dml[audit]' brings what "
            "`prism audit` needs, and 'prism-dml[pipeline]' what every verb needs.",
            file=sys.stderr,
        )
        sys.exit(1)


if __name__ == "__main__":
    main()
