# Two commands do everything on a fresh machine with Python 3.11 or newer:
#   make play    installs, builds the page and starts the table on http://localhost:8000
#   make test    installs what the tests need, and runs them all
PYTHON ?= python3
VENV ?= .venv
BIN := $(VENV)/bin
GAME ?=
PORT ?= 8000
PAGE := src/tablee/page/index.html
SOURCES := $(shell find web/src web/public web/print src/tablee/words -type f 2>/dev/null) \
  web/index.html web/package-lock.json web/vite.config.ts hatch_build.py

CAMPAIGNS := games transcripts dice kills power disk upgrade worlds clock secrets hostile bodies flood queues pruning year processes replays

.PHONY: help play terminal page site check test compiled modules static lint types logic fast rules others \
  lock lock-check audit sbom image bench load bench-page pictures docs docs-serve soak golden clean \
  $(CAMPAIGNS:%=soak-%)

help:
	@sed -n 's/^# \{0,1\}//p' Makefile | head -3
	@echo "  make check  format, types and the fast tests; make soak  long campaigns; make soak-kills  one of them"
	@echo "  make terminal  play in the terminal; make page  build the page; make site  as a static site; make lock  renew the locks"
	@echo "  make bench  moves a second; make load  the server under load; make bench-page  the page"
	@echo "  make docs  build the documentation into site; make docs-serve  show it while you write"
	@echo "  make audit  locked packages against advisories; make sbom  what a release is made of; make image"
	@echo "  make pictures  take the pictures of docs/pictures anew"

INSTALL = $(PYTHON) tools/install.py $(VENV)

$(VENV)/.play: requirements/play.txt requirements/uv.txt pyproject.toml tools/install.py
	@$(INSTALL) play
	@touch $@

$(VENV)/.test: requirements/test.txt requirements/uv.txt pyproject.toml tools/install.py
	@$(INSTALL) test
	@touch $@ $(VENV)/.play

$(VENV)/.bench: requirements/bench.txt requirements/rlskyjo.txt $(VENV)/.test
	@$(INSTALL) bench
	@touch $@

AUDIT := $(VENV)-audit
$(AUDIT)/.audit: requirements/audit.txt requirements/uv.txt tools/install.py
	@$(PYTHON) tools/install.py $(AUDIT) audit
	@touch $@

$(VENV)/.chromium: $(VENV)/.test tools/chromium.py
	@$(BIN)/python tools/chromium.py > $@ || { rm -f $@; exit 1; }

# Its tools come from pyproject.toml alone, so that it also works where a lock file is gone.
LOCK := $(VENV)-lock
lock:
	@test -x $(LOCK)/bin/uv || $(PYTHON) tools/install.py $(LOCK) lock
	@PATH="$(abspath $(LOCK)/bin):$$PATH" $(LOCK)/bin/python tools/lock.py

lock-check: $(VENV)/.test
	$(BIN)/python tools/lock.py --check

NODE_MODULES := web/node_modules/.package-lock.json
$(NODE_MODULES): $(VENV)/.play web/package-lock.json
	@$(BIN)/python hatch_build.py install
	@touch $@

$(PAGE): $(VENV)/.play $(NODE_MODULES) $(SOURCES)
	$(BIN)/python hatch_build.py

page: $(PAGE)

# The page as files for any host.
site: $(VENV)/.play $(PAGE)
	@$(BIN)/tablee site --out public

play: $(VENV)/.play $(PAGE)
	@$(BIN)/tablee serve --port $(PORT)

terminal: $(VENV)/.play
	@$(BIN)/tablee play $(GAME)

# Three lanes. check: before every commit; test: whether the software is right; soak: see below.
check: $(VENV)/.test compiled
	@$(MAKE) --jobs 2 --output-sync=target static fast

test: $(VENV)/.test
	@$(MAKE) --jobs 2 compiled static $(PAGE) $(VENV)/.chromium
	@$(MAKE) --keep-going rules others

# Compiling the rules takes a while, and once is enough for all processes of the tests.
compiled: $(VENV)/.test
	@$(BIN)/python tools/compile_rules.py

