"""Connections that end without a word (LESSONS W5, W6): phones, tunnels, broken clients. Others are still served."""

import os
import random
import re
import socket
import struct

from tests.e2e.plain import Person
from tests.infra.helpers import wait_until

SHAKE = (
    "GET {path} HTTP/1.1\r\nHost: {host}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nOrigin: http://{host}\r\n"
    "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\nCookie: {cookie}\r\n\r\n"
)


def opened(server, person) -> socket.socket:
    """A socket of this person at his table, after the handshake."""
    host = f"127.0.0.1:{server.port}"
    cookie = "; ".join(f"{c.name}={c.value}" for c in person.cookies)
    code = re.search(r"/room/(\d{6})/", person.room).group(1)
    s = socket.create_connection(("127.0.0.1", server.port), 10)
    s.sendall(SHAKE.format(path=f"/ws/room/{code}/", host=host, cookie=cookie).encode())
    answer = b""
    while b"\r\n\r\n" not in answer:
        answer += s.recv(65536)
    assert answer.split(b"\r\n")[0].split()[1] == b"101", answer[:200]
    return s


def shown(s: socket.socket) -> bool:
    """Does the table come through?"""
    s.settimeout(10)
    heard = b""
    while b'id="sync"' not in heard:
        more = s.recv(65536)
        if not more:
            return False
        heard += more
    return True


def test_sockets_that_end_without_a_word(server):
    person = Person(server.url, "断线")
    person.begin("dalian")
    silent = []
    for number in range(24):
        s = opened(server, person)
        if number % 4 == 0:  # the machine is gone: a reset, no close frame
            s.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
            s.close()
        elif number % 4 == 1:  # nonsense on the line, then half a frame
            s.sendall(os.urandom(200))
            s.close()
        elif number % 4 == 2:
            s.sendall(b"\x81\xfe\x10\x00abcd")
            s.shutdown(socket.SHUT_WR)
            silent.append(s)
        else:  # keeps the line and never reads
            silent.append(s)
    assert server.get("/healthz")[0] == 200
    another = Person(server.url, "还在")
    another.begin("dalian")
    fresh = opened(server, another)
    assert shown(fresh)
    assert wait_until(lambda: server.get("/")[0] == 200, 5)
    for s in [*silent, fresh]:
        s.close()


def test_a_table_that_changes_while_a_socket_closes(server):
    """After a broken frame a socket waits a moment for the other's farewell: what the table sends then is no error, and
    the connection is tidied up (the fixture looks at the log)."""
    person = Person(server.url, "半关")
    person.begin("dalian")
    sockets = [opened(server, person) for _ in range(3)]
    for s in sockets:
        assert shown(s)
        s.sendall(b"\x8f\x80abcd")  # a kind of frame that does not exist
    for number in range(20):
        person.play_one(random.Random(number))
    for s in sockets:
        s.close()
    fresh = opened(server, person)
    assert shown(fresh)
    fresh.close()
