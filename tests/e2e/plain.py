"""A person without a browser: reads the pages as text and posts their forms. For crashes and measurements."""

from __future__ import annotations

import http.client
import random
import re
import urllib.error
import urllib.parse
import urllib.request
from http.cookiejar import CookieJar

BUTTON = re.compile(r'<button[^>]*name="action" value="([^"]+)"')
OPTION = re.compile(r'<option value="([^"]+)" data-tiles')
WINDOW = re.compile(r'name="window" value="(\d+)" form="act-form"')
TOKEN = re.compile(r'name="csrfmiddlewaretoken" value="([^"]+)"')


class Unanswered(Exception):
    """No answer, or one that says that something is broken: the server is being killed or started."""


class Person:
    """One person with cookies of his own."""

    def __init__(self, home: str, name: str):
        self.home, self.name = home, name
        self.cookies = CookieJar()
        self.opener = urllib.request.build_opener(urllib.request.HTTPCookieProcessor(self.cookies))
        self.room = self.token = self.last = ""
        self.steps = self.deals_seen = 0
        self.result_shown = False

    def begin(self, ruleset: str) -> None:
        """One click from a game."""
        page, _ = self._open(self.home + "/")
        token = TOKEN.search(page).group(1)
        page, address = self._open(
            self.home + "/quick/", {"csrfmiddlewaretoken": token, "nickname": self.name, "ruleset": ruleset}
        )
        self.room, self.token = address, TOKEN.search(page).group(1)
        assert re.search(r"/room/\d{6}/$", address), address

    def _open(self, address: str, form: dict[str, str] | None = None, htmx: bool = False) -> tuple[str, str]:
        data = urllib.parse.urlencode(form).encode() if form is not None else None
        headers = {"Referer": self.home + "/"} | ({"HX-Request": "true"} if htmx else {})
        try:
            with self.opener.open(urllib.request.Request(address, data, headers), timeout=20) as answer:
                return answer.read().decode(), answer.url
        except urllib.error.HTTPError as refusal:
            if refusal.code == 409:
                return (
                    refusal.read().decode(),
                    address,
                )  # too late, or the same click again: the fresh table comes along
            if refusal.code >= 500:
                raise Unanswered(str(refusal.code)) from None
            raise
        except (OSError, http.client.HTTPException) as problem:
            raise Unanswered(type(problem).__name__) from None

    def post(self, verb: str, **form: str) -> str:
        return self._open(f"{self.room}{verb}/", {"csrfmiddlewaretoken": self.token, **form}, htmx=True)[0]

    def look(self) -> str:
        return self._open(self.room + "parts/?have=")[0]

    def play_one(self, rng: random.Random) -> bool:
        """Look, and answer if asked. Was anything done?"""
        page = self.look()
        over = '<details id="result"' in page
        self.deals_seen += over and not self.result_shown
        self.result_shown = over
        if "/next/" in page:
            self.post("next")
            return True
        if "/again/" in page:
            self.post("again")
            return True
        window, offered = WINDOW.search(page), BUTTON.findall(page) or OPTION.findall(page)
        self.last = f"window {window and window.group(1)}, {len(offered)} actions"
        if not window or not offered:
            return False
        action = next((a for a in offered if a == "win"), None) or rng.choice(offered)
        self.post("act", window=window.group(1), action=action)
        self.steps += 1
        return True
