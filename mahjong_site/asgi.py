"""The door for HTTP and websockets: static files from memory, pages by Django, sockets by Channels."""

import os

from django.core.asgi import get_asgi_application

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "mahjong_site.settings")
pages = get_asgi_application()  # sets Django up: what follows may import models

from channels.auth import AuthMiddlewareStack  # noqa: E402
from channels.routing import ProtocolTypeRouter, URLRouter  # noqa: E402

from games.routing import websocket_urlpatterns  # noqa: E402

from .origins import SameOrigin  # noqa: E402
from .static import StaticFiles  # noqa: E402

application = ProtocolTypeRouter(
    {
        "http": StaticFiles(pages),
        "websocket": SameOrigin(AuthMiddlewareStack(URLRouter(websocket_urlpatterns))),
    }
)
