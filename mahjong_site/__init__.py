"""The site: settings, urls, the ASGI door and the Celery app. It knows games/; games/ does not know it."""

from .celery import app as celery_app

__all__ = ["celery_app"]
