"""An audit reports known vulnerabilities, and never takes a missing answer for safety."""

from __future__ import annotations

import json

import pytest

import audit

FLAW = {"id": "PYSEC-1", "fix_versions": ["1.1"]}
GOOD = {"name": "good", "version": "1.0", "vulns": []}
BAD = {"name": "bad", "version": "1.0", "vulns": [FLAW]}
SKIPPED = {"name": "new", "skip_reason": "not found on PyPI"}
NPM_GOOD = {"vulnerabilities": {}, "metadata": {"dependencies": {"total": 7}}}
NPM_BAD = {**NPM_GOOD, "vulnerabilities": {"left-pad": {"range": "<2", "severity": "high"}}}


def python(*packages: object) -> audit.Found:
    return audit.python_found("serve", json.dumps({"dependencies": packages, "fixes": []}))


def test_no_advisories_pass() -> None:
    found = [python(GOOD), audit.npm_found("web", json.dumps(NPM_GOOD))]
    assert [one.checked for one in found] == [1, 7]
    assert audit.status(found) == 0


def test_an_advisory_is_named_with_the_version_that_fixes_it() -> None:
    found = python(GOOD, BAD)
    assert found.problems == ["bad 1.0: PYSEC-1, fixed in 1.1"]
    assert audit.status([found, python(SKIPPED)]) == audit.KNOWN
    assert audit.npm_found("web", json.dumps(NPM_BAD)).problems == ["left-pad <2: high"]


def test_a_skipped_package_fails_the_audit() -> None:
    found = python(GOOD, SKIPPED)
    assert found.checked == 1
    assert "NOT AUDITED" in str(found)
    assert audit.status([found]) == audit.UNKNOWN


@pytest.mark.parametrize("answer", ["", "no network", '{"message": "405"}', "[]"])
def test_unreachable_advisories_fail_the_audit(answer: str) -> None:
    for found in (audit.python_found("serve", answer), audit.npm_found("web", answer)):
        assert "can't be reached" in found.unreached
        assert audit.status([found]) == audit.UNKNOWN


def test_every_lock_file_is_audited() -> None:
    files = (audit.ROOT / "requirements").iterdir()
    assert {f"{name}.txt" for name in audit.LOCKS} == {file.name for file in files}
