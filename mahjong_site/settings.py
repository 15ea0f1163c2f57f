"""All settings, in one file, everything from the environment.

Nothing set = the embedded mode: SQLite, an in-memory channel layer and an in-memory broker, made for one process.
DATABASE_URL and REDIS_URL = the same code as several web and worker processes. No other file reads the environment.
"""

import os
from pathlib import Path

from . import env

BASE_DIR = Path(__file__).resolve().parent.parent
DATA_DIR = env.private_directory(Path(os.environ.get("DATA_DIR") or BASE_DIR / ".data"))
DATABASE_URL = os.environ.get("DATABASE_URL", "")
REDIS_URL = os.environ.get("REDIS_URL", "")
REDIS_PREFIX = os.environ.get("REDIS_PREFIX") or "mahjong"  # several sites may share one Redis

DEBUG = env.flag(os.environ, "DEBUG")
SECRET_KEY = os.environ.get("SECRET_KEY") or env.secret_key(DATA_DIR / "secret_key")
ALLOWED_HOSTS = env.words(os.environ, "ALLOWED_HOSTS", ("localhost", "127.0.0.1", "[::1]"))
CSRF_TRUSTED_ORIGINS = env.words(os.environ, "CSRF_TRUSTED_ORIGINS")  # sockets trust the same list: origins.py
HTTPS = env.flag(os.environ, "HTTPS")  # behind a proxy that speaks TLS and sets X-Forwarded-Proto
# whose X-Forwarded-For is believed: with HTTPS the proxy on this machine (deploy/nginx.conf), else nobody's
TRUSTED_PROXIES = env.networks(os.environ, "TRUSTED_PROXIES", ("127.0.0.1", "::1") if HTTPS else ())

# --- the game's own pace -----------------------------------------------------------------------------------------
GAME_PAUSE = env.span(os.environ, "GAME_PAUSE", (0.25, 0.6))  # after every discard, whether anybody may claim or not
GAME_BOT_DELAY = env.span(os.environ, "GAME_BOT_DELAY", (0.4, 1.1))  # a bot's own turn
GAME_CLOCK_SCALE = env.number(os.environ, "GAME_CLOCK_SCALE", 1.0)  # tests shorten every human clock
GAME_NEXT_DEAL_SECONDS = env.number(os.environ, "GAME_NEXT_DEAL_SECONDS", 60.0)
LIMITS = env.number(os.environ, "LIMITS", 1.0)  # times the numbers of games/limits.py; 0: no limits

# --- what the site is made of ------------------------------------------------------------------------------------
INSTALLED_APPS = [
    "django.contrib.admin",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "django.contrib.staticfiles",
    "django_htmx",
    "games.apps.GamesConfig",
]
MIDDLEWARE = [
    "django.middleware.security.SecurityMiddleware",
    "mahjong_site.headers.content_security_policy",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.locale.LocaleMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "games.views_settings.language_of_person",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "django_htmx.middleware.HtmxMiddleware",
]
ROOT_URLCONF = "mahjong_site.urls"
ASGI_APPLICATION = "mahjong_site.asgi.application"
AUTH_USER_MODEL = "games.User"
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"
TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [BASE_DIR / "templates"],
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.template.context_processors.i18n",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
                "games.preferences.on_page",
            ],
        },
    }
]

# --- languages: Chinese first ------------------------------------------------------------------------------------
LANGUAGE_CODE = "zh-hans"
LANGUAGES = [("zh-hans", "简体中文"), ("en", "English")]
LOCALE_PATHS = [BASE_DIR / "locale"]
LANGUAGE_COOKIE_SAMESITE = "Lax"
USE_I18N = True
USE_TZ = True
TIME_ZONE = os.environ.get("TIME_ZONE") or "Asia/Shanghai"

# --- static files: hashed names and compressed bytes from memory, see static.py ----------------------------------
STATIC_URL = "/static/"
STATICFILES_DIRS = [BASE_DIR / "static"]
STATIC_ROOT = DATA_DIR / "static"  # only for whoever wants collectstatic; the site itself never reads it
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {"BACKEND": "mahjong_site.static.HashedStaticStorage"},
}

SERVICE_WORKER = env.flag(os.environ, "SERVICE_WORKER", True)  # 0: browsers drop the one they have, and its caches

# --- database ----------------------------------------------------------------------------------------------------
if DATABASE_URL:
    DATABASES = {"default": env.postgres(DATABASE_URL)}
    # For daphne and thread workers. A prefork worker would destroy the pool at every task: use `-P threads`.
    DATABASES["default"]["OPTIONS"]["pool"] = {"min_size": 2, "max_size": 10, "timeout": 10}
    DATABASES["default"]["CONN_MAX_AGE"] = 0  # required beside a pool
else:
    DATABASES = {
        "default": {
            "ENGINE": "django.db.backends.sqlite3",
            "NAME": DATA_DIR / "db.sqlite3",
            "CONN_MAX_AGE": 0,  # ASGI runs each request in a thread of its own: kept handles would only pile up
            "OPTIONS": {
                "transaction_mode": "IMMEDIATE",  # a read lock that becomes a write lock fails at once when contended
                "timeout": 20,
                "init_command": "PRAGMA journal_mode=WAL; PRAGMA synchronous=NORMAL;",
            },
            "TEST": {"NAME": str(DATA_DIR / "test.sqlite3")},  # a file: threads and sockets must see commits
        }
    }

