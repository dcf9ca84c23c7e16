"""Settings: each is defined once, for flags, variables and the file."""

from __future__ import annotations

import argparse
import errno
import ipaddress
import os
import re
from dataclasses import fields
from pathlib import Path

import pytest

from tablee.cli.main import build_parser, main
from tablee.refusals import Refusal
from tablee.server.http.origin import parse_origin
from tablee.server.ops.run import listen
from tablee.server.runtime.bind_errors import explain_bind_errors
from tablee.server.runtime.config import (
    OF_TOOLS,
    READ_ELSEWHERE,
    Config,
    WrongSetting,
    add_flags,
    flag,
    load,
    variable,
)

ROOT = Path(__file__).parents[3]

GOOD: dict[str, tuple[str, object]] = {
    "host": ("0.0.0.0", "0.0.0.0"),
    "port": ("81", 81),
    "database": ("postgresql://me@db/tablee", "postgresql://me@db/tablee"),
    "public_address": ("https://Table.example/", "https://table.example"),
    "allowed_origins": (
        "https://a.example, http://b.example:8080",
        ("https://a.example", "http://b.example:8080"),
    ),
    "trusted_proxies": (
        "10.0.0.0/8,::1",
        (ipaddress.ip_network("10.0.0.0/8"), ipaddress.ip_network("::1")),
    ),
    "metrics": ("127.0.0.1:9100", ("127.0.0.1", 9100)),
    "bot_workers": ("3", 3),
    "operators": ("/etc/tablee.operators", "/etc/tablee.operators"),
    "log_format": ("json", "json"),
    "message_rate": ("5", 5),
    "message_burst": ("6", 6),
    "request_rate": ("7", 7),
    "request_burst": ("8", 8),
    "connections": ("9", 9),
    "http_connections": ("13", 13),
    "guests_an_hour": ("10", 10),
    "logins_an_hour": ("11", 11),
    "tables_an_hour": ("12", 12),
    "stored_mb_a_day": ("14", 14),
    "keep_unfinished": ("15", 15),
    "keep_guest_games": ("16", 16),
    "keep_games": ("17", 17),
    "keep_chat": ("18", 18),
    "keep_guests": ("0", 0),
    "keep_audit": ("19", 19),
}
BAD = {
    "host": " ",
    "port": "70000",
    "database": "",
    "public_address": "https://table.example/path",
    "allowed_origins": "https://a.example,ftp://b.example",
    "trusted_proxies": "10.0.0.0/99",
    "metrics": "9100",
    "bot_workers": "0",
    "operators": " ",
    "log_format": "xml",
    "message_rate": "-1",
    "message_burst": "1.5",
    "request_rate": "many",
    "request_burst": "0",
    "connections": "0",
    "http_connections": "0",
    "guests_an_hour": "0",
    "logins_an_hour": "",
    "tables_an_hour": "٣x",
    "stored_mb_a_day": "0",
    "keep_unfinished": "-1",
    "keep_guest_games": "1.5",
    "keep_games": "never",
    "keep_chat": "",
    "keep_guests": "99999",
    "keep_audit": "two years",
}


def test_every_setting_is_tested() -> None:
    names = [one.name for one in fields(Config)]
    assert names == list(GOOD) == list(BAD)


@pytest.mark.parametrize("name", GOOD)
def test_a_setting_comes_from_flag_variable_or_file(name: str, tmp_path: Path) -> None:
    text, value = GOOD[name]
    file = tmp_path / "tablee.toml"
    file.write_text(f'{name} = "{text}"\n')
    assert getattr(load({name: text}, {}), name) == value
    assert getattr(load({}, {variable(name): text}), name) == value
    assert getattr(load({}, {}, file), name) == value
    assert getattr(load({}, {"TABLEE_CONFIG": str(file)}), name) == value


@pytest.mark.parametrize("name", BAD)
def test_a_bad_value_is_refused_by_name(name: str, tmp_path: Path) -> None:
    text = BAD[name]
    file = tmp_path / "tablee.toml"
    file.write_text(f'{name} = "{text}"\n')
    with pytest.raises(WrongSetting, match=flag(name)):
        load({name: text}, {})
    with pytest.raises(WrongSetting, match=variable(name)):
        load({}, {variable(name): text})
    with pytest.raises(WrongSetting, match=name):
        load({}, {}, file)


