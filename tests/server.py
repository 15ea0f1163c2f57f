"""The real command in a process of its own: what a person runs is what is tested.

A Server has its own data directory (and with TEST_DATABASE_URL / TEST_REDIS_URL its own database and Redis prefix),
a free port, quick bots and pauses, and ordinary human clocks unless told otherwise.
"""

import os
import secrets
import signal
import socket
import subprocess
import sys
import time
import urllib.request
from pathlib import Path
from urllib.parse import urlsplit, urlunsplit

ROOT = Path(__file__).resolve().parent.parent
QUICK = {
    "GAME_PAUSE": "0.02,0.05",
    "GAME_BOT_DELAY": "0.02,0.06",
    "GAME_CLOCK_SCALE": "1",  # a browser needs its time; tests of timeouts pass 0.05
    "GAME_NEXT_DEAL_SECONDS": "60",
    "LIMITS": "20",  # a whole suite of people at one address
}
NOT_OURS = ("DJANGO_SETTINGS_MODULE", "ALLOWED_HOSTS", "CSRF_TRUSTED_ORIGINS", "SECRET_KEY", "PORT", "HOST")


def free_port() -> int:
    with socket.socket() as s:
        s.bind(("127.0.0.1", 0))
        return s.getsockname()[1]


class Server:
    """start() waits until pages are answered; stop() and kill() leave the data, so that start() goes on with it."""

    def __init__(self, data: Path, *arguments: str, **env: str):
        self.data, self.port = data, free_port()
        self.arguments = arguments
        self.process: subprocess.Popen | None = None
        self.log_file = data / "server.log"
        data.mkdir(parents=True, exist_ok=True)
        base = {key: value for key, value in os.environ.items() if key not in NOT_OURS}
        self.env = base | QUICK | {"DATA_DIR": str(data), "DATABASE_URL": "", "REDIS_URL": "", "PYTHONUNBUFFERED": "1"}
        self.database = ""
        if url := os.environ.get("TEST_DATABASE_URL"):
            self.database = f"served_{secrets.token_hex(6)}"
            self.env["DATABASE_URL"] = urlunsplit(urlsplit(url)._replace(path=f"/{self.database}"))
        if url := os.environ.get("TEST_REDIS_URL"):
            self.env |= {"REDIS_URL": url, "REDIS_PREFIX": f"served{secrets.token_hex(6)}"}
            self.arguments += ("--web", "2", "--workers", "2")
        self.env |= env
        if self.database:
            self._postgres(f'CREATE DATABASE "{self.database}"')

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    @property
    def log(self) -> str:
        return self.log_file.read_text() if self.log_file.exists() else ""

    def start(self) -> "Server":
        with self.log_file.open("ab") as log:
            self.process = subprocess.Popen(
                [sys.executable, "manage.py", "serve", "--port", str(self.port), *self.arguments],
                cwd=ROOT,
                env=self.env,
                stdout=log,
                stderr=subprocess.STDOUT,
                start_new_session=True,
            )
        end = time.monotonic() + 60
        while time.monotonic() < end:
            if self.process.poll() is not None:
                raise RuntimeError(f"the server ended with {self.process.returncode}:\n{self.log[-4000:]}")
            if self._answers():
                return self
            time.sleep(0.05)
        raise RuntimeError(f"the server does not answer:\n{self.log[-4000:]}")

    def stop(self, number: int = signal.SIGTERM) -> int | None:
        """Ask it to end; returns its exit status."""
        if self.process is None:
            return None
        if self.process.poll() is None:
            self.process.send_signal(number)
        try:
            return self.process.wait(15)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()
            raise RuntimeError(f"the server did not end:\n{self.log[-4000:]}") from None
        finally:
            self.process = None

    def kill(self) -> None:
        """kill -9, as a crash."""
        if self.process:
            self.process.kill()
            self.process.wait()
            self.process = None

    def remove(self) -> None:
        """Stop it for good and drop its database."""
        try:
            self.stop()
        finally:
            if self.database:
                self._postgres(f'DROP DATABASE IF EXISTS "{self.database}" WITH (FORCE)')

    def manage(self, *arguments: str, stdin: str | None = None) -> str:
        """Run another command of manage.py on the same data; returns what it prints."""
        done = subprocess.run(
            [sys.executable, "manage.py", *arguments],
            cwd=ROOT,
            env=self.env,
            input=stdin,
            capture_output=True,
            text=True,
            timeout=120,
        )
        if done.returncode:
            raise RuntimeError(f"manage.py {arguments[0]} failed:\n{done.stdout}{done.stderr}")
        return done.stdout

    def get(self, path: str, **headers: str) -> tuple[int, dict[str, str], bytes]:
        """A plain GET: status, headers (lower case), body; an error status is an answer too."""
        request = urllib.request.Request(self.url + path, headers=headers)
        try:
            with urllib.request.urlopen(request, timeout=20) as answer:
                return answer.status, {k.lower(): v for k, v in answer.headers.items()}, answer.read()
        except urllib.error.HTTPError as answer:
            return answer.code, {k.lower(): v for k, v in answer.headers.items()}, answer.read()

    def _answers(self) -> bool:
        try:
            self.get("/")
        except OSError:
            return False
        return True

    @staticmethod
    def _postgres(statement: str) -> None:
        import psycopg

        with psycopg.connect(os.environ["TEST_DATABASE_URL"], autocommit=True) as connection:
            connection.execute(statement)