# --- sockets, tasks, cache ---------------------------------------------------------------------------------------
if REDIS_URL:
    CHANNEL_LAYERS = {
        "default": {
            "BACKEND": "channels_redis.pubsub.RedisPubSubChannelLayer",
            "CONFIG": {"hosts": [REDIS_URL], "prefix": REDIS_PREFIX},
        }
    }
    CELERY_BROKER_URL = REDIS_URL
    CELERY_BROKER_TRANSPORT_OPTIONS = {"global_keyprefix": f"{REDIS_PREFIX}:", "socket_connect_timeout": 2}
    # without Redis a move still counts and the timer repairs the rest: do not keep the player waiting for long
    CELERY_TASK_PUBLISH_RETRY_POLICY = {"max_retries": 1, "interval_start": 0, "interval_step": 0.2}
    CACHES = {
        "default": {
            "BACKEND": "django.core.cache.backends.redis.RedisCache",
            "LOCATION": REDIS_URL,
            "KEY_PREFIX": REDIS_PREFIX,
            "OPTIONS": {"socket_connect_timeout": 0.5, "socket_timeout": 0.5},  # nobody waits for a counter
        }
    }
else:
    CHANNEL_LAYERS = {"default": {"BACKEND": "games.layers.ThreadSafeInMemoryLayer"}}
    CELERY_BROKER_URL = "memory://localhost"  # the host silences Celery's "no hostname was supplied"
    CELERY_BROKER_TRANSPORT = "games.transports:WakeTransport"
    CACHES = {
        "default": {
            "BACKEND": "django.core.cache.backends.locmem.LocMemCache",
            "OPTIONS": {"MAX_ENTRIES": 20_000},  # of 300 some would be thrown out while they still count
        }
    }
CELERY_TASK_DEFAULT_QUEUE = "mahjong"
CELERY_TASK_IGNORE_RESULT = True
CELERY_TASK_ACKS_LATE = False  # the lease of a Deadline redoes lost work, not the broker
CELERY_WORKER_PREFETCH_MULTIPLIER = 4  # tiny tasks
CELERY_WORKER_HIJACK_ROOT_LOGGER = False
CELERY_BROKER_CONNECTION_RETRY_ON_STARTUP = True
CELERY_DB_REUSE_MAX = 1000  # else Celery closes the database connection around every task

# --- security ----------------------------------------------------------------------------------------------------
CONTENT_SECURITY_POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; font-src 'self'; media-src 'self'; "
    "connect-src 'self'; manifest-src 'self'; worker-src 'self'; form-action 'self'; base-uri 'none'; "
    "frame-ancestors 'none'"
)
SESSION_COOKIE_HTTPONLY = True
SESSION_COOKIE_SAMESITE = "Lax"
SESSION_COOKIE_AGE = 180 * 24 * 3600  # a guest's only key is the cookie
CSRF_COOKIE_HTTPONLY = True  # htmx takes the token from the page, not from the cookie
CSRF_COOKIE_SAMESITE = "Lax"
CSRF_FAILURE_VIEW = "mahjong_site.urls.csrf_failure"
SECURE_CONTENT_TYPE_NOSNIFF = True
SECURE_REFERRER_POLICY = "same-origin"
SECURE_CROSS_ORIGIN_OPENER_POLICY = "same-origin"
X_FRAME_OPTIONS = "DENY"
if HTTPS:
    SESSION_COOKIE_SECURE = CSRF_COOKIE_SECURE = LANGUAGE_COOKIE_SECURE = True
    SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https")
DATA_UPLOAD_MAX_MEMORY_SIZE = 65536
DATA_UPLOAD_MAX_NUMBER_FIELDS = 200
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": "django.contrib.auth.password_validation.MinimumLengthValidator"},
    {"NAME": "django.contrib.auth.password_validation.CommonPasswordValidator"},
]
LOGIN_URL = "login"
LOGIN_REDIRECT_URL = "/"
LOGOUT_REDIRECT_URL = "/"

# --- logging: stderr, from WARNING on; nothing here prints addresses with passwords, keys or tiles ----------------
LOGGING = {
    "version": 1,
    "disable_existing_loggers": False,
    "formatters": {"plain": {"format": "%(asctime)s %(levelname)s %(name)s: %(message)s"}},
    "handlers": {
        "stderr": {"class": "logging.StreamHandler", "formatter": "plain"},
        "nowhere": {"class": "logging.NullHandler"},
    },
    "root": {"handlers": ["stderr"], "level": os.environ.get("LOG_LEVEL") or "WARNING"},
    "loggers": {
        # Django's own handlers would print every error a second time
        "django": {"handlers": [], "level": "WARNING", "propagate": True},
        "django.server": {"handlers": [], "level": "WARNING", "propagate": True},
        # 404s, foreign host names and stale answers (409) are ordinary life; 5xx still come through as ERROR
        "django.request": {"level": "ERROR"},
        "django.security.DisallowedHost": {"handlers": ["nowhere"], "propagate": False},
        # what no form of ours sends is answered with a sentence (views.error_400) and is no fault of the site's
        "django.security.RequestDataTooBig": {"handlers": ["nowhere"], "propagate": False},
        "django.security.TooManyFieldsSent": {"handlers": ["nowhere"], "propagate": False},
        "django.security.TooManyFilesSent": {"handlers": ["nowhere"], "propagate": False},
    },
}
