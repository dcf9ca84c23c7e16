"""Serve the built page: one `index.html` for all its addresses, and hashed assets."""

from __future__ import annotations

import gzip
import hashlib
import mimetypes
import re
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any

from litestar import Request, Response, get
from litestar.exceptions import NotFoundException
from litestar.handlers import HTTPRouteHandler
from litestar.params import FromPath

from tablee.words import LANGUAGES, say

PAGE = Path(__file__).parents[2] / "page"
ASSETS = "assets/"  # Vite puts a hash into these names
CACHE_FOREVER, REVALIDATE = "public, max-age=31536000, immutable", "no-cache"
COMPRESSIBLE = (
    "text/",
    "application/json",
    "application/javascript",
    "application/manifest",
    "application/wasm",
    "image/svg",
)
KINDS = {
    ".js": "text/javascript",
    ".css": "text/css",
    ".html": "text/html",
    ".svg": "image/svg+xml",
    ".json": "application/json",
    ".webmanifest": "application/manifest+json",
    ".woff2": "font/woff2",
    ".png": "image/png",
    ".wasm": "application/wasm",
}
REFUSED_CODING = re.compile(r"q=0(\.0*)?")
NOT_BUILT = "<!doctype html><meta charset=utf-8><title>Tablée</title><h1>Tablée</h1>"


@dataclass(frozen=True)
class Asset:
    """A file in all its encodings."""

    kind: str
    plain: bytes
    encoded: dict[str, bytes]  # by content coding, the smallest first
    tag: str


def asset(path: FromPath[Path]) -> Asset:
    """Return a file, which is read again only if it has changed."""
    about = path.stat()
    return _read(path, about.st_mtime_ns, about.st_size)


@lru_cache(maxsize=512)
def _read(path: Path, _changed: int, _size: int) -> Asset:
    plain = path.read_bytes()
    kind = KINDS.get(path.suffix) or mimetypes.guess_type(path.name)[0] or ""
    encoded = {}
    brotli = path.with_name(f"{path.name}.br")  # written by the build: too slow to do here
    if brotli.is_file():
        encoded["br"] = brotli.read_bytes()
    if kind.startswith(COMPRESSIBLE) and len(packed := gzip.compress(plain, mtime=0)) < len(plain):
        encoded["gzip"] = packed
    tag = f'"{hashlib.sha256(plain).hexdigest()[:16]}"'
    return Asset(kind or "application/octet-stream", plain, encoded, tag)


def accepted(header: str) -> set[str]:
    """Return the content codings that an Accept-Encoding header allows by name."""
    codings = (one.partition(";") for one in header.lower().replace(" ", "").split(","))
    return {name for name, _, weight in codings if not REFUSED_CODING.fullmatch(weight)}


def find(name: str, page: Path) -> Path | None:
    """Return the file of that name inside the page, if there is one."""
    try:
        path = (page / name).resolve()
        return path if path.is_relative_to(page.resolve()) and path.is_file() else None
    except (OSError, ValueError):  # not a possible file name: too long, or with a NUL
        return None


def answer(request: Request[Any, Any, Any], name: str, page: Path) -> Response[bytes]:
    """Return a file, or the page itself for a path that may be an address inside it."""
    path = find(name, page)
    if path is None:
        if name.startswith(("api/", ASSETS)) or name in ("api", "ws"):
            raise NotFoundException
        path = find("index.html", page)
    if path is None:
        words = "".join(f"<p lang={one}>{say('serve.no_page', one)}</p>" for one in LANGUAGES)
        return Response((NOT_BUILT + words).encode(), media_type="text/html")
    found = asset(path)
    headers = {
        "Cache-Control": CACHE_FOREVER if name.startswith(ASSETS) else REVALIDATE,
        "ETag": found.tag,
        "Vary": "Accept-Encoding",
    }
    if request.headers.get("if-none-match") == found.tag:
        return Response(b"", status_code=304, headers=headers)
    body = found.plain
    allowed = accepted(request.headers.get("accept-encoding", ""))
    for coding, smaller in found.encoded.items():
        if coding in allowed:
            body, headers["Content-Encoding"] = smaller, coding
            break
    return Response(body, media_type=found.kind, headers=headers)


@get("/", include_in_schema=False, sync_to_thread=True)
def home(request: Request[Any, Any, Any]) -> Response[bytes]:
    """Serve the page."""
    return answer(request, "index.html", PAGE)


@get("/{path:path}", include_in_schema=False, sync_to_thread=True)
def anything(request: Request[Any, Any, Any], path: FromPath[Path]) -> Response[bytes]:
    """Serve a file of the page, or the page."""
    return answer(request, path.as_posix().lstrip("/"), PAGE)


ROUTES: list[HTTPRouteHandler] = [home, anything]
