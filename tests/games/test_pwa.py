"""Installable: manifest, icons, worker and offline page, and that none of them holds anything of anybody."""

import json
import re
import struct

import pytest
from django.urls import reverse

from games import services
from games.tileart.icons import icon
from mahjong_site.static import library

pytestmark = pytest.mark.django_db


def static_name(url: str) -> str:
    """ "/static/icons/a.0123456789.png" -> "icons/a.png"; the hash must be the file's own."""
    stem, mark, suffix = re.fullmatch(r"/static/(.+)\.([0-9a-f]{10})(\.\w+)", url).groups()
    assert library.get(stem + suffix).hash == mark
    return stem + suffix


def test_the_manifest_names_the_site_and_its_icons(client):
    answer = client.get("/manifest.webmanifest", headers={"accept-language": "zh-CN"})
    assert answer["Content-Type"] == "application/manifest+json"
    manifest = json.loads(answer.content)
    assert manifest["short_name"] == "穷胡" and manifest["lang"] == "zh-Hans"
    assert manifest["display"] == "standalone" and manifest["start_url"] == manifest["scope"] == "/"
    found = {(row["sizes"], row["purpose"]): static_name(row["src"]) for row in manifest["icons"]}
    for size in (192, 512):
        for purpose in ("any", "maskable"):
            body = library.get(found[f"{size}x{size}", purpose]).body
            assert body[:8] == b"\x89PNG\r\n\x1a\n" and struct.unpack(">II", body[16:24]) == (size, size)
            assert len(body) <= 20 * 1024
    english = json.loads(client.get("/manifest.webmanifest", headers={"accept-language": "en"}).content)
    assert english["lang"] == "en" and english["short_name"] == "Qionghu"


def test_every_page_links_it_and_the_icons_exist(client):
    page = client.get("/").content.decode()
    assert f'rel="manifest" href="{reverse("manifest")}"' in page
    apple = static_name(re.search(r'rel="apple-touch-icon" href="([^"]+)"', page)[1])
    assert struct.unpack(">II", library.get(apple).body[16:24]) == (180, 180)
    assert library.get("icons/icon.svg").body.decode() == icon()


def build(script: str) -> str:
    return re.search(r"BUILD = '(\w+)'", script)[1]


def test_the_worker_is_of_this_build(client, monkeypatch):
    answer = client.get("/sw.js")
    script = answer.content.decode()
    assert answer["Content-Type"].startswith("text/javascript") and answer["Cache-Control"] == "no-cache"
    assert not re.search(r"__[A-Z]+__", script)
    kept = json.loads(re.search(r"KEPT = (\[.*?\])", script)[1])
    assert {static_name(url) for url in kept} == {"css/base.css", "css/dark.css", "icons/icon.svg"}
    assert build(client.get("/sw.js").content.decode()) == build(script)
    monkeypatch.setattr("games.views_pwa.KEPT", ("css/base.css",))  # another style sheet: another build
    assert build(client.get("/sw.js").content.decode()) != build(script)


def test_the_worker_and_the_offline_page_know_nobody(client):
    nobody = {path: client.get(path).content for path in ("/sw.js", "/offline/")}
    client.force_login(services.make_guest(nickname="小明"))
    client.cookies["django_language"] = "en"
    for path, body in nobody.items():
        answer = client.get(path)
        assert answer.content == body and "小明" not in body.decode() and "csrf" not in body.decode()
    page = nobody["/offline/"].decode()
    assert "没有网络" in page and "No connection" in page
    kept = re.search(r"KEPT = (\[.*?\])", nobody["/sw.js"].decode())[1]
    for url in re.findall(r'"(/static/[^"]+)"', page):
        assert url in kept, "the offline page needs a file that is not kept"


def test_a_site_that_wants_no_worker_takes_it_away(client, settings):
    on = build(client.get("/sw.js").content.decode())
    settings.SERVICE_WORKER = False
    script = client.get("/sw.js").content.decode()
    assert "OFF = 'yes' === 'yes'" in script and build(script) != on
    assert 'data-worker=""' in client.get("/").content.decode()


def test_the_policy_allows_worker_and_manifest(client):
    policy = client.get("/sw.js")["Content-Security-Policy"]
    assert "worker-src 'self'" in policy and "manifest-src 'self'" in policy and "unsafe" not in policy
