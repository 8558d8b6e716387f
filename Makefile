# `make` runs the study that params.yaml names, from nothing to its report; `make test` runs the tests.
PYTHON ?= python3
export PATH := $(CURDIR)/.venv/bin:$(PATH)
export VIRTUAL_ENV := $(CURDIR)/.venv
UV := $(shell grep -o '^uv==[0-9.]*' requirements.lock)

WAITING := tests/slurm tests/dvc

.PHONY: study setup test bench lint format lock schema publish pulled clean

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

# In two processes, because the tests of a cluster mostly wait for it; what they say comes last.
test: setup
	@said=$$(mktemp); pytest $(WAITING) > $$said 2>&1 & waiting=$$!; \
	  pytest $(WAITING:%=--ignore=%); others=$$?; wait $$waiting; waited=$$?; cat $$said; rm $$said; \
	  exit $$(( others + waited ))

bench: setup
	@python -m benchmarks

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

# After a change of the dependencies in pyproject.toml.
lock: setup
	@uv pip compile pyproject.toml --all-extras --universal --python-version 3.11 --generate-hashes \
	  --no-emit-index-url --quiet --output-file requirements.lock

# After a change of the models in prism/study/ or of a method's settings.
schema: setup
	@python -m prism schema

# The copy of the finished study that Git keeps, and the tables in README.md and docs/methods/.
publish: setup
	@python -m prism publish results/mini --output report/mini
	@if command -v chromium > /dev/null; then \
	  chromium --headless --no-sandbox --hide-scrollbars --window-size=1100,1500 \
	    --screenshot=report/mini/report.png "file://$(CURDIR)/report/mini/report.html" 2> /dev/null; \
	else echo "The README's picture of the report, report/mini/report.png, needs Chromium: install it and run 'make publish' again."; fi

# After `dvc pull`, `dvc checkout` or `dvc exp apply`: Snakemake takes the files for its own, if they are those of dvc.lock.
pulled: setup
	@dvc status --quiet || { \
	  echo "This folder is not as dvc.lock has it ('dvc status' says where): run 'dvc pull' or undo your changes, then 'make pulled' again."; \
	  exit 1; }
	@snakemake report --touch --forceall --quiet all
	@echo "Snakemake has taken what was pulled for its own."

clean:
	rm -rf .venv .snakemake results logs data
