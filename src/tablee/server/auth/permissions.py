"""What an account may do beyond what the rules of a table say."""

from __future__ import annotations

from tablee.refusals import Refusal
from tablee.server.auth.accounts import Accounts
from tablee.server.core.rooms.room import Room
from tablee.server.errors import HttpRefusal
from tablee.server.store.contract import EventStore, Person
from tablee.server.wire import Settings


async def check_rated_settings(accounts: Accounts, me: Person, wanted: Settings) -> None:
    """Refuse a rated table with bots, several seats of one person, or help, and for guests."""
    others = any(seat not in ("me", "open") for seat in wanted.seats)
    if others or wanted.seats.count("me") > 1 or wanted.hints or wanted.undo == "free":
        raise HttpRefusal(400, "serve.rated_alone")
    if await accounts.is_guest(me):
        raise HttpRefusal(403, "serve.rated_guest")


async def check_may_sit(accounts: Accounts, store: EventStore, person: str, room: Room) -> None:
    """Refuse a deleted account, and a guest at a rated table."""
    found = await store.person(person)
    if found is None or found.deleted is not None:
        raise Refusal("serve.nobody")
    if room.settings.rated and await accounts.is_guest(found):
        raise Refusal("serve.rated_guest")


async def check_may_chat(accounts: Accounts, person: str) -> None:
    """Refuse a deleted account."""
    if await accounts.is_deleted(person):
        raise Refusal("serve.nobody")


async def check_rematch(accounts: Accounts, room: Room) -> None:
    """Refuse a rematch with a player whose account was deleted."""
    for held in room.holdings:
        if held.person and await accounts.is_deleted(held.person):
            raise Refusal("serve.rematch_gone", name=held.name)
