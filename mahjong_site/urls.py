"""Addresses of the site: the admin, and everything else by games/."""

from django.contrib import admin
from django.urls import include, path

urlpatterns = [
    path("admin/", admin.site.urls),
    path("", include("games.urls")),
]

handler400 = "games.views.error_400"
handler403 = "games.views.error_403"
handler404 = "games.views.error_404"
handler500 = "games.views.error_500"


def csrf_failure(request, reason=""):
    """A missing or old form token is a plain 403 page; the reason is for nobody's eyes."""
    from games.views import error_403

    return error_403(request, exception=None)
