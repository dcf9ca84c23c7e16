"""The pages about running a server, and deploy/, match the program."""

from __future__ import annotations

import json
import re
from dataclasses import fields
from pathlib import Path

import pytest
from prometheus_client import CollectorRegistry, Histogram

from tablee.cli.main import build_parser
from tablee.refusals import Refusal
from tablee.server.runtime.config import Config, default_of, flag, load, variable
from tablee.server.runtime.metrics import BUCKETS, Durations, Metrics
from tablee.server.store.contract import StoreAway

ROOT = Path(__file__).parents[3]
PAGE = (ROOT / "docs" / "how-to" / "run-a-server.md").read_text("utf-8")
SETTINGS = (ROOT / "docs" / "reference" / "settings.md").read_text("utf-8")


def settings_table() -> str:
    """Return the table of all settings as the page has it."""
    rows = []
    for one in fields(Config):
        default = default_of(one)
        told = one.metadata["help"].replace("|", "\\|")
        if default not in (None, ()) and one.name not in ("database", "bot_workers"):
            told += f" (`{default}`)"
        rows.append(f"| `{flag(one.name)}` | `{variable(one.name)}` | {told} |")
    return "\n".join(rows)


def test_every_setting_is_on_the_page() -> None:
    assert settings_table() in SETTINGS


def test_every_metric_is_on_the_page() -> None:
    named = set(re.findall(r"`(tablee_\w+)", PAGE))
    known = set()
    for metric in Metrics().registry.collect():
        known.add(f"{metric.name}_total" if metric.type == "counter" else metric.name)
    assert named == known


def test_our_histogram_matches_that_of_the_library() -> None:
    registries = CollectorRegistry(), CollectorRegistry()
    theirs = Histogram("took", "How long", buckets=BUCKETS, registry=registries[0])
    ours = Durations("took", "How long")
    registries[1].register(ours)
    for seconds in (
        0.0,
        BUCKETS[0],
        0.0011,
        BUCKETS[3],
        0.3,
        BUCKETS[-1],
        99.0,
        *map(float, range(9)),
    ):
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
    assert len(told) == len(BUCKETS) + 3  # the buckets, the infinite one, count and sum


def test_the_example_file_is_valid(tmp_path: Path) -> None:
    found = re.search(r"```toml\n(.*?)```", SETTINGS, re.S)
    assert found is not None
    file = tmp_path / "tablee.toml"
    file.write_text(found[1])
    assert load({}, {}, file).public_address == "https://table.example"


COMMANDS = re.findall(r"^tablee (.*?)(?: +#.*)?$", PAGE, re.M)


@pytest.mark.parametrize("line", COMMANDS)
def test_the_commands_on_the_page_are_valid(line: str) -> None:
    assert hasattr(build_parser().parse_args(line.split()), "run")


UNIT = (ROOT / "deploy" / "tablee.service").read_text("utf-8")


def test_the_unit_takes_all_settings_from_the_file(tmp_path: Path) -> None:
    """The commands in its comment create that file, readable by the service."""
    settings = {variable(one.name) for one in fields(Config)}
    assert not settings & set(re.findall(r"^Environment=(\w+)", UNIT, re.M))
    assert "ExecStart=/opt/tablee/bin/tablee serve --config /etc/tablee.toml\n" in UNIT
    made = re.search(r"echo '(.*)' \|\n#     install -m 640 -g (\w+) \S+ /etc/tablee.toml\n", UNIT)
    assert made is not None
    file = tmp_path / "tablee.toml"
    file.write_text(made[1])
    (folder,) = re.findall(r"^StateDirectory=(.*)", UNIT, re.M)
    assert load({}, {}, file).database.startswith(f"/var/lib/{folder}/")
    assert re.findall(r"^(?:Dynamic)?User=(.*)", UNIT, re.M) == [made[2]]
    assert re.search(rf"useradd --system --user-group .* {made[2]}\n", UNIT)
    (line,) = re.findall(rf"sudo -u {made[2]} /opt/tablee/bin/tablee (.*)", UNIT)
    assert hasattr(build_parser().parse_args(line.split()), "run")


def test_the_unit_does_not_restart_after_a_refusal() -> None:
    (statuses,) = re.findall(r"^RestartPreventExitStatus=(.*)", UNIT, re.M)
    assert statuses.split() == [str(Refusal.exit_status)]
    assert StoreAway.exit_status != Refusal.exit_status


def test_the_unit_keeps_restarting_during_an_outage_of_the_database() -> None:
    head = UNIT.partition("[Unit]\n")[2].partition("\n[Service]\n")[0]
    assert "\nStartLimitIntervalSec=0" in head
    assert "\nRestart=on-failure\n" in UNIT


def test_the_image_excludes_what_git_ignores() -> None:
    """It excludes git's own folder, too."""
    outside = (ROOT / ".containerignore").read_text("utf-8").splitlines()
    ignored = (ROOT / ".gitignore").read_text("utf-8").split()
    for name in [".git", *ignored]:
        assert {name.strip("/"), f"**/{name.strip('/')}"} & set(outside), name


def test_the_health_check_uses_the_port_of_the_image() -> None:
    text = (ROOT / "deploy" / "Containerfile").read_text("utf-8")
    (port,) = re.findall(r"TABLEE_PORT=(\d+)", text)
    assert f"EXPOSE {port}\n" in text
    check = re.search(r"HEALTHCHECK CMD (.*)", text)
    assert check is not None
    assert "os.environ['TABLEE_PORT']" in check[1]
    assert port not in check[1]
    compile(json.loads(check[1])[-1], "the health check", "exec")
    assert "podman build --format docker" in text


@pytest.mark.parametrize("name", ["tablee.service", "Containerfile", "Caddyfile"])
def test_deployments_use_settings_that_exist(name: str) -> None:
    text = (ROOT / "deploy" / name).read_text("utf-8")
    known = {variable(one.name) for one in fields(Config)} | {"TABLEE_CACHE"}
    flags = {flag(one.name) for one in fields(Config)} | {"--config"}
    assert set(re.findall(r"\bTABLEE_\w+", text)) <= known
    for line in re.findall(r"tablee serve(.*(?:\\\n.*)*)", text):
        assert set(re.findall(r"--[a-z-]+", line)) <= flags


def test_the_image_runs_without_root_on_a_pinned_base() -> None:
    text = (ROOT / "deploy" / "Containerfile").read_text("utf-8")
    assert re.findall(r"^FROM (\S+)", text, re.M) == ["${BASE}", "${BASE}"]
    assert re.findall(r"^USER (\S+)", text, re.M) == ["10001:10001"]
    for option in ("--read-only", "--cap-drop=all", "--security-opt=no-new-privileges"):
        assert option in text
        assert option in PAGE
    build = (ROOT / "Makefile").read_text("utf-8")
    assert "--build-arg BASE=$$(podman image inspect --format '{{index .RepoDigests 0}}'" in build
