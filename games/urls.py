"""Addresses of the pages. Room codes and verbs are checked by the views."""

from django.urls import path

from games import views, views_history, views_learn, views_pwa, views_replay, views_room, views_rules, views_score, views_settings

urlpatterns = [
    path("", views.home, name="home"),
    path("enter/", views.enter, name="enter"),
    path("login/", views.log_in, name="login"),
    path("logout/", views.log_out, name="logout"),
    path("account/", views.account, name="account"),
    path("settings/", views_settings.settings, name="settings"),
    path("i18n/setlang/", views_settings.set_language, name="set_language"),
    path("quick/", views.quick, name="quick"),
    path("join/", views.join, name="join"),
    path("create/", views.create, name="create"),
    path("rules/", views_rules.rules_list, name="rules-list"),
    path("words/", views_rules.glossary, name="glossary"),
    path("learn/<str:ruleset>/", views_learn.lesson, name="learn"),
    path("rules/<str:ruleset>/", views_rules.rules_page, name="rules-page"),
    path("score/", views_score.score, name="score"),
    path("score/<str:ruleset>/", views_score.score, name="score-ruleset"),
    path("deal/<str:key>/", views_replay.deal, name="deal"),
    path("deal/<str:key>/proof/", views_replay.proof, name="deal-proof"),
    path("deal/<str:key>/record.json", views_replay.record, name="deal-record"),
    path("me/", views_history.history, name="history"),
    path("me/statistics/", views_history.statistics, name="statistics"),
    path("me/records.zip", views_history.records, name="records"),
    path("match/<int:match_id>/", views_history.match, name="match"),
    path("room/<str:code>/", views_room.room, name="room"),
    path("room/<str:code>/parts/", views_room.room_parts, name="room-parts"),
    path("room/<str:code>/qr.svg", views_room.qr, name="room-qr"),
    path("room/<str:code>/act/", views_room.act, name="room-act"),
    path("room/<str:code>/options/", views_room.options, name="room-options"),
    path("room/<str:code>/<slug:verb>/", views_room.command, name="room-command"),
    path("manifest.webmanifest", views_pwa.manifest, name="manifest"),
    path("sw.js", views_pwa.worker, name="worker"),
    path("offline/", views_pwa.offline, name="offline"),
    path("healthz", views.healthz, name="healthz"),
]
