"""Run the site with one command.

Without REDIS_URL: one process, nothing to install: web server in the main thread, Celery worker and timer in
threads. With REDIS_URL: a supervisor of --web web processes and --workers Celery processes; they share one listening
socket, are started again when they end, and end when the supervisor does, however that happens.
"""

import errno
import fcntl
import os
import signal
import socket
import subprocess
import sys
import threading
import time

from django.conf import settings
from django.core.management import call_command
from django.core.management.base import BaseCommand, CommandError

from games import lan, timer

# Bytes in one websocket message. The library holds both directions to it, and a whole table sent on connect has some
# 20 KB; what clients send is held to consumers.LARGEST.
LIMIT = 256 * 1024
BACKLOG = 512
THREADS = 4  # of a worker; its tasks are tiny
RESTART_AFTER = 1.0  # seconds; a child that cannot live must not be started in a circle
PATIENCE = 10.0  # seconds that children get to end


class Command(BaseCommand):
    help = "Run the site: one process without REDIS_URL, several with it."
    requires_system_checks = []  # migrate and the tests run them; a start should be quick

    def add_arguments(self, parser):
        parser.add_argument("--host", default=os.environ.get("HOST"), help="address to listen on (127.0.0.1)")
        parser.add_argument("--port", type=int, default=int(os.environ.get("PORT") or 8000), help="port (8000)")
        parser.add_argument("--lan", action="store_true", help="let phones and computers in the same network play")
        parser.add_argument("--web", type=int, default=1, help="web processes (with REDIS_URL)")
        parser.add_argument("--workers", type=int, default=1, help="Celery processes (with REDIS_URL)")
        parser.add_argument("--role", choices=("web", "worker"), help="what a child of the supervisor is")
        parser.add_argument("--fd", type=int, help="the listening socket a web child inherits")
        parser.add_argument("--parent-fd", type=int, help="end of file on it means that the supervisor is gone")

    def handle(self, **options):
        if options["role"]:
            return child(options)
        if options["lan"]:
            allow_the_lan()
        host = options["host"] or ("0.0.0.0" if options["lan"] else "127.0.0.1")
        if not settings.REDIS_URL and (options["web"] > 1 or options["workers"] > 1):
            raise CommandError("Several processes need a Redis server between them: set REDIS_URL (see README.md).")
        lock = None if settings.REDIS_URL else only_one()
        # after a kill -9 the last supervisor's children still need a moment to notice and let go of the port
        listener = listen(host, options["port"], patience=PATIENCE if settings.REDIS_URL else 0)
        call_command("migrate", verbosity=0)
        where = self.describe(host, listener.getsockname()[1], options["lan"])
        if settings.REDIS_URL:
            supervise(listener, options, where)
        else:
            embedded(listener, where)
        if lock:
            os.close(lock)

    def describe(self, host: str, port: int, with_qr: bool):
        """What is said as soon as the port answers."""

        def say():
            self.stdout.write(f"READY http://{'127.0.0.1' if host == '0.0.0.0' else host}:{port}/")
            for number, address in enumerate(lan.addresses() if with_qr else ()):
                self.stdout.write(f"LAN   http://{address}:{port}/")
                if number == 0:
                    self.stdout.write(qr(f"http://{address}:{port}/"))
            if with_qr and not lan.addresses():
                self.stdout.write("No network found: only this machine can play until it has one.")
            self.stdout.flush()

        return say


def allow_the_lan() -> None:
    """Start again with the LAN's addresses in ALLOWED_HOSTS, before settings are read. Nothing the second time."""
    if os.environ.get("LAN_ALLOWED") == str(os.getpid()):
        return
    hosts = dict.fromkeys([*settings.ALLOWED_HOSTS, *lan.addresses(), *lan.names()])
    os.environ["ALLOWED_HOSTS"] = ",".join(hosts)
    os.environ["LAN_ALLOWED"] = str(os.getpid())  # exec keeps the process id
    sys.stdout.flush()
    os.execv(sys.executable, [sys.executable, *sys.argv])


