"""The Celery app. Its settings are the CELERY_* names of settings.py; its tasks live in games/tasks.py."""

import os

from celery import Celery

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "mahjong_site.settings")

app = Celery("mahjong_site")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks()
app.set_default()  # `current_app` is per thread; without a default the server's other threads would find an empty app
