"""Where the sockets are. The consumer itself answers 4404 for a room that does not exist."""

from channels.security.websocket import WebsocketDenier
from django.urls import path, re_path

from .consumers import RoomConsumer

websocket_urlpatterns = [
    path("ws/room/<str:code>/", RoomConsumer.as_asgi()),
    re_path("", WebsocketDenier.as_asgi()),  # any other address: refused, not a broken server
]
