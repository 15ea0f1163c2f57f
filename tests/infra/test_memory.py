"""The embedded mode's own parts: the channel layer across threads and loops, the transport without polling, the bus."""

import asyncio
import socket
import threading
import time

import pytest
from kombu import Connection

from games import bus
from games.layers import ThreadSafeInMemoryLayer


def in_another_thread(coroutine):
    """Run it in a fresh loop in another thread, without blocking this loop."""
    return asyncio.to_thread(asyncio.run, coroutine)


class TestLayer:
    async def test_a_message_from_another_loop_arrives_at_once(self):
        layer = ThreadSafeInMemoryLayer()
        channel = await layer.new_channel()
        await layer.group_add("room.1", channel)
        waiting = asyncio.ensure_future(layer.receive(channel))
        await asyncio.sleep(0)
        began = time.monotonic()
        await in_another_thread(layer.group_send("room.1", {"type": "room.changed", "v": 7}))
        assert await asyncio.wait_for(waiting, 1) == {"type": "room.changed", "v": 7}
        assert time.monotonic() - began < 0.3  # Channels' own layer needs up to a second here

    async def test_order_is_kept_and_other_groups_hear_nothing(self):
        layer = ThreadSafeInMemoryLayer()
        here, there = await layer.new_channel(), await layer.new_channel()
        await layer.group_add("room.1", here)
        await layer.group_add("room.2", there)

        async def send():
            for number in range(50):
                await layer.group_send("room.1", {"type": "x", "v": number})

        await in_another_thread(send())
        assert [(await layer.receive(here))["v"] for _ in range(50)] == list(range(50))
        with pytest.raises(asyncio.TimeoutError):
            await asyncio.wait_for(layer.receive(there), 0.05)

    async def test_without_listeners_sending_is_harmless(self):
        await ThreadSafeInMemoryLayer().group_send("room.1", {"type": "x"})

    async def test_beyond_capacity_messages_are_dropped_not_raised(self):
        layer = ThreadSafeInMemoryLayer(capacity=3)
        channel = await layer.new_channel()
        await layer.group_add("g", channel)
        for number in range(10):
            await layer.group_send("g", {"type": "x", "v": number})
        assert (await layer.receive(channel))["v"] == 0

    def test_a_new_loop_takes_over_from_a_closed_one(self):
        layer = ThreadSafeInMemoryLayer()

        async def once():
            channel = await layer.new_channel()
            await layer.send(channel, {"type": "x"})
            return await layer.receive(channel)

        assert asyncio.run(once()) == asyncio.run(once()) == {"type": "x"}


class TestTransport:
    @pytest.fixture
    def connection(self):
        with Connection("memory://localhost", transport="games.transports:WakeTransport") as connection:
            yield connection

    def test_a_waiting_consumer_is_woken(self, connection):
        got = []
        queue = connection.SimpleQueue(f"wake-{time.monotonic_ns()}")
        queue.consumer.register_callback(lambda body, message: got.append((body, time.monotonic())))

        def put():
            time.sleep(0.2)
            with Connection("memory://localhost", transport="games.transports:WakeTransport") as other:
                other.SimpleQueue(queue.queue.name).put({"n": 1})
            put.at = time.monotonic()

        thread = threading.Thread(target=put)
        thread.start()
        message = queue.get(timeout=5)
        arrived = time.monotonic()
        thread.join()
        assert message.payload == {"n": 1}
        assert arrived - put.at < 0.2  # kombu's own transport looks once a second
        message.ack()

    def test_without_messages_it_times_out_in_time(self, connection):
        queue = connection.SimpleQueue(f"empty-{time.monotonic_ns()}")
        queue.consumer.consume()
        began = time.monotonic()
        with pytest.raises(socket.timeout):
            connection.drain_events(timeout=0.3)
        assert 0.25 < time.monotonic() - began < 1


class TestBus:
    def test_never_raises(self, monkeypatch, caplog):
        class Broken:
            async def group_send(self, group, message):
                raise ConnectionError("redis://:geheim@x")

        monkeypatch.setattr(bus, "get_channel_layer", Broken)
        bus.publish("room.1", {"type": "x"}).result(5)
        assert "could not tell group room.1" in caplog.text and "geheim" not in caplog.text

    def test_not_even_without_a_thread_to_run_in(self, monkeypatch):
        def no_thread():
            raise RuntimeError("can't start new thread")

        monkeypatch.setattr(bus, "_lasting_loop", no_thread)
        assert bus.publish("room.1", {"type": "x"}) is None

    def test_one_lasting_loop(self):
        assert bus._lasting_loop() is bus._lasting_loop()
        assert sum(thread.name == "bus" for thread in threading.enumerate()) == 1

    async def test_reaches_a_listener_in_this_loop(self):
        from channels.layers import get_channel_layer

        layer = get_channel_layer()
        channel = await layer.new_channel()
        await layer.group_add("room.bus", channel)
        bus.publish("room.bus", {"type": "room.changed", "v": 3})
        assert await asyncio.wait_for(layer.receive(channel), 5) == {"type": "room.changed", "v": 3}
        await layer.group_discard("room.bus", channel)
