"""Leaderboards, public profiles, and reports of messages and people."""

from __future__ import annotations

from litestar import get, post
from litestar.exceptions import NotFoundException
from litestar.handlers import HTTPRouteHandler
from litestar.params import FromPath, JSONBody

from tablee import discovery
from tablee.server.bodies import NewReport, Profile, Ranked
from tablee.server.errors import HttpRefusal
from tablee.server.http.authentication import PlayerDep, ServiceDep
from tablee.server.http.parsing import PersonInPath


@get("/leaderboard/{game:str}")
async def leaderboard(service: ServiceDep, game: FromPath[str]) -> list[Ranked]:
    """List the best players of a game."""
    if game not in discovery.names():
        raise NotFoundException
    return await service.ratings.leaderboard(game)


@get("/people/{person:str}")
async def profile(service: ServiceDep, person: PersonInPath) -> Profile:
    """Return a person's public profile."""
    found = await service.store.person(person)
    if found is None or found.deleted is not None:
        raise HttpRefusal(404, "serve.no_person", person=person)
    statistics = await service.ratings.statistics(person)
    return Profile(found.id, found.name, found.avatar, found.created, statistics)


@post("/reports", status_code=204)
async def make_report(service: ServiceDep, player: PlayerDep, data: JSONBody[NewReport]) -> None:
    """Report a message or a person to the operator, once each."""
    await service.reports.add(player, data)


ROUTES: list[HTTPRouteHandler] = [leaderboard, profile, make_report]