@pytest.mark.parametrize(
    "text",
    [
        "https://a:99999", "https://a:0", "https://u:secret@a", "https://a b", "https://[::1",
        "https://[a]", "https://bücher.example", "https://a?x", "https://", "a.example",
    ],
)  # fmt: skip
@pytest.mark.parametrize("name", ["public_address", "allowed_origins"])
def test_an_invalid_origin_is_refused(name: str, text: str) -> None:
    with pytest.raises(WrongSetting, match=flag(name)) as refused:
        load({name: text}, {})
    assert "secret" not in str(refused.value)


@pytest.mark.parametrize(
    "text", ["https://a", "http://a-b.c_d.example:8080", "http://[::1]:8000", "https://10.0.0.1"]
)
def test_a_valid_origin_is_accepted(text: str) -> None:
    assert parse_origin(load({"public_address": text}, {}).public_address or "") is not None


@pytest.mark.parametrize(
    ("given", "kept"),
    [
        ("https://table.example:443", "https://table.example"),
        ("http://table.example:80/", "http://table.example"),
        ("http://table.example:443", "http://table.example:443"),
        ("https://[2001:db8::443]", "https://[2001:db8::443]"),
    ],
)
def test_the_public_address_is_normalised_as_browsers_send_it(given: str, kept: str) -> None:
    """Passkeys compare it letter by letter."""
    assert load({"public_address": given}, {}).public_address == kept


def test_a_refusal_says_what_is_accepted() -> None:
    def told(language: str, **flags: str) -> str:
        with pytest.raises(WrongSetting) as refused:
            load(flags, {})
        return refused.value.text(language)

    assert told("en", port="70000").endswith("it must be a whole number from 0 to 65535.")
    assert told("fr", port="70000").endswith("il faut un nombre entier de 0 à 65535.")
    assert told("fr", log_format="xml").endswith("l’un de ces mots : text, json.")
    assert "comme 127.0.0.1 ou 10.0.0.0/8" in told("fr", trusted_proxies="x")
    for name, text in BAD.items():
        assert told("fr", **{name: text}) != told("en", **{name: text})


def test_flags_override_variables_and_variables_the_file(tmp_path: Path) -> None:
    file = tmp_path / "tablee.toml"
    file.write_text("port = 1\nmessage_rate = 1\nrequest_rate = 1\n")
    environment = {"TABLEE_PORT": "2", "TABLEE_MESSAGE_RATE": "2"}
    found = load({"port": "3"}, environment, file)
    assert (found.port, found.message_rate, found.request_rate) == (3, 2, 1)


def test_the_toml_file_may_have_numbers_and_lists(tmp_path: Path) -> None:
    file = tmp_path / "tablee.toml"
    file.write_text('port = 81\ntrusted_proxies = ["10.0.0.1"]\n')
    found = load({}, {}, file)
    assert found.port == 81
    assert found.trusted_proxies == (ipaddress.ip_network("10.0.0.1"),)
    file.write_text("port = true\n")
    with pytest.raises(WrongSetting, match="port"):
        load({}, {}, file)


@pytest.mark.parametrize(
    ("text", "key"),
    [("prot = 8000", "host.unknown_setting"), ("port =", "host.bad_config_file")],
)
def test_an_invalid_file_is_refused(text: str, key: str, tmp_path: Path) -> None:
    file = tmp_path / "tablee.toml"
    file.write_text(text)
    with pytest.raises(WrongSetting) as refused:
        load({}, {}, file)
    assert refused.value.key == key


@pytest.mark.parametrize(
    ("name", "nearest"),
    [
        ("TABLEE_PROT", "TABLEE_PORT"),
        ("TABLEE_LOGFORMAT", "TABLEE_LOG_FORMAT"),
        ("TABLEE_TRUSTED_PROXY", "TABLEE_TRUSTED_PROXIES"),
    ],
)
def test_an_unknown_variable_is_refused_with_the_nearest(name: str, nearest: str) -> None:
    with pytest.raises(WrongSetting, match=name) as refused:
        load({}, {name: "9100"})
    assert refused.value.instead == (nearest,)


def test_an_unknown_variable_like_no_other_is_refused_with_all() -> None:
    with pytest.raises(WrongSetting) as refused:
        load({}, {"TABLEE_ZZZZZZ": "9100", "OTHER": "1"})
    assert "TABLEE_PORT" in refused.value.instead
    assert not set(refused.value.instead) & set(OF_TOOLS)


