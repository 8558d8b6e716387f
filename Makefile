# `make` runs the study that params.yaml names, from nothing to its report. `make test-fast` runs the unit tests,
# `make test` all tests.
PYTHON ?= python3
export PATH := $(CURDIR)/.venv/bin:$(PATH)
export VIRTUAL_ENV := $(CURDIR)/.venv
UV := $(shell grep -o '^uv==[0-9.]*' requirements.lock)

# Tests of a cluster and of DVC, which mostly wait for other programs.
WAITING := tests/slurm tests/dvc
# Processes for the unit tests; each takes about 1 GB of memory.
WORKERS ?= 2

.PHONY: study setup test test-fast bench bench-audit lint format lock schema publish adopt-results pulled clean

study: setup
	@snakemake --quiet rules
	@python -c "from prism.study import load; print('The report is results/' + load().study + '/report.html')"

setup: .venv/.ready

.venv/.ready: requirements.lock pyproject.toml
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { \
	  echo "Python 3.11 or newer is needed, and $(PYTHON) is $$($(PYTHON) -V 2>&1): install one and run 'make PYTHON=python3.11'."; \
	  exit 1; }
	@echo "Installing what requirements.lock pins into .venv (a minute or two, several GB)"
	@test -x .venv/bin/python || $(PYTHON) -m venv .venv
	@python -m pip install --quiet --disable-pip-version-check $(UV)
	@uv pip sync --quiet --compile-bytecode requirements.lock
	@uv pip install --quiet --no-deps --editable .
	@touch $@

# Unit tests alone, about a minute on two cores: run them after every change.
test-fast: setup
	@pytest tests/unit -n $(WORKERS)

# Every test. The waiting ones run beside the others, and print what they have to say at the end.
test: setup
	@log=$$(mktemp); pytest $(WAITING) > $$log 2>&1 & waiting=$$!; \
	  pytest tests/unit -n $(WORKERS); unit=$$?; \
	  pytest --ignore=tests/unit $(WAITING:%=--ignore=%); others=$$?; \
	  wait $$waiting; waited=$$?; cat $$log; rm $$log; \
	  exit $$(( unit + others + waited ))

bench: setup
	@python -m benchmarks

# Find wrong labels on known noise, and compare with cleanlab: a quarter of an hour on one core, nearly all of it
# cleanlab's classifiers. CUB takes part if data/cub is prepared. Writes docs/audit-quality.csv and the tables of its page.
bench-audit: setup
	@snakemake data/emoji/index.parquet data/glyphs/index.parquet --quiet rules
	@python -m benchmarks.audit_quality

lint: setup
	@ruff check .
	@ruff format --check .
	@snakefmt --check Snakefile workflow
	@snakemake --lint
	@mypy

format: setup
	@ruff check --fix .
	@ruff format .
	@snakefmt Snakefile workflow

# Run this after a change of the dependencies in pyproject.toml. Versions that are locked already stay as they are.
lock: setup
	@uv pip compile pyproject.toml --all-extras --universal --python-version 3.11 --generate-hashes \
	  --no-emit-index-url --quiet --output-file requirements.lock

# Run this after a change of what params.yaml may contain: the models in prism/study/, or the settings of a method.
schema: setup
	@python -m prism schema

# Copy a finished study to report/STUDY, which Git keeps, and its results into README.md, docs/results.md and docs/methods/.
STUDY ?= mini
publish: setup
	@python -m prism publish results/$(STUDY) --output report/$(STUDY)

# Run this after `dvc pull`, `dvc checkout` or `dvc exp apply`. If the files are those of dvc.lock, Snakemake gets records
# of them, as if it had made them here.
adopt-results: setup
	@dvc status --quiet || { \
	  echo "This folder is not as dvc.lock has it ('dvc status' says where): run 'dvc pull' or undo your changes, then 'make adopt-results' again."; \
	  exit 1; }
	@snakemake report --touch --forceall --quiet all
	@echo "Snakemake has adopted the results: it will run only what changes from here on."

# The former name of adopt-results.
pulled: adopt-results

# Delete all that was made or installed; results/README.md is part of the project.
clean:
	@rm -rf .venv .snakemake logs data
	@if test -d results; then find results -mindepth 1 -maxdepth 1 ! -name README.md -exec rm -rf {} +; fi
