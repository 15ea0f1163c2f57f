"""What makes the site installable: manifest, service worker, and the page to show without a network.

All three are the same for everybody who has the same language: no name, no table and no token may be in them.
"""

import hashlib
import json
from pathlib import Path

from django.conf import settings
from django.contrib.staticfiles import finders
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.templatetags.static import static
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from games.preferences import CLOTHS

KEPT = ("css/base.css", "css/dark.css", "icons/icon.svg")  # what the offline page needs
ICONS = (
    ("icons/icon.svg", "any", "image/svg+xml", "any"),
    ("icons/icon-192.png", "192x192", "image/png", "any"),
    ("icons/icon-512.png", "512x512", "image/png", "any"),
    ("icons/maskable-192.png", "192x192", "image/png", "maskable"),
    ("icons/maskable-512.png", "512x512", "image/png", "maskable"),
)


@require_safe
def manifest(request: HttpRequest) -> HttpResponse:
    """Name, icons and colours for the home screen."""
    answer = JsonResponse(
        {
            "id": "/",
            "name": _("Qionghu · mahjong with friends"),
            "short_name": _("Qionghu"),
            "lang": "en" if request.LANGUAGE_CODE == "en" else "zh-Hans",
            "dir": "ltr",
            "start_url": reverse("home"),
            "scope": "/",
            "display": "standalone",
            "theme_color": CLOTHS["pine"],
            "background_color": "#f4eddd",
            "icons": [
                {"src": static(name), "sizes": sizes, "type": kind, "purpose": purpose}
                for name, sizes, kind, purpose in ICONS
            ],
        },
        content_type="application/manifest+json",
        json_dumps_params={"ensure_ascii": False},
    )
    answer.headers["Cache-Control"] = "no-cache"
    return answer


@require_safe
def worker(request: HttpRequest) -> HttpResponse:
    """static/js/sw.js with the names of this build written in. Served from the top, so that it covers every page."""
    script = Path(finders.find("js/sw.js")).read_text(encoding="utf-8")
    kept = [static(name) for name in KEPT]
    off = "no" if settings.SERVICE_WORKER else "yes"
    page = render(request, "games/offline.html").content.decode()
    build = hashlib.sha256(json.dumps([script, page, kept, off]).encode()).hexdigest()[:12]
    written = {"__BUILD__": build, "__OFFLINE__": reverse("offline"), "__KEPT__": json.dumps(kept), "__OFF__": off}
    for name, value in written.items():
        script = script.replace(name, value)
    answer = HttpResponse(script, content_type="text/javascript; charset=utf-8")
    answer.headers["Cache-Control"] = "no-cache"  # browsers look for a new one at every visit
    return answer


@require_safe
def offline(request: HttpRequest) -> HttpResponse:
    """In both languages at once: it is kept by the worker, whoever reads it later."""
    answer = render(request, "games/offline.html")
    answer.headers["Cache-Control"] = "no-cache"
    return answer
