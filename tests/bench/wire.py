"""A light client for measurements: HTTP with keep-alive and websockets over asyncio streams, no library.

It shares two cores with the server that it measures, so it does as little as possible. Not a general client.
"""

from __future__ import annotations

import asyncio
import base64
import os
import urllib.parse
from collections.abc import Callable


class Wire:
    """One kept HTTP connection of one person."""

    def __init__(self, port: int, session: str):
        self.port, self.cookies = port, {"sessionid": session}
        self.reader: asyncio.StreamReader | None = None

    def cookie(self) -> str:
        return "; ".join(f"{name}={value}" for name, value in self.cookies.items())

    async def _send(self, head: str, body: bytes = b"") -> tuple[int, bytes]:
        if self.reader is None:
            self.reader, self.writer = await asyncio.open_connection("127.0.0.1", self.port)
        origin = f"http://127.0.0.1:{self.port}"
        lines = [head, f"Host: 127.0.0.1:{self.port}", f"Cookie: {self.cookie()}", f"Origin: {origin}",
                 f"Referer: {origin}/", f"Content-Length: {len(body)}", "Connection: keep-alive", "", ""]  # fmt: skip
        self.writer.write("\r\n".join(lines).encode() + body)
        answer = (await self.reader.readuntil(b"\r\n\r\n")).decode("latin-1").split("\r\n")
        status, length, keep, chunked = int(answer[0].split()[1]), 0, True, False
        for line in answer[1:]:
            name, _, value = line.partition(": ")
            match name.lower():
                case "content-length":
                    length = int(value)
                case "transfer-encoding":
                    chunked = value == "chunked"
                case "connection":
                    keep = value.lower() != "close"
                case "set-cookie":
                    key, _, rest = value.partition("=")
                    self.cookies[key] = rest.partition(";")[0]
        data = await self._chunks() if chunked else await self.reader.readexactly(length)
        if not keep:
            self.writer.close()
            self.reader = None
        return status, data

    async def _chunks(self) -> bytes:
        found = b""
        while size := int(await self.reader.readline(), 16):
            found += await self.reader.readexactly(size)
            await self.reader.readline()
        await self.reader.readline()
        return found

    async def get(self, path: str) -> tuple[int, bytes]:
        return await self._send(f"GET {path} HTTP/1.1")

    async def post(self, path: str, form: dict[str, str]) -> tuple[int, bytes]:
        head = f"POST {path} HTTP/1.1\r\nHX-Request: true\r\nContent-Type: application/x-www-form-urlencoded"
        return await self._send(head, urllib.parse.urlencode(form).encode())


async def listen(wire: Wire, path: str, heard: Callable[[bytes], None]) -> asyncio.Task:
    """Open a websocket as this person; `heard` gets each text message at once. Returns the reading task."""
    reader, writer = await asyncio.open_connection("127.0.0.1", wire.port)
    key = base64.b64encode(os.urandom(16)).decode()
    lines = [f"GET {path} HTTP/1.1", f"Host: 127.0.0.1:{wire.port}", f"Origin: http://127.0.0.1:{wire.port}",
             f"Cookie: {wire.cookie()}", "Upgrade: websocket", "Connection: Upgrade", f"Sec-WebSocket-Key: {key}",
             "Sec-WebSocket-Version: 13", "", ""]  # fmt: skip
    writer.write("\r\n".join(lines).encode())
    answer = await reader.readuntil(b"\r\n\r\n")
    assert b" 101 " in answer.split(b"\r\n", 1)[0], answer

    async def read() -> None:
        while True:
            first, second = await reader.readexactly(2)
            length = second & 127
            if length > 125:
                length = int.from_bytes(await reader.readexactly(2 if length == 126 else 8), "big")
            data = await reader.readexactly(length)
            if first & 15 == 1:
                heard(data)
            elif first & 15 == 9:  # a ping: answer with the same bytes, masked by zeros
                writer.write(bytes([0x8A, 0x80 | len(data), 0, 0, 0, 0]) + data)
            elif first & 15 == 8:
                raise ConnectionError(f"closed with {int.from_bytes(data[:2], 'big')}")

    return asyncio.create_task(read())
