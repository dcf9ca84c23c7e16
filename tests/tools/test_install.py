"""Whatever prevents an installation is explained in one sentence with advice."""

from __future__ import annotations

import ast
import hashlib
import os
import shutil
import ssl
import subprocess
import sys
import tarfile
from pathlib import Path

import pytest

import install

ROOT = Path(__file__).parents[2]


def refused(monkeypatch: pytest.MonkeyPatch, *arguments: str) -> str:
    """Return the message with which the installer gives up."""
    monkeypatch.setattr(sys, "argv", ["install.py", *arguments])
    with pytest.raises(SystemExit) as told:
        install.main()
    message = str(told.value)
    assert len(message.splitlines()) == 1
    return message


@pytest.mark.parametrize("version", [(3, 9, 2), (3, 10, 14), (3, 15, 0)])
def test_an_unsupported_python(
    version: tuple[int, int, int], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(sys, "version_info", version)
    told = refused(monkeypatch, str(tmp_path / "env"), "play")
    assert "Python 3.11 to 3.14" in told
    assert f"{version[0]}.{version[1]}" in told
    assert "make play PYTHON=" in told
    assert not (tmp_path / "env").exists()


def test_an_unwritable_folder(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(os, "access", lambda path, mode: str(path) != str(tmp_path))
    told = refused(monkeypatch, str(tmp_path / "env"), "play")
    assert str(tmp_path) in told
    assert "VENV=" in told


def test_a_python_without_venv(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(sys, "executable", "/bin/false")
    assert "python3-venv" in refused(monkeypatch, str(tmp_path / "env"), "play")


def test_a_missing_lock_file(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(install, "make_environment", lambda venv: sys.executable)
    told = refused(monkeypatch, str(tmp_path / "env"), "nothing")
    assert "nothing.txt is missing" in told
    assert "make lock" in told


def test_a_lock_file_that_is_out_of_date(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    shutil.copytree(ROOT / "requirements", tmp_path / "requirements")
    (tmp_path / "tools").mkdir()
    shutil.copy(ROOT / "tools" / "lock.py", tmp_path / "tools")
    settings = (ROOT / "pyproject.toml").read_text("utf-8")
    newer = settings.replace('"rich>=13"', '"rich>=13", "brand-new>=1"')
    (tmp_path / "pyproject.toml").write_text(newer, "utf-8")
    steps: list[tuple[str, ...]] = []
    monkeypatch.setattr(install, "ROOT", str(tmp_path))
    monkeypatch.setattr(install, "make_environment", lambda venv: sys.executable)
    monkeypatch.setattr(install, "carry_out", lambda *some: steps.extend(some))
    told = refused(monkeypatch, str(tmp_path / "env"), "play")
    assert "requirements/play.txt lacks brand-new" in told
    assert "run `make lock`" in told
    assert not any("--editable" in step for step in steps)


def test_making_locks_needs_none(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    steps: list[tuple[str, ...]] = []
    monkeypatch.setattr(install, "ROOT", str(tmp_path))
    monkeypatch.setattr(install, "carry_out", lambda *some: steps.extend(some))
    install.install("python", "lock")
    assert "uv" in steps[0]


def test_an_old_python_can_read_it() -> None:
    text = (ROOT / "tools" / "install.py").read_text("utf-8")
    ast.parse(text, feature_version=(3, 6))
    with pytest.raises(SyntaxError):
        ast.parse(f"{text}\nif (found := 1):\n    pass\n", feature_version=(3, 6))


def test_an_unreachable_registry(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    def fail(command: list[str], env: dict[str, str]) -> None:
        raise subprocess.CalledProcessError(1, command)

    monkeypatch.setattr(install, "make_environment", lambda venv: sys.executable)
    monkeypatch.setattr(subprocess, "check_call", fail)
    told = refused(monkeypatch, str(tmp_path / "env"), "play")
    assert "Without a network" in told
    assert "PYTHON=" in told


def test_a_package_without_a_wheel_is_refused(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    """Only wheels are installed, never a source distribution."""
    sources = tmp_path / "packages"
    sources.mkdir()
    with tarfile.open(sources / "sources_only-1.0.tar.gz", "w:gz"):
        pass
    digest = hashlib.sha256((sources / "sources_only-1.0.tar.gz").read_bytes()).hexdigest()
    folder = tmp_path / "requirements"
    folder.mkdir()
    (folder / "uv.txt").write_text(f"sources-only==1.0 --hash=sha256:{digest}\n")
    (folder / "play.txt").touch()
    monkeypatch.setattr(install, "ROOT", str(tmp_path))
    monkeypatch.setattr(install, "make_environment", lambda venv: sys.executable)
    monkeypatch.setenv("PIP_NO_INDEX", "1")
    monkeypatch.setenv("PIP_FIND_LINKS", str(sources))
    told = refused(monkeypatch, str(tmp_path / "env"), "play")
    assert "if a package has no build for this machine's Python" in told
    assert "sources-only" in capfd.readouterr().err


class FakeContext:
    """An SSL context with this many trusted certificates."""

    def __init__(self, count: int) -> None:
        self.count = count

    def cert_store_stats(self) -> dict[str, int]:
        """Return the statistics of the certificates."""
        return {"x509_ca": self.count}


@pytest.mark.parametrize(
    ("count", "own", "expected"),
    [(140, {}, "1"), (0, {}, None), (140, {"UV_SYSTEM_CERTS": "0"}, "0")],
)
def test_the_certificates_of_the_machine_are_used_if_it_has_any(
    count: int, own: dict[str, str], expected: str | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("UV_SYSTEM_CERTS", raising=False)
    for name, value in own.items():
        monkeypatch.setenv(name, value)
    monkeypatch.setattr(ssl, "create_default_context", lambda: FakeContext(count))
    assert install.trusting_the_system().get("UV_SYSTEM_CERTS") == expected
