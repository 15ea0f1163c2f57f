"""The real `manage.py serve`: starts from nothing, stops, survives kill -9, says what is wrong in a sentence."""

import json
import os
import re
import signal
import subprocess
import sys
import time

import pytest

from tests.infra.helpers import children, command_of, nothing_left, refused, wait_until, write_due_row
from tests.server import ROOT, Server


def test_starts_from_an_empty_directory_and_stops(own_server):
    began = time.monotonic()
    own_server.start()
    assert time.monotonic() - began < 20
    assert f"READY {own_server.url}/" in own_server.log
    assert own_server.data.stat().st_mode & 0o777 == 0o700
    assert (own_server.data / "secret_key").stat().st_mode & 0o777 == 0o600
    began = time.monotonic()
    assert own_server.stop() == 0
    assert time.monotonic() - began < 12
    with pytest.raises(OSError):
        own_server.get("/")


def test_ctrl_c_ends_it_quietly(own_server):
    own_server.start()
    assert own_server.stop(signal.SIGINT) == 0


def test_headers_and_hosts(server):
    for path in ("/", "/no/such/page/"):
        _, headers, _ = server.get(path)
        assert "default-src 'none'" in headers["content-security-policy"]
        assert "unsafe" not in headers["content-security-policy"]
        assert headers["x-content-type-options"] == "nosniff"
        assert headers["x-frame-options"] == "DENY"
        assert headers["referrer-policy"] == "same-origin"
        assert "server" not in headers
    assert server.get("/no/such/page/")[0] == 404
    assert server.get("/", Host="evil.example")[0] == 400
    assert server.get("/", Host="localhost")[0] == server.get("/")[0] == 200


def test_a_page_and_all_it_loads_is_compressed_and_kept(server):
    """The page itself and every file it names load, hashed names are kept for ever, text is compressed."""
    status, _, body = server.get("/")
    assert status == 200
    links = re.findall(r'(?:src|href)="(/static/[^"]+)"', body.decode())
    assert any(link.endswith(".css") for link in links)
    for link in dict.fromkeys(links):
        status, headers, body = server.get(link.split("#")[0], **{"Accept-Encoding": "gzip"})
        assert status == 200, link
        assert "immutable" in headers["cache-control"], link
        if link.endswith((".css", ".js")) and len(body) > 1000:
            assert headers["content-encoding"] == "gzip", link


def test_a_due_row_is_done_soon(own_server):
    """Web process, timer and worker together: a row written by another process disappears shortly after it is due."""
    own_server.start()
    write_due_row(own_server, 0.5)
    assert wait_until(lambda: nothing_left(own_server))


def test_kill_9_loses_nothing_and_leaves_nobody_behind(own_server):
    own_server.start()
    kids = children(own_server.process.pid)
    distributed = bool(own_server.env["REDIS_URL"])
    assert len(kids) == (4 if distributed else 0)  # --web 2 --workers 2
    own_server.kill()
    assert wait_until(lambda: not any("serve" in command_of(pid) for pid in kids), 15)
    # claimed by the killed process for a lease that would last an hour; the one process mode knows that nobody has it
    write_due_row(own_server, 0, time.time() + (1 if distributed else 3600))
    own_server.start()
    assert wait_until(lambda: nothing_left(own_server))


def test_port_taken_is_a_sentence(server, tmp_path):
    done = refused(tmp_path, "--port", str(server.port))
    assert done.returncode == 1
    assert f"Port {server.port} on 127.0.0.1 is not free" in done.stderr and "--port" in done.stderr
    assert "Traceback" not in done.stderr


def test_refusals_are_sentences(tmp_path):
    for arguments, words in (
        (["--web", "2"], "REDIS_URL"),
        (["--port", "70000"], "not free"),
        (["--host", "::1"], "IPv4"),
        (["--host", "203.0.113.7"], "203.0.113.7"),
    ):
        done = refused(tmp_path, *arguments)
        assert done.returncode == 1 and words in done.stderr and "Traceback" not in done.stderr, arguments


def test_lan_says_the_address_and_answers_there(request, tmp_path):
    from games import lan

    server = Server(tmp_path / "data", "--lan")
    try:
        server.start()
        assert wait_until(lambda: "READY" in server.log)
        addresses = lan.addresses()
        if not addresses:
            assert wait_until(lambda: "No network found" in server.log)
            return
        assert wait_until(lambda: server.log.count("█") > 100)  # the QR code
        for address in addresses:
            assert f"LAN   http://{address}:{server.port}/" in server.log
            assert server.get("/", Host=f"{address}:{server.port}")[0] == 200
        assert server.get("/", Host="evil.example")[0] == 400
    finally:
        server.remove()


class TestSockets:
    """Handshakes against the running server, by hand: what a foreign page could try."""

    PATH = "/ws/room/000000/"

    def shake(self, server, origin):
        import socket

        lines = [
            f"GET {self.PATH} HTTP/1.1",
            f"Host: 127.0.0.1:{server.port}",
            "Upgrade: websocket",
            "Connection: Upgrade",
            "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==",
            "Sec-WebSocket-Version: 13",
        ]
        if origin:
            lines.append(f"Origin: {origin}")
        with socket.create_connection(("127.0.0.1", server.port), 5) as s:
            s.sendall("\r\n".join([*lines, "", ""]).encode())
            return s.recv(4096).split(b"\r\n")[0].decode()

    def test_foreign_origins_are_refused(self, server):
        for origin in (None, "null", "http://evil.example", f"https://127.0.0.1:{server.port}", "http://127.0.0.1:1"):
            assert " 403 " in self.shake(server, origin), origin

    def test_our_own_origin_reaches_the_consumer(self, server):
        """No such room: the consumer itself decides, so the answer is its own (accepted and closed, or refused)."""
        assert self.shake(server, server.url).split()[1] in ("101", "403")


def test_distribution_of_settings(tmp_path):
    """DATABASE_URL and REDIS_URL change what they should and nothing else."""
    code = (
        "import json, os\nfrom django.conf import settings as s\n"
        "print(json.dumps([s.DATABASES['default']['ENGINE'], s.CHANNEL_LAYERS['default']['BACKEND'],"
        " s.CELERY_BROKER_URL, s.CACHES['default']['BACKEND'], s.DEBUG, s.SESSION_COOKIE_SECURE]))"
    )
    base = {"PATH": os.environ["PATH"], "DATA_DIR": str(tmp_path), "DJANGO_SETTINGS_MODULE": "mahjong_site.settings"}
    more = {"DATABASE_URL": "postgres://u@h/n", "REDIS_URL": "redis://h:6379/3", "HTTPS": "1"}

    def read(env):
        command = [sys.executable, "-c", code]
        return json.loads(subprocess.run(command, cwd=ROOT, env=env, capture_output=True, check=True).stdout)

    assert read(base) == [
        "django.db.backends.sqlite3",
        "games.layers.ThreadSafeInMemoryLayer",
        "memory://localhost",
        "django.core.cache.backends.locmem.LocMemCache",
        False,
        False,
    ]
    assert read(base | more) == [
        "django.db.backends.postgresql",
        "channels_redis.pubsub.RedisPubSubChannelLayer",
        "redis://h:6379/3",
        "django.core.cache.backends.redis.RedisCache",
        False,
        True,
    ]
