"""`tablee`: the command. Each subcommand has a module of its own."""

from __future__ import annotations

import argparse
import io
import os
import sys
from collections.abc import Mapping, Sequence

import tablee
from tablee.cli import admin, arena, build, database, rules, serve, simulate, study
from tablee.cli.output import print_, site
from tablee.cli.terminal import play
from tablee.cli.transcripts import hint, review, verify
from tablee.refusals import Refusal
from tablee.words import LANGUAGES, say


def examples() -> dict[str, str]:
    """Return an example of each command; `cli.try_…` says what it does."""
    game = tablee.all_games()[0]
    return {
        "serve": "serve --port 8000",
        "ask": "play",
        "play": f"play {game.name} --seats me,master,casual",
        "people": f"play {game.name} --seats me:Ada,me:Bob,gentle",
        "resume": "play --resume",
        "hint": "hint FILE",
        "review": "review FILE",
        "verify": "verify FILE",
        "rules": f"rules {game.name} {game.seats_paragraph}",
        "print": f"print {game.name} --out {game.name}.pdf",
        "arena": f"arena {game.name} --bots casual,master --games 200",
        "simulate": f"simulate {game.name} --games 1000000",
        "study": f"study {game.name} --out {game.name}.html",
        "site": "site --out public",
        "build": f"build {game.name}",
        "backup": "backup FILE",
        "restore": "restore FILE",
        "move": "move tables.sqlite postgresql://localhost/tablee",
        "ratings": "ratings --top 20",
        "db": "db prune --dry-run",
        "admin": "admin reports",
        "help": "help",
    }


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command; return 2 for a refusal, 75 if it may work later."""
    if isinstance(sys.stdout, io.TextIOWrapper):  # replace what it cannot write
        sys.stdout.reconfigure(errors="replace")
    parser = build_parser()
    given = parser.parse_args(arguments)
    try:
        status = int(given.run(given))
        sys.stdout.flush()
        return status
    except Refusal as refusal:
        return print_refusal(refusal, given.language)
    except KeyboardInterrupt:
        print(file=sys.stderr)
        return 130
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    except OSError as error:
        why = error.strerror or str(error)
        problem = why if error.filename is None else f"{error.filename}: {why}"
        return print_refusal(Refusal("cli.system", problem=problem), given.language)


def print_refusal(refusal: Refusal, language: str) -> int:
    """Print a refusal, and return the exit status."""
    print(f"tablee: {refusal.text(language)}", file=sys.stderr)
    return refusal.exit_status


def build_parser() -> argparse.ArgumentParser:
    """Return the parser with all subcommands."""
    return build_parsers()[0]


def build_parsers() -> tuple[argparse.ArgumentParser, Mapping[str, argparse.ArgumentParser]]:
    """Return the parser, and those of the subcommands by their names."""
    parser = argparse.ArgumentParser(
        prog="tablee", description="A digital game table, to play at and to study."
    )
    parser.set_defaults(run=run_alone)
    parser.add_argument("--version", action="version", version=f"tablee {tablee.__version__}")
    parser.add_argument(
        "--language", "-l", choices=LANGUAGES, default=own_language(), help="en or fr"
    )
    commands = parser.add_subparsers(title="commands", metavar="COMMAND")
    for module in (
        serve,
        database,
        admin,
        play,
        hint,
        review,
        verify,
        rules,
        print_,
        arena,
        simulate,
        study,
        build,
        site,
    ):
        module.add_to(commands)
    commands.add_parser("help", help="list everything there is to do").set_defaults(run=run_help)
    for command in commands.choices.values():  # `tablee rules GAME -l fr` works as well
        command.add_argument(
            "--language", "-l", choices=LANGUAGES, default=argparse.SUPPRESS, help="en or fr"
        )
    return parser, commands.choices


def own_language() -> str:
    """Return the language of the user's locale if it is supported, else English."""
    for variable in ("TABLEE_LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG"):
        value = os.environ.get(variable, "")
        if value:
            return value[:2] if value[:2] in LANGUAGES else "en"
    return "en"


def run_alone(given: argparse.Namespace) -> int:
    """Open the table in the browser: what `tablee` without a command is for."""
    return serve.run(build_parser().parse_args(["-l", given.language, "serve", "--open"]))


def run_help(given: argparse.Namespace) -> int:
    """Print all commands, each with an example to copy."""
    language = given.language
    print(f"{say('cli.overview', language)}\n\n{say('cli.games', language)}")
    for game in tablee.all_games():
        seats = f"{game.seats[0]}–{game.seats[-1]}"
        print(f"  {game.name:<10} {say(f'common.sentence_{game.name}', language)} ({seats})")
    print(f"\n{say('cli.things', language)}")
    for name, line in examples().items():
        print(f"  tablee {line}\n      {say(f'cli.try_{name}', language)}")
    print(f"\n{say('cli.more', language)}")
    return 0
