"""Which pages may open our websockets: exactly our own, and those of CSRF_TRUSTED_ORIGINS.

CSRF tokens do not exist on sockets and a browser sends its cookies along, so the Origin header is the fence. Channels'
AllowedHostsOriginValidator compares host names only: another port or scheme of the same host would pass. Here the
rule is the one Django's CSRF check uses: the origin is this very address (scheme, host, port) or a trusted one.
"""

from urllib.parse import urlsplit

from channels.security.websocket import WebsocketDenier
from django.conf import settings
from django.http.request import split_domain_port, validate_host


class SameOrigin:
    """ASGI middleware in front of the socket routes."""

    def __init__(self, application):
        self.application = application

    async def __call__(self, scope, receive, send):
        if allowed(scope):
            return await self.application(scope, receive, send)
        return await WebsocketDenier()(scope, receive, send)


def allowed(scope) -> bool:
    """Is the Origin of this handshake our own address, or trusted by name?"""
    headers = {name.lower(): value.decode("latin1") for name, value in scope.get("headers", [])}
    origin = headers.get(b"origin", "").lower()
    if not origin or origin == "null":
        return False
    if origin in settings.CSRF_TRUSTED_ORIGINS:
        return True
    host = headers.get(b"host", "").lower()
    domain, _ = split_domain_port(host)
    if not domain or not validate_host(domain, settings.ALLOWED_HOSTS):
        return False  # else a page of a foreign name that points here (DNS rebinding) would be its own origin
    return same(origin, f"{_scheme(scope, headers)}://{host}")


def same(one: str, other: str) -> bool:
    """Two origins with the same scheme, host and port (80 and 443 may be left out)."""
    return _triple(one) == _triple(other) is not None


def _triple(origin: str) -> tuple[str, str, int | None] | None:
    try:
        parts = urlsplit(origin)
        port = parts.port or {"http": 80, "https": 443}.get(parts.scheme)
    except ValueError:
        return None
    if not parts.hostname:
        return None
    return parts.scheme, parts.hostname, port


def _scheme(scope, headers) -> str:
    if settings.HTTPS and headers.get(b"x-forwarded-proto") == "https":
        return "https"
    return {"wss": "https", "https": "https"}.get(scope.get("scheme", "ws"), "http")
