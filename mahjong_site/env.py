"""Reading settings from the environment: small parsers, each raising a sentence that names the variable.

Must not import Django's settings (it is what settings.py is made of) and must keep values out of its messages:
a database address holds a password.
"""

import ipaddress
import os
import secrets
from collections.abc import Mapping
from pathlib import Path
from typing import Any
from urllib.parse import parse_qsl, unquote, urlsplit

from django.core.exceptions import ImproperlyConfigured


def flag(env: Mapping[str, str], name: str, default: bool = False) -> bool:
    """1/0, true/false, yes/no, on/off."""
    word = env.get(name, "").strip().lower()
    if not word:
        return default
    if word in ("1", "true", "yes", "on"):
        return True
    if word in ("0", "false", "no", "off"):
        return False
    raise ImproperlyConfigured(f"{name} must be 1 or 0.")


def words(env: Mapping[str, str], name: str, default: tuple[str, ...] = ()) -> list[str]:
    """A list separated by commas or spaces."""
    found = env.get(name, "").replace(",", " ").split()
    return found or list(default)


def networks(
    env: Mapping[str, str], name: str, default: tuple[str, ...] = ()
) -> list[ipaddress.IPv4Network | ipaddress.IPv6Network]:
    """Addresses and networks: "127.0.0.1, 10.0.0.0/8"."""
    try:
        return [ipaddress.ip_network(word) for word in words(env, name, default)]
    except ValueError:
        raise ImproperlyConfigured(f"{name} must hold addresses or networks, such as 127.0.0.1 10.0.0.0/8.") from None


def number(env: Mapping[str, str], name: str, default: float) -> float:
    """A number of at least 0."""
    raw = env.get(name, "").strip()
    if not raw:
        return default
    try:
        value = float(raw)
    except ValueError:
        value = -1.0
    if not 0 <= value < float("inf"):
        raise ImproperlyConfigured(f"{name} must be a number of at least 0, such as {default:g}.")
    return value


def span(env: Mapping[str, str], name: str, default: tuple[float, float]) -> tuple[float, float]:
    """Two numbers of seconds "from,to", 0 <= from <= to."""
    raw = env.get(name, "").strip()
    if not raw:
        return default
    try:
        low, high = (float(part) for part in raw.split(","))
    except ValueError:
        low, high = 1.0, 0.0
    if not 0 <= low <= high < float("inf"):
        raise ImproperlyConfigured(f'{name} must be two numbers of seconds, such as "{default[0]},{default[1]}".')
    return low, high


def postgres(url: str) -> dict[str, Any]:
    """`postgres://user:password@host:port/name?sslmode=require` as Django's settings, without pool or age.

    Without a host (`postgres:///name?host=/run/postgresql`) libpq's own default is used.
    """
    try:
        parts = urlsplit(url)
        port = parts.port
        host = parts.hostname
    except ValueError:
        parts, port, host = urlsplit(""), None, None
    name = unquote(parts.path.removeprefix("/"))
    if parts.scheme not in ("postgres", "postgresql") or not name or "/" in name:
        raise ImproperlyConfigured("DATABASE_URL must look like postgres://user:password@host:5432/name.")
    options: dict[str, Any] = dict(parse_qsl(parts.query))
    return {
        "ENGINE": "django.db.backends.postgresql",
        "NAME": name,
        "USER": unquote(parts.username or ""),
        "PASSWORD": unquote(parts.password or ""),
        "HOST": options.pop("host", "") or unquote(host or ""),
        "PORT": options.pop("port", "") or str(port or ""),
        "OPTIONS": options,
    }


def private_directory(path: Path) -> Path:
    """Create the data directory, readable for its owner only: it holds the secret key and everybody's tiles."""
    path.mkdir(mode=0o700, parents=True, exist_ok=True)
    there = path.stat()
    if there.st_uid == os.geteuid() and there.st_mode & 0o077:
        path.chmod(0o700)
    return path


def secret_key(path: Path) -> str:
    """The key kept in `path`, drawn once. Several processes may start at the same moment: the first one's key holds."""
    if not path.exists():
        draft = path.with_name(f".{path.name}.{secrets.token_hex(8)}")
        fd = os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        with os.fdopen(fd, "w") as f:
            f.write(secrets.token_urlsafe(50))
        try:
            os.link(draft, path)  # whole or not at all, and only if nobody was quicker
        except FileExistsError:
            pass
        finally:
            draft.unlink()
    key = path.read_text().strip()
    if len(key) < 40:
        raise ImproperlyConfigured(f"{path} is damaged; delete it to get a new key (everybody has to sign in again).")
    return key
