"""Settings of the tests: the site's own, on a temporary data directory, with quick clocks.

TEST_DATABASE_URL and TEST_REDIS_URL (set by ./test) run the same tests on PostgreSQL and Redis.
"""

import atexit
import os
import shutil
import tempfile

_data = tempfile.mkdtemp(prefix="mahjong-data-")
atexit.register(shutil.rmtree, _data, ignore_errors=True)
for _name in ("ALLOWED_HOSTS", "CSRF_TRUSTED_ORIGINS", "HTTPS", "DEBUG", "SECRET_KEY", "LOG_LEVEL"):
    os.environ.pop(_name, None)
os.environ |= {
    "DATA_DIR": _data,
    "DATABASE_URL": os.environ.get("TEST_DATABASE_URL", ""),
    "REDIS_URL": os.environ.get("TEST_REDIS_URL", ""),
    "REDIS_PREFIX": f"test{os.getpid()}",
    "GAME_PAUSE": "0.01,0.02",
    "GAME_BOT_DELAY": "0.01,0.02",
    "GAME_CLOCK_SCALE": "0.05",
    "LIMITS": "1000",  # hundreds of people come from one address; test_limits.py sets it back to 1
}

from mahjong_site.settings import *  # noqa: E402, F403

PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]  # tests sign in often and keep no secrets
