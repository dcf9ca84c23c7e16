"""A module names its sources; foreign, truncated or changed modules are caught."""

from __future__ import annotations

from pathlib import Path

import pytest

from samples import OPEN
from tablee.kernel.wasm.module import UnusableModule, load
from tablee.kernel.wasm.stamp import (
    MAGIC,
    DamagedModule,
    Stamp,
    changed,
    fingerprints,
    stamp_of,
)

TOOLS = {"numba": "1"}
DICE = "tablee.kernel.dice"


def test_a_stamp_round_trips() -> None:
    stamp = Stamp(fingerprints([DICE, "tablee.kernel.rule"]) | {"x" * 200: "1"}, TOOLS)
    assert stamp_of(stamp.on(MAGIC)) == stamp


def test_a_changed_source_is_named() -> None:
    now = fingerprints([DICE, "tablee.kernel.rule"])
    assert changed(now) == []
    assert changed(now | {DICE: "0" * 8, "tablee.kernel.gone": "1"}) == [
        DICE,
        "tablee.kernel.gone",
    ]


def test_comments_do_not_change_the_stamp(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(str(tmp_path))

    def fingerprint(name: str, text: str) -> str:
        (tmp_path / f"{name}.py").write_bytes(text.encode())
        return fingerprints([name])[name]

    seven = fingerprint("seven", 'def f(n):\n    """Seven."""\n    return 7\n')
    same = 'def f(n):\r\n    """7\r\n    """\r\n\r\n    return 7  # of course\r\n'
    assert fingerprint("same_seven", same) == seven
    assert fingerprint("eight", 'def f(n):\n    """Seven."""\n    return 8\n') != seven
    assert fingerprint("outside", "def f(n):\n    pass\nreturn 7\n") != seven


@pytest.mark.parametrize("data", [b"", b"\0asm", b"<html>", MAGIC, MAGIC + b"\0\x05\x06"])
def test_damaged_bytes_are_caught(data: bytes) -> None:
    with pytest.raises(DamagedModule):
        stamp_of(data)


def test_every_truncation_is_caught() -> None:
    whole = Stamp(fingerprints([DICE]), TOOLS).on(MAGIC)
    for end in range(len(whole)):
        with pytest.raises(DamagedModule):
            stamp_of(whole[:end])


def test_an_unusable_module_is_refused_by_name(tmp_path: Path) -> None:
    good = Stamp(fingerprints([DICE]), TOOLS)
    cases = {
        "missing.wasm": (None, "there is no compiled module"),
        "text.wasm": (b"<html>", "is damaged: it is no WebAssembly"),
        "cut.wasm": (good.on(MAGIC)[:-1], "is damaged: it is cut short"),
        "code.wasm": (good.on(MAGIC + b"\x0a\x02\x01\xff"), "is damaged"),
        "old.wasm": (Stamp({DICE: "0"}, TOOLS).on(MAGIC), "doesn’t match tablee.kernel.dice"),
    }
    for name, (data, reason) in cases.items():
        file = tmp_path / name
        if data is not None:
            file.write_bytes(data)
        with pytest.raises(UnusableModule) as refusal:
            load(OPEN, file)
        assert str(refusal.value).startswith(f"{OPEN}: ")
        assert str(file) in str(refusal.value)
        assert reason in str(refusal.value)
