"""docs/server.md and deploy/ say what is true."""

from __future__ import annotations

import re
from dataclasses import fields
from pathlib import Path

import pytest
from prometheus_client import CollectorRegistry, Histogram

from tablee.cli.main import build_parser
from tablee.server.app.meters import FAST, Meters, Times
from tablee.server.config import Config, default_of, flag, load, variable

ROOT = Path(__file__).parents[3]
PAGE = (ROOT / "docs" / "server.md").read_text("utf-8")


def settings_table() -> str:
    """All settings as the page lists them."""
    rows = []
    for one in fields(Config):
        default = default_of(one)
        told = one.metadata["help"].replace("|", "\\|")
        if default not in (None, ()) and one.name not in ("database", "bot_workers"):
            told += f" (`{default}`)"
        rows.append(f"| `{flag(one.name)}` | `{variable(one.name)}` | {told} |")
    return "\n".join(rows)


def test_every_setting_is_on_the_page() -> None:
    assert settings_table() in PAGE


def test_every_metric_is_on_the_page() -> None:
    named = set(re.findall(r"`(tablee_\w+)", PAGE))
    known = set()
    for metric in Meters().registry.collect():
        known.add(f"{metric.name}_total" if metric.type == "counter" else metric.name)
    assert named == known


def test_times_are_told_as_the_library_would_tell_them() -> None:
    registries = CollectorRegistry(), CollectorRegistry()
    theirs = Histogram("took", "How long", buckets=FAST, registry=registries[0])
    ours = Times("took", "How long")
    registries[1].register(ours)
    for seconds in (0.0, FAST[0], 0.0011, FAST[3], 0.3, FAST[-1], 99.0, *map(float, range(9))):
        theirs.observe(seconds)
        ours.observe(seconds)
    expected, told = (
        {
            (one.name, *one.labels.values()): one.value
            for kind in each.collect()
            for one in kind.samples
        }
        for each in registries
    )
    assert told.items() <= expected.items()
    assert len(told) == len(FAST) + 3  # buckets, the one without end, count and sum


def test_the_file_on_the_page_can_be_read(tmp_path: Path) -> None:
    found = re.search(r"```toml\n(.*?)```", PAGE, re.S)
    assert found is not None
    file = tmp_path / "tablee.toml"
    file.write_text(found[1])
    assert load({}, {}, file).public_address == "https://table.example"


COMMANDS = re.findall(r"^tablee (.*?)(?: +#.*)?$", PAGE, re.M)


@pytest.mark.parametrize("line", COMMANDS)
def test_the_commands_on_the_page_can_be_read(line: str) -> None:
    assert hasattr(build_parser().parse_args(line.split()), "run")


@pytest.mark.parametrize("name", ["tablee.service", "Containerfile", "Caddyfile"])
def test_deployments_use_settings_that_exist(name: str) -> None:
    text = (ROOT / "deploy" / name).read_text("utf-8")
    known = {variable(one.name) for one in fields(Config)} | {"TABLEE_CACHE"}
    flags = {flag(one.name) for one in fields(Config)} | {"--config"}
    assert set(re.findall(r"\bTABLEE_\w+", text)) <= known
    for line in re.findall(r"tablee serve(.*(?:\\\n.*)*)", text):
        assert set(re.findall(r"--[a-z-]+", line)) <= flags
