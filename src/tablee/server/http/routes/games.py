"""The games, their rules, and the health check."""

from __future__ import annotations

from functools import cache
from typing import Any
from urllib.parse import urlsplit

from litestar import get
from litestar.exceptions import NotFoundException
from litestar.handlers import HTTPRouteHandler
from litestar.params import FromPath

import tablee
from tablee import discovery, rulebook
from tablee.bots.levels import LEVELS
from tablee.discovery import game as find_game
from tablee.kernel.options import Number, Option, YesNo
from tablee.server.bodies import GameInfo, Health, OptionInfo, Paragraph, RulesPage
from tablee.server.errors import ServerBusy
from tablee.server.http.authentication import ServiceDep
from tablee.words import LANGUAGES, words_of

READY_SECONDS = 2  # until the tables may be loaded
KINDS = ("postgresql", "postgres", "memory")  # of stores, beside SQLite


def choices_of(option: Option) -> list[Any]:
    """Return the values of an option, where they can be listed; files are left out."""
    if isinstance(option, YesNo):
        return [False, True]
    if isinstance(option, Number):
        return []
    return [choice for choice in option.choices() if not choice.endswith(".json")]


@cache
def all_games() -> list[GameInfo]:
    """Return what a page needs to offer the games."""
    return [
        GameInfo(
            name=game.name,
            title=game.title,
            fewest=game.seats[0],
            most=game.seats[-1],
            minutes=list(game.minutes),
            options=[
                OptionInfo(
                    option.name,
                    option.paragraph,
                    option.default,
                    choices_of(option),
                    getattr(option, "lowest", None),
                    getattr(option, "highest", None),
                )
                for option in game.options.values()
            ],
            levels=list(LEVELS),
            rules_version=game.rules_version,
        )
        for game in tablee.all_games()
    ]


@cache
def rules_page(game: str, language: str) -> RulesPage:
    """Return the rules of a game in a language."""
    first, *lines = rulebook.page(game, language).splitlines() or [find_game(game).title]
    introduction: list[str] = []
    for line in lines:
        if line.startswith("#"):
            break
        introduction.append(line)
    return RulesPage(
        game=game,
        title=first.removeprefix("# "),
        introduction="\n".join(introduction).strip(),
        paragraphs=[
            Paragraph(one.id, one.section, one.title, one.text)
            for one in rulebook.paragraphs(game, language).values()
        ]
        + [
            Paragraph("", title, "", text)
            for title, text in rulebook.appendices(game, language).items()
        ],
    )


@get("/games", sync_to_thread=False)
def list_games() -> list[GameInfo]:
    """List the games."""
    return all_games()


@get("/rules/{game:str}/{language:str}", sync_to_thread=False)
def read_rules(game: FromPath[str], language: FromPath[str]) -> RulesPage:
    """Return the rules of a game, paragraph by paragraph."""
    if game not in discovery.names() or language not in LANGUAGES:
        raise NotFoundException
    return rules_page(game, language)


@get("/words/{game:str}/{language:str}", sync_to_thread=False)
def read_words(game: FromPath[str], language: FromPath[str]) -> dict[str, dict[str, str]]:
    """Return the texts of an installed game, by file and key."""
    found = words_of(game, language) if language in LANGUAGES else {}
    if not found:
        raise NotFoundException
    return {f"{file}.json": messages for file, messages in found.items()}


@get("/healthz", tags=["server"])
async def healthz(service: ServiceDep) -> Health:
    """Check that the store reads and writes, and that the running tables are loaded."""
    await service.store.open_tables(service.now(), each=1, limit=1)
    await service.hall.heartbeat.check_store()
    if not service.hall.upkeep.ready:
        raise ServerBusy(READY_SECONDS, "serve.setting_tables")
    scheme = urlsplit(service.config.database).scheme
    return Health("ok", tablee.__version__, scheme if scheme in KINDS else "sqlite")


ROUTES: list[HTTPRouteHandler] = [list_games, read_rules, read_words]
