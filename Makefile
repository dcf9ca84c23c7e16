# Two commands do everything on a fresh machine with Python 3.11 or newer:
#   make play    installs and starts a game
#   make test    installs what the tests need, and runs them all
PYTHON ?= python3
VENV ?= .venv
BIN := $(VENV)/bin
GAME ?=

.PHONY: help play test lint types unit bench soak golden clean

help:
	@sed -n 's/^# \{0,1\}//p' Makefile | head -3
	@echo "  make lint    format and check; make bench  moves a second; make soak  long campaigns"

$(BIN)/python:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || \
	  { echo "Tablée needs Python 3.11 or newer; set PYTHON=/path/to/python3.11"; exit 1; }
	$(PYTHON) -m venv $(VENV)

$(VENV)/.play: $(BIN)/python pyproject.toml
	$(BIN)/python -m pip install --quiet --editable .
	@touch $@

$(VENV)/.test: $(BIN)/python pyproject.toml
	$(BIN)/python -m pip install --quiet --editable '.[dev]'
	@touch $@ $(VENV)/.play

# rlskyjo asks for Ray and PyTorch, which the game we measure does not use.
$(VENV)/.bench: $(VENV)/.test
	$(BIN)/python -m pip install --quiet --editable '.[peers]'
	$(BIN)/python -m pip install --quiet --no-deps 'rlskyjo==1.0.0'
	@touch $@

play: $(VENV)/.play
	@$(BIN)/tablee play $(GAME)

test: lint types unit

lint: $(VENV)/.test
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/lint-imports

types: $(VENV)/.test
	$(BIN)/mypy

unit: $(VENV)/.test
	$(BIN)/python -m pytest --numprocesses 2 --dist loadgroup --cov --cov-report=term --cov-fail-under=98

bench: $(VENV)/.bench
	$(BIN)/python bench/bench.py

soak: $(VENV)/.test
	$(BIN)/python tools/soak.py
	$(BIN)/python tools/mutate.py

golden: $(VENV)/.test
	cd tests && ../$(BIN)/python golden.py && ../$(BIN)/python perft.py

clean:
	rm -rf $(VENV) .mypy_cache .pytest_cache .ruff_cache .hypothesis .import_linter_cache dist mutants
