"""Addresses of the pages. Room codes and verbs are checked by the views."""

from django.urls import path

from games import views, views_replay, views_room, views_rules, views_score

urlpatterns = [
    path("", views.home, name="home"),
    path("enter/", views.enter, name="enter"),
    path("login/", views.log_in, name="login"),
    path("logout/", views.log_out, name="logout"),
    path("account/", views.account, name="account"),
    path("quick/", views.quick, name="quick"),
    path("join/", views.join, name="join"),
    path("create/", views.create, name="create"),
    path("rules/", views_rules.rules_list, name="rules-list"),
    path("rules/<str:ruleset>/", views_rules.rules_page, name="rules-page"),
    path("score/", views_score.score, name="score"),
    path("score/<str:ruleset>/", views_score.score, name="score-ruleset"),
    path("deal/<str:key>/", views_replay.deal, name="deal"),
    path("deal/<str:key>/record.json", views_replay.record, name="deal-record"),
    path("room/<str:code>/", views_room.room, name="room"),
    path("room/<str:code>/parts/", views_room.room_parts, name="room-parts"),
    path("room/<str:code>/qr.svg", views_room.qr, name="room-qr"),
    path("room/<str:code>/act/", views_room.act, name="room-act"),
    path("room/<str:code>/<slug:verb>/", views_room.command, name="room-command"),
    path("healthz", views.healthz, name="healthz"),
]
