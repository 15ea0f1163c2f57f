"""The only writers. Views, consumers, tasks and admin call these functions and nothing else changes a room.

Each is keyword-only, one transaction, with the room's row locked first; each raises a GameError with a kind sentence
or does all of what its name says. people: who plays · rooms: the table · match: from deal to deal · play: the moves ·
votes: to end or pause · talk: what is said.
"""

from ..errors import BadInput, Conflict, Forbidden, GameError, Illegal, NotFound, Stale, Unprocessable
from .ledger import correct
from .match import next_deal_due, play_again, quick_game, ready_next, start_match
from .people import arrive, beat, make_guest, rename, set_password
from .play import expire_window, hand_over, play_bot, proceed, settle_draw, submit_action, take_over
from .rooms import (
    add_bot,
    close_idle_rooms,
    close_room,
    create_room,
    kick,
    remove_bot,
    set_ready,
    sit,
    stand,
)
from .votes import answer_vote, ask_vote, close_vote, end_pause, resume

__all__ = [
    "BadInput",
    "Conflict",
    "Forbidden",
    "GameError",
    "Illegal",
    "NotFound",
    "Stale",
    "Unprocessable",
    "add_bot",
    "answer_vote",
    "arrive",
    "ask_vote",
    "beat",
    "close_idle_rooms",
    "close_room",
    "close_vote",
    "correct",
    "create_room",
    "end_pause",
    "expire_window",
    "hand_over",
    "kick",
    "make_guest",
    "next_deal_due",
    "play_again",
    "play_bot",
    "proceed",
    "quick_game",
    "ready_next",
    "remove_bot",
    "rename",
    "resume",
    "set_password",
    "set_ready",
    "settle_draw",
    "sit",
    "stand",
    "start_match",
    "submit_action",
    "take_over",
]