def only_one() -> int:
    """The embedded mode keeps sockets and tasks in memory: two processes on one directory would not see each other."""
    fd = os.open(settings.DATA_DIR / "serve.lock", os.O_RDWR | os.O_CREAT, 0o600)
    try:
        fcntl.flock(fd, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        raise CommandError(
            f"The site is already running with the data in {settings.DATA_DIR}."
            " Stop it first, or set DATA_DIR to another folder."
        ) from None
    return fd


def listen(host: str, port: int, patience: float = 0) -> socket.socket:
    """Open the port before anything else: whoever cannot have it should know at once, in a sentence."""
    if ":" in host:
        raise CommandError("--host takes an IPv4 address or a name; for IPv6 put a proxy in front (see deploy/).")
    listener = socket.socket(socket.AF_INET, socket.SOCK_STREAM)  # daphne can only adopt an IPv4 socket
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    end = time.monotonic() + patience
    while True:
        try:
            listener.bind((host, port))
            listener.listen(BACKLOG)
            break
        except (OSError, OverflowError) as problem:
            if getattr(problem, "errno", 0) == errno.EADDRINUSE and time.monotonic() < end:
                time.sleep(0.1)
                continue
            reason = problem.strerror if isinstance(problem, OSError) else "a port is a number from 0 to 65535"
            raise CommandError(
                f"Port {port} on {host} is not free ({reason}). Try another one: ./run --port {min(port + 1, 65535)}"
            ) from None
    listener.setblocking(False)
    return listener


def run_web(listener_fd: int, say) -> None:
    """The web server, in the main thread until SIGTERM or SIGINT."""
    from daphne.server import Server  # first: it installs the asyncio reactor

    from channels.routing import get_default_application  # isort: skip

    Server(
        get_default_application(),
        endpoints=[f"fd:fileno={listener_fd}"],
        signal_handlers=True,
        http_timeout=60,
        websocket_max_message_size=LIMIT,
        websocket_max_frame_size=LIMIT,
        server_name="",
        verbosity=0,
        ready_callable=say,
    ).run()


def embedded(listener: socket.socket, say) -> None:
    """Everything in this process."""
    import daphne.server  # noqa: F401  before anything starts an event loop
    from celery import current_app as app

    timer.forget_claims()
    app.loader.import_default_modules()
    worker = app.WorkController(
        app=app,
        hostname="embedded@local",
        pool_cls="threads",
        concurrency=THREADS,
        loglevel="WARNING",
        without_heartbeat=True,
        without_mingle=True,
        without_gossip=True,
    )
    working = threading.Thread(target=worker.start, name="celery", daemon=True)
    working.start()
    timer.start()
    try:
        run_web(listener.fileno(), say)
    finally:
        timer.stop()
        worker.stop()  # running tasks finish; what is left is still due in the database
        working.join(5)


def supervise(listener: socket.socket, options, say) -> None:
    """Start the children, start again what ends, stop them all at SIGTERM or SIGINT."""
    read_end, write_end = os.pipe()  # never written: children see its end when this process is gone
    fd = listener.fileno()
    me = [sys.executable, sys.argv[0], "serve", "--parent-fd", str(read_end)]
    commands = {f"web {n + 1}": [*me, "--role", "web", "--fd", str(fd)] for n in range(options["web"])}
    commands |= {f"worker {n + 1}": [*me, "--role", "worker"] for n in range(options["workers"])}
    stopping = threading.Event()
    for number in (signal.SIGTERM, signal.SIGINT):
        signal.signal(number, lambda *_: stopping.set())
    running: dict[str, subprocess.Popen] = {}
    since: dict[str, float] = {}
    said = False
    while not stopping.is_set():
        for name, command in commands.items():
            process = running.get(name)
            if process is not None:
                if process.poll() is None or time.monotonic() - since[name] < RESTART_AFTER:
                    continue
                sys.stderr.write(f"{name} ended with {process.returncode}; starting it again\n")
            # a session of its own: Ctrl-C reaches the supervisor, which then ends the children in order
            running[name] = subprocess.Popen(command, pass_fds=[read_end, fd], start_new_session=True)
            since[name] = time.monotonic()
        if not said:
            say()  # the port is open since before: whoever comes now waits for the first child
            said = True
        stopping.wait(0.2)
    for process in running.values():
        process.terminate()
    end = time.monotonic() + PATIENCE
    for process in running.values():
        try:
            process.wait(max(0.1, end - time.monotonic()))
        except subprocess.TimeoutExpired:
            process.kill()
    os.close(write_end)


def child(options) -> None:
    """A web or worker process of the supervisor."""
    if options["parent_fd"] is not None:
        die_with_parent(options["parent_fd"])
    if options["role"] == "web":
        return run_web(options["fd"], None)
    from celery import current_app as app

    arguments = f"--quiet worker -P threads -c {THREADS} -l WARNING -n worker{os.getpid()}@%h"
    app.worker_main([*arguments.split(), "--without-gossip", "--without-mingle", "--without-heartbeat"])


def die_with_parent(fd: int) -> None:
    """The supervisor holds the other end of this pipe: its end of file means that it is gone, even by kill -9."""

    def watch():
        os.read(fd, 1)
        os.kill(os.getpid(), signal.SIGTERM)
        time.sleep(PATIENCE)
        os._exit(1)  # an orphan that does not listen would keep the port

    os.set_inheritable(fd, False)
    threading.Thread(target=watch, name="parent-watch", daemon=True).start()


def qr(url: str) -> str:
    """A QR code made of half blocks, readable on light and dark terminals (dark modules are drawn as blank)."""
    import io

    import segno

    out = io.StringIO()
    segno.make(url, error="l").terminal(out=out, compact=True)
    return out.getvalue()
