"""The only writers. Views, consumers, tasks and admin call these functions and nothing else changes a room.

Each is keyword-only, one transaction, with the room's row locked first; each raises a GameError with a kind sentence
or does all of what its name says. people: who plays · rooms: the table · lobby: what is settled before a match ·
match: from deal to deal · play: the moves · votes: to end or pause · talk: what is said.
"""

from ..errors import BadInput, Conflict, Forbidden, GameError, Illegal, NotFound, Stale, Unprocessable
from .closing import close_idle_rooms
from .ledger import correct
from .lobby import (
    agree_swap,
    allow_again,
    ask_swap,
    fill_with_bots,
    gather,
    keep_seat,
    pass_host,
    set_locked,
    set_options,
    set_spectators,
)
from .match import next_deal_due, play_again, quick_game, ready_next, refresh, replace_by_bot, start_match
from .people import arrive, beat, make_guest, rename, set_password
from .play import expire_window, hand_over, play_bot, proceed, settle_draw, submit_action, take_over
from .preferences import save_settings
from .rooms import (
    add_bot,
    close_room,
    create_room,
    kick,
    remove_bot,
    set_ready,
    sit,
    stand,
)
from .talk import hear_again, mute, mute_all, say, unmute
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
    "agree_swap",
    "allow_again",
    "answer_vote",
    "arrive",
    "ask_swap",
    "ask_vote",
    "beat",
    "close_idle_rooms",
    "close_room",
    "close_vote",
    "correct",
    "create_room",
    "end_pause",
    "expire_window",
    "fill_with_bots",
    "gather",
    "hand_over",
    "hear_again",
    "keep_seat",
    "kick",
    "make_guest",
    "mute",
    "mute_all",
    "next_deal_due",
    "pass_host",
    "play_again",
    "play_bot",
    "proceed",
    "quick_game",
    "ready_next",
    "refresh",
    "remove_bot",
    "rename",
    "replace_by_bot",
    "resume",
    "save_settings",
    "say",
    "set_locked",
    "set_options",
    "set_password",
    "set_ready",
    "set_spectators",
    "settle_draw",
    "sit",
    "stand",
    "start_match",
    "submit_action",
    "take_over",
    "unmute",
]
