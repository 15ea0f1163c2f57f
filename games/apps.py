"""The Django app: says how it is called and starts the timer beside every Celery worker."""

from django.apps import AppConfig


class GamesConfig(AppConfig):
    name = "games"
    label = "games"
    verbose_name = "麻将"

    def ready(self):
        from . import timer

        timer.start_with_workers()