# Renews the modules of the games, and that of the example, which is installed for it.
EXAMPLE := artefacts/example
modules: $(VENV)/.test
	@$(BIN)/tablee build
	@rm -rf $(EXAMPLE)
	@$(BIN)/python -m uv pip install --quiet --offline --no-deps --no-build-isolation --target $(EXAMPLE) examples/pig
	@PYTHONPATH=$(EXAMPLE) $(BIN)/tablee build pig
	@cp $(EXAMPLE)/pig/rules.wasm examples/pig/pig

static: lint types logic

lint: lock-check
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/lint-imports
	$(BIN)/python tools/check_source.py

types: $(VENV)/.test $(NODE_MODULES)
	$(BIN)/mypy
	$(BIN)/mypy --platform win32 --cache-dir .mypy_cache/win32 src
	$(BIN)/python tools/typescript.py --check
	$(BIN)/python tools/typescript_rules.py --check
	$(BIN)/python hatch_build.py check

logic: $(VENV)/.test $(NODE_MODULES)
	$(BIN)/python hatch_build.py test

PYTEST := $(BIN)/python -m pytest --numprocesses 2 --dist loadgroup

fast: $(VENV)/.test $(PAGE)
	$(PYTEST) --quiet -m 'not slow and not soak'

# The rules are measured for coverage; everything else would only be slowed down by it.
RULES := tests/games tests/test_public.py

rules: $(VENV)/.test
	$(PYTEST) -m 'not soak' --durations 10 --cov --cov-report=term --cov-fail-under=98 $(RULES)

others: $(VENV)/.test $(VENV)/.chromium $(PAGE)
	$(PYTEST) -m 'not soak' --durations 25 $(RULES:%=--ignore=%)

bench: $(VENV)/.bench
	$(BIN)/python bench/bench.py
	$(BIN)/python bench/wasm/modules.py

load: $(VENV)/.test
	$(BIN)/python bench/load.py

bench-page: $(VENV)/.test $(PAGE)
	$(BIN)/python bench/page.py
	$(BIN)/python bench/browser/browser_bots.py

# 0: nothing is known; 1: an advisory concerns a locked package; 2: the advisories can't be reached.
audit: $(AUDIT)/.audit
	@$(AUDIT)/bin/python tools/release/audit.py

sbom: $(AUDIT)/.audit
	@$(AUDIT)/bin/python tools/release/sbom.py dist

# By digest: a tag may point at another image tomorrow. Needs podman, which knows the short name, and
# a network; `make image IMAGE=…` takes another one.
IMAGE ?= python:3.12-slim
image:
	podman pull --quiet $(IMAGE)
	podman build --format docker --file deploy/Containerfile --tag tablee \
	  --build-arg BASE=$$(podman image inspect --format '{{index .RepoDigests 0}}' $(IMAGE)) .

# The variable silences news about the theme's successor.
MKDOCS := NO_MKDOCS_2_WARNING=1 $(BIN)/mkdocs

docs: $(VENV)/.test
	$(MKDOCS) build --strict

docs-serve: $(VENV)/.test
	$(MKDOCS) serve --watch src --watch README.md

# The boards in mid-game, as README and docs show them.
pictures: $(VENV)/.test $(VENV)/.chromium $(PAGE)
	$(BIN)/python tools/pictures.py docs/pictures/after --boards docs/pictures/readme --phone docs/pictures/site/phone.webp

# One campaign by its name, with `SEED=…` and `SHARE=…` of its full length; docs/how-to/run-campaigns.md.
SOAK = $(BIN)/python tools/soak/run.py $(if $(SEED),--seed $(SEED)) $(if $(SHARE),--share $(SHARE))

$(CAMPAIGNS:%=soak-%): soak-%: $(VENV)/.test
	$(SOAK) $*

soak: $(VENV)/.test
	$(SOAK)
	$(BIN)/python tools/mutate.py
	$(PYTEST) -m soak

golden: $(VENV)/.test
	cd tests && ../$(BIN)/python golden.py && ../$(BIN)/python perft.py

clean:
	rm -rf $(VENV) $(LOCK) $(AUDIT) web/node_modules web/src/fonts src/tablee/page dist site public
	rm -rf .mypy_cache .pytest_cache .ruff_cache .hypothesis .import_linter_cache .coverage* mutants artefacts
