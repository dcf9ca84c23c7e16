"""The SBOM of the page names every locked package with its hash."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import sbom
import tablee

pytestmark = pytest.mark.slow


def test_the_sbom_matches_the_lock_file(tmp_path: Path) -> None:
    described = json.loads(sbom.page_sbom(tmp_path).read_text("utf-8"))
    assert described["bomFormat"] == "CycloneDX"
    assert described["metadata"]["component"]["version"] == tablee.__version__
    lock = json.loads((sbom.ROOT / "web" / "package-lock.json").read_text("utf-8"))
    locked = {
        (name.rpartition("node_modules/")[2], one["version"])
        for name, one in lock["packages"].items()
        if name and not one.get("optional")
    }
    named = {
        (f"{one.get('group', '')}/{one['name']}".lstrip("/"), one["version"])
        for one in described["components"]
    }
    assert locked <= named
    assert all(one["hashes"] for one in described["components"])
