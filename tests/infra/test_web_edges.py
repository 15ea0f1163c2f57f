"""What stands in front of pages and sockets: origins, the content policy, static files."""

import gzip

import pytest
from django.http import HttpResponse
from django.test import RequestFactory

from mahjong_site import headers, origins, static


def handshake(origin=None, host="127.0.0.1:8000", scheme="ws", **more):
    given = [(b"host", host.encode())]
    if origin is not None:
        given.append((b"origin", origin.encode()))
    given += [(name.replace("_", "-").encode(), value.encode()) for name, value in more.items()]
    return {"type": "websocket", "scheme": scheme, "headers": given}


@pytest.mark.parametrize(
    ("scope", "allowed"),
    [
        (handshake("http://127.0.0.1:8000"), True),
        (handshake("http://localhost:8000", host="localhost:8000"), True),
        (handshake("http://localhost", host="localhost"), True),
        (handshake("http://localhost:80", host="localhost"), True),
        (handshake("http://[::1]:8000", host="[::1]:8000"), True),
        (handshake("https://localhost", host="localhost", scheme="wss"), True),
        (handshake("https://trusted.example"), True),
        (handshake("http://127.0.0.1:8001"), False),  # another port of the same host
        (handshake("https://127.0.0.1:8000"), False),  # another scheme
        (handshake("http://localhost:8000"), False),  # another name of the same machine
        (handshake("http://evil.example"), False),
        (handshake("http://evil.example", host="evil.example"), False),  # a foreign name that points here
        (handshake("http://trusted.example"), False),
        (handshake("http://127.0.0.1:8000.evil.example"), False),
        (handshake("http://127.0.0.1:x"), False),
        (handshake("null"), False),
        (handshake(""), False),
        (handshake(None), False),
        (handshake("http://localhost", host=""), False),
        (handshake("https://localhost", host="localhost", x_forwarded_proto="https"), False),  # no proxy was declared
    ],
)
def test_socket_origins(scope, allowed, settings):
    settings.ALLOWED_HOSTS = ["localhost", "127.0.0.1", "[::1]"]
    settings.CSRF_TRUSTED_ORIGINS = ["https://trusted.example"]
    settings.HTTPS = False
    assert origins.allowed(scope) is allowed


def test_behind_a_tls_proxy_the_scheme_is_the_proxys(settings):
    settings.ALLOWED_HOSTS, settings.HTTPS = ["mj.example"], True
    assert origins.allowed(handshake("https://mj.example", host="mj.example", x_forwarded_proto="https"))
    assert not origins.allowed(handshake("http://mj.example", host="mj.example", x_forwarded_proto="https"))


def test_policy_is_on_every_answer_and_a_page_may_bring_its_own(settings):
    own = HttpResponse(headers={headers.NAME: "default-src 'self'"})
    request = RequestFactory().get("/")
    assert (
        headers.content_security_policy(lambda _: HttpResponse())(request)[headers.NAME]
        == settings.CONTENT_SECURITY_POLICY
    )
    assert headers.content_security_policy(lambda _: own)(request)[headers.NAME] == "default-src 'self'"
    assert "unsafe" not in settings.CONTENT_SECURITY_POLICY and "default-src 'none'" in settings.CONTENT_SECURITY_POLICY


@pytest.fixture
def files(tmp_path, settings, monkeypatch):
    """A static folder of the test's own; returns a coroutine function get(path, **headers) -> status, headers, body."""
    (tmp_path / "css").mkdir()
    (tmp_path / "img").mkdir()
    (tmp_path / "css" / "app.css").write_text(
        'a { background: url("../img/a.svg#x") } b { background: url(data:image/png;base64,AA) }'
        + " c { content: url(gone.png) }"
        + "/* long */" * 60
    )
    (tmp_path / "img" / "a.svg").write_text("<svg xmlns='http://www.w3.org/2000/svg'/>")
    (tmp_path.parent / "secret.txt").write_text("geheim")
    settings.STATICFILES_DIRS = [tmp_path]
    settings.DEBUG = False
    from django.contrib.staticfiles import finders

    finders.get_finder.cache_clear()
    monkeypatch.setattr(static, "library", static.Library())

    async def behind(scope, receive, send):
        await send({"type": "http.response.start", "status": 299, "headers": []})
        await send({"type": "http.response.body", "body": b"page"})

    async def get(path, method="GET", **asked):
        sent = []

        async def send(message):
            sent.append(message)

        given = [(name.replace("_", "-").encode(), value.encode()) for name, value in asked.items()]
        scope = {"type": "http", "path": path, "method": method, "headers": given}
        await static.StaticFiles(behind)(scope, None, send)
        return sent[0]["status"], {k.decode(): v.decode() for k, v in sent[0]["headers"]}, sent[1]["body"]

    yield get
    finders.get_finder.cache_clear()


BAD_PATHS = ["", "nope.css", "css", "css/", "./img/a.svg", "a\0b"]
BAD_PATHS += ["../secret.txt", "css/../../secret.txt", "/etc/passwd", "..\\secret.txt"]


class TestStaticFiles:
    async def test_hashed_name_is_kept_for_ever_and_compressed(self, files):
        url = static.HashedStaticStorage().url("css/app.css")
        assert url.startswith("/static/css/app.") and url.endswith(".css") and url != "/static/css/app.css"
        status, got, body = await files(url, accept_encoding="br, gzip")
        assert (status, got["content-encoding"]) == (200, "gzip")
        assert "immutable" in got["cache-control"] and got["content-type"] == "text/css; charset=utf-8"
        assert got["vary"] == "Accept-Encoding" and int(got["content-length"]) == len(body)
        plain = (await files(url))[2]
        assert gzip.decompress(body) == plain
        assert "content-encoding" not in (await files(url))[1]

    async def test_what_css_points_to_is_hashed_too(self, files):
        css = (await files("/static/css/app.css"))[2].decode()
        link = css.split('url("')[1].split('"')[0]
        assert link.startswith("../img/a.") and link.endswith(".svg#x") and link != "../img/a.svg#x"
        assert (await files("/static/img/" + link.split("/")[-1].split("#")[0]))[0] == 200
        assert "url(data:image/png;base64,AA)" in css and "url(gone.png)" in css

    async def test_plain_name_is_asked_again_with_its_etag(self, files):
        _, got, _ = await files("/static/img/a.svg")
        assert got["cache-control"] == "no-cache"
        status, again, body = await files("/static/img/a.svg", if_none_match=got["etag"])
        assert (status, body) == (304, b"") and again["etag"] == got["etag"]
        assert "default-src 'none'" in got["content-security-policy"] and got["x-content-type-options"] == "nosniff"

    async def test_an_old_hash_gets_the_new_file_but_not_for_ever(self, files):
        status, got, _ = await files("/static/img/a.0123456789.svg")
        assert (status, got["cache-control"]) == (200, "no-cache")

    async def test_head_and_other_methods(self, files):
        status, got, body = await files("/static/img/a.svg", method="HEAD")
        assert status == 200 and body == b"" and int(got["content-length"]) > 0
        assert (await files("/static/img/a.svg", method="POST"))[0] == 405

    @pytest.mark.parametrize("path", BAD_PATHS)
    async def test_nothing_else_is_served(self, files, path):
        assert (await files("/static/" + path))[0] == 404

    async def test_other_paths_are_pages(self, files):
        assert (await files("/room/123456/"))[0] == 299

    def test_an_unknown_name_keeps_its_name(self, files):
        assert static.HashedStaticStorage().url("no/such.css") == "/static/no/such.css"
