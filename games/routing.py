"""Where the sockets are. The consumer itself answers 4404 for a room that does not exist."""

from django.urls import path

from .consumers import RoomConsumer

websocket_urlpatterns = [path("ws/room/<str:code>/", RoomConsumer.as_asgi())]
