"""Static files with DEBUG off, without a proxy and without a build step.

Templates get names that carry a hash of the content (`app.3f9c2b71.css`), which a browser may keep for ever; files
are read once, compressed once and served from memory by the event loop, past Django's middleware and threads.
A whole site is about a megabyte. Must not serve anything that the staticfiles finders do not find.
"""

import gzip
import hashlib
import mimetypes
import posixpath
import re
import threading
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from urllib.parse import unquote, urldefrag

from django.conf import settings
from django.contrib.staticfiles import finders
from django.contrib.staticfiles.storage import StaticFilesStorage

HASHED = re.compile(r"^(?P<stem>.+)\.(?P<hash>[0-9a-f]{10})(?P<suffix>\.[^./]+)$")
CSS_URL = re.compile(r"""url\(\s*(["']?)(?P<target>[^"')]+)\1\s*\)""")
FOR_EVER = "public, max-age=31536000, immutable"
ASK_AGAIN = "no-cache"  # keep it, but ask with the ETag before each use
COMPRESSED = re.compile(r"^(text/|image/svg|application/(javascript|json|manifest))")
mimetypes.add_type("text/javascript", ".js")
mimetypes.add_type("application/manifest+json", ".webmanifest")
mimetypes.add_type("font/woff2", ".woff2")


@dataclass(frozen=True)
class File:
    """One file as it goes over the wire."""

    name: str
    body: bytes

    @cached_property
    def hash(self) -> str:
        return hashlib.sha256(self.body).hexdigest()[:10]

    @cached_property
    def type(self) -> str:
        kind = mimetypes.guess_type(self.name)[0] or "application/octet-stream"
        return f"{kind}; charset=utf-8" if kind.startswith("text/") else kind

    @cached_property
    def small(self) -> bytes | None:
        """The gzip form where it is worth it."""
        if not COMPRESSED.match(self.type) or len(self.body) < 300:
            return None
        squeezed = gzip.compress(self.body, mtime=0)
        return squeezed if len(squeezed) < len(self.body) * 0.9 else None


class Library:
    """The files the finders find, read on first use. With DEBUG every use looks at the disk again."""

    def __init__(self):
        self._files: dict[str, tuple[float, File]] = {}
        self._lock = threading.RLock()

    def get(self, name: str) -> File | None:
        known = self._files.get(name)
        if known and not settings.DEBUG:
            return known[1]
        path = _find(name)
        if path is None:
            return None
        with self._lock:
            changed = path.stat().st_mtime
            known = self._files.get(name)
            if known is None or known[0] != changed:
                body = path.read_bytes()
                if name.endswith(".css"):
                    body = self._hash_urls(name, body.decode()).encode()
                self._files[name] = known = changed, File(name, body)
            return known[1]

    def hashed(self, name: str) -> str:
        """`css/app.css` -> `css/app.3f9c2b71aa.css`; a name that no finder knows stays as it is."""
        file = self.get(name)
        if file is None:
            return name
        stem, suffix = posixpath.splitext(name)
        return f"{stem}.{file.hash}{suffix}"

    def _hash_urls(self, name: str, css: str) -> str:
        """What a style sheet points to gets hashed names too (sheets may not import each other in a circle)."""

        def swap(match: re.Match) -> str:
            target, fragment = urldefrag(match["target"].strip())
            if not target or target.startswith(("/", "data:", "http:", "https:")):
                return match[0]
            found = posixpath.normpath(posixpath.join(posixpath.dirname(name), unquote(target)))
            if found == name or self.get(found) is None:
                return match[0]
            link = posixpath.join(posixpath.dirname(target), posixpath.basename(self.hashed(found)))
            return f'url("{link}{"#" + fragment if fragment else ""}")'

        return CSS_URL.sub(swap, css)


def _find(name: str) -> Path | None:
    """The finders' answer for a clean relative name; anything that could climb out of its folder is refused."""
    if not name or name != posixpath.normpath(name) or name.startswith(("/", "..")) or "\\" in name or "\0" in name:
        return None
    found = finders.find(name)
    path = Path(found) if found else None
    return path if path and path.is_file() else None


library = Library()


class HashedStaticStorage(StaticFilesStorage):
    """`{% static %}` and everything built on it give hashed names."""

    def url(self, name):
        name, fragment = urldefrag(name)
        return super().url(library.hashed(name)) + (f"#{fragment}" if fragment else "")


class StaticFiles:
    """ASGI: answers below STATIC_URL, leaves the rest to the application behind it."""

    def __init__(self, application):
        self.application = application

    async def __call__(self, scope, receive, send):
        if not scope["path"].startswith(settings.STATIC_URL):
            return await self.application(scope, receive, send)
        if scope["method"] not in ("GET", "HEAD"):
            return await _answer(send, 405, {"Allow": "GET, HEAD"})
        name = scope["path"].removeprefix(settings.STATIC_URL)
        file, keep = library.get(name), ASK_AGAIN
        hashed = HASHED.match(name)
        if file is None and hashed:
            file = library.get(hashed["stem"] + hashed["suffix"])
            # a page from before an update asks for an old hash: the new file serves it, but is not kept under that name
            keep = FOR_EVER if file and file.hash == hashed["hash"] else ASK_AGAIN
        if file is None:
            return await _answer(send, 404, {"Content-Type": "text/plain; charset=utf-8"}, b"404")
        asked = {key: value.decode("latin1") for key, value in scope["headers"]}
        body, headers = file.body, {"ETag": f'"{file.hash}"', "Cache-Control": keep}
        if file.small:
            headers["Vary"] = "Accept-Encoding"
            if "gzip" in asked.get(b"accept-encoding", ""):
                body = file.small
                headers["Content-Encoding"] = "gzip"
                headers["ETag"] = f'W/"{file.hash}"'
        if file.hash in asked.get(b"if-none-match", ""):
            return await _answer(send, 304, headers)
        headers["Content-Type"] = file.type
        await _answer(send, 200, headers, body, head=scope["method"] == "HEAD")


async def _answer(send, status: int, headers: dict[str, str], body: bytes = b"", head: bool = False) -> None:
    if status != 304:
        headers["Content-Length"] = str(len(body))
    headers["X-Content-Type-Options"] = "nosniff"
    headers["Content-Security-Policy"] = settings.CONTENT_SECURITY_POLICY  # an SVG opened by itself is a document
    lines = [(key.lower().encode(), value.encode()) for key, value in headers.items()]
    await send({"type": "http.response.start", "status": status, "headers": lines})
    await send({"type": "http.response.body", "body": b"" if head else body})