def test_variables_of_other_parts_are_accepted() -> None:
    """That is every variable named anywhere in the program or its tools."""
    files = [
        *(ROOT / "src").rglob("*.py"),
        *(ROOT / "tools").rglob("*.py"),
        *(ROOT / "web").glob("*.ts"),
        *(ROOT / "deploy").iterdir(),
        *(file for file in (ROOT / "tests").rglob("*.py") if file.parent != Path(__file__).parent),
    ]
    read = {
        name for file in files for name in re.findall(r"\bTABLEE_[A-Z_]*[A-Z]", file.read_text())
    }
    assert {*READ_ELSEWHERE, *OF_TOOLS} <= read
    settings = {variable(one.name) for one in fields(Config)}
    load({}, dict.fromkeys(read - settings - {"TABLEE_CONFIG"}, "1"))


def test_the_command_names_an_unknown_variable(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TABLEE_PROT", "9100")
    assert main(["-l", "en", "serve", "--database", "memory:"]) == 2
    assert "TABLEE_PROT" in (told := capsys.readouterr().err)
    assert "TABLEE_PORT" in told


def test_help_lists_variables_of_other_parts(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        build_parser().parse_args(["serve", "--help"])
    told = capsys.readouterr().out
    page = (ROOT / "docs" / "reference" / "settings.md").read_text("utf-8")
    for name in READ_ELSEWHERE:
        assert name in told
        assert f"`{name}`" in page


def test_a_missing_file_is_refused(tmp_path: Path) -> None:
    with pytest.raises(WrongSetting, match="nowhere"):
        load({}, {}, tmp_path / "nowhere.toml")


def test_help_lists_every_setting_with_its_variable() -> None:
    parser = argparse.ArgumentParser()
    add_flags(parser)
    text = parser.format_help()
    for one in fields(Config):
        assert flag(one.name) in text
        assert variable(one.name) in text.replace("\n", "").replace(" ", "")


def test_the_command_names_a_bad_value(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TABLEE_METRICS", "somewhere")
    assert main(["-l", "fr", "serve"]) == 2
    assert "TABLEE_METRICS (environnement)" in capsys.readouterr().err


def test_a_port_in_use_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    with listen(load({"port": "0"}, {})) as taken:
        taken.listen()
        port = str(taken.getsockname()[1])
        assert main(["-l", "en", "serve", "--port", port, "--database", "memory:"]) == 2
        told = capsys.readouterr().err
        assert f"127.0.0.1:{port}" in told
        assert "--port" in told
        metrics = f"127.0.0.1:{port}"
        flags = ["--port", "0", "--database", "memory:", "--metrics", metrics]
        assert main(["-l", "en", "serve", *flags]) == 2
        told = capsys.readouterr().err
        assert metrics in told
        assert "--metrics" in told


@pytest.mark.parametrize(
    ("number", "told"),
    [(errno.EACCES, "above 1023"), (errno.EADDRINUSE, "Stop the program that uses it")],
)
def test_bind_errors_are_explained(number: int, told: str) -> None:
    with (
        pytest.raises(Refusal, match=re.escape("127.0.0.1:80")) as refused,
        explain_bind_errors("127.0.0.1", 80, "--host", "--port"),
    ):
        raise OSError(number, os.strerror(number))
    assert told in str(refused.value)
    assert "--port" in str(refused.value)
    both = ("above 1023", "Stop the program that uses it")
    assert sum(part in str(refused.value) for part in both) == 1


@pytest.mark.parametrize("host", ["host.invalid", "192.0.2.1", "x" * 70])
def test_a_foreign_host_address_is_refused(host: str, capsys: pytest.CaptureFixture[str]) -> None:
    flags = ["--port", "0", "--database", "memory:"]
    assert main(["-l", "en", "serve", *flags, "--host", host]) == 2
    told = capsys.readouterr().err
    assert "This machine has no address" in told
    assert "--host" in told
    assert "--port" not in told
    assert main(["-l", "en", "serve", *flags, "--metrics", f"{host}:9"]) == 2
    assert "--metrics" in capsys.readouterr().err


def test_metrics_need_a_port_of_their_own(capsys: pytest.CaptureFixture[str]) -> None:
    with listen(load({"port": "0"}, {})) as free:
        port = str(free.getsockname()[1])
    flags = ["--port", port, "--metrics", f"127.0.0.1:{port}", "--database", "memory:"]
    assert main(["-l", "en", "serve", *flags]) == 2
    assert f"127.0.0.1:{port}" in capsys.readouterr().err
