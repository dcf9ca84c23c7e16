"""A match at the terminal, with people around one screen and bots.

Each event is saved before it is shown, so nothing that a player has seen is ever lost.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from tablee.kernel.actors import CHANCE
from tablee.position import Position
from tablee.refusals import Refusal
from tablee.table import Match, Stage, TakenBack
from tablee.words import say

from . import bot_moves, commands
from .choices import INDENT, choice_lines, meant, move_meant
from .keyboard import EndOfInput, Keyboard, TimeUp
from .output import pages
from .output.event_log import EventLog
from .output.screen import Screen
from .save_file import SaveFile
from .setting import level_of

if TYPE_CHECKING:
    from tablee.coach.advice import Advice


def milliseconds() -> int:
    """Return the current time."""
    return time.time_ns() // 1_000_000


class Session:
    """One match, played on to its end or until a player quits."""

    def __init__(
        self,
        match: Match,
        kept: SaveFile,
        screen: Screen,
        keyboard: Keyboard,
        now: Callable[[], int] = milliseconds,
    ) -> None:
        self.match = match
        self.save_file = kept
        self.screen = screen
        self.keyboard = keyboard
        self.now = now
        self.event_log = EventLog(match)
        self.told = self.told_so_far()
        self.kept_events = -1
        self.on_screen = 0  # the seat for which something was shown last
        self.private = -1  # after which event something was shown that others may not see
        self.unwatched = False  # bots in seats of people play on without being asked to
        self.wanted_back: set[int] = set()  # as soon as their bot has moved
        self.advice: tuple[Position, Advice] | None = None
        screen.set_names([holder.name for holder in match.header.seats])

    # --- the course of a match ---------------------------------------------------------------

    def run(self) -> bool:
        """Play to the end; return False if a player quit before. The match is saved either way."""
        pages.opening(self.match, self.save_file, self.screen)
        try:
            self.start_clock()
            while self.match.stage == Stage.PLAYING:
                self.next_event()
        except EndOfInput:
            self.stop_clock()
            self.save_file.write(self.match)
            self.say_where("play --resume")
            return False
        except KeyboardInterrupt:
            self.screen.print()
            self.say_where("play --resume")
            raise
        self.tell(self.viewer())
        self.screen.board(self.match.position)
        pages.ending(self.match, self.save_file, self.screen)
        self.screen.say("terminal.check")
        self.say_where("verify", "review")
        return True

    def next_event(self) -> None:
        """Play the next event: chance, the move of a bot, or the turn of a person."""
        self.tick()
        if self.match.stage != Stage.PLAYING:
            return
        seat = self.match.to_act
        if seat == CHANCE:
            dealt = self.match.deal(at=self.at())
            if dealt.stage == Stage.OVER:
                self.commit(dealt)
            else:  # it need not be kept: the secret brings the same again
                self.take_up(dealt)
            return
        holder = self.match.holder(seat)
        assert holder is not None
        if holder.is_bot:
            self.bot_turn(seat)
        else:
            self.person_turn(seat)

    def bot_turn(self, seat: int) -> None:
        """Let a bot move; in the seat of a person it waits for permission."""
        if len(self.people()) <= 1:
            self.tell(self.viewer(), but=seat)
        if seat in self.handed_over() and not self.unwatched and not self.let_bot(seat):
            return
        holder = self.match.holder(seat)
        assert holder is not None
        with self.screen.thinking("terminal.bot_thinks", label=self.screen.writer.label(seat)):
            move = bot_moves.choose(self.match, seat)
        self.tick()
        if self.match.to_act == seat and self.match.holder(seat) == holder:
            self.commit(self.match.play(seat, move, at=self.at()))
        for one in sorted(self.wanted_back):
            self.take_seat_back(one)

    def person_turn(self, seat: int) -> None:
        """Show what the seat may see, and ask until it has moved."""
        self.hand_screen_to(seat)
        self.tell(seat)
        self.show(seat)
        turn = self.turn()
        while self.turn() == turn:
            try:
                self.answer(seat, self.read())
            except TimeUp:
                self.tick()

    def turn(self) -> tuple[object, ...]:
        """Return what identifies a turn: a prompt ends when this changes."""
        seat = self.match.to_act
        holder = self.match.holder(seat) if seat > 0 else None
        return id(self.match.position), seat, holder, self.match.stage

    def answer(self, seat: int, text: str) -> None:
        """Play the move or run the command that was typed, or explain why not."""
        turn = self.turn()
        self.tick()
        if self.turn() != turn:
            return  # too late
        try:
            if not text:
                self.show(seat)
                return
            word, _, rest = text.partition(" ")
            asked = commands.commands_meant(word)
            if self.is_move(seat, text) or len(asked) == 0:
                self.commit(self.match.play(seat, move_meant(self.match, seat, text), at=self.at()))
            elif len(asked) == 1:
                commands.run(self, seat, asked[0], rest.strip())
            else:
                names = [say(f"terminal.command_{one}", self.screen.language) for one in asked]
                raise Refusal("terminal.ambiguous", instead=names, text=repr(word))
        except Refusal as refusal:
            self.refuse(refusal)

    # --- input -------------------------------------------------------------------------------

    def is_move(self, seat: int, text: str) -> bool:
        """Return whether a text is a move rather than a command."""
        notation = self.match.position.game.notation.NOTATION
        if text.isdecimal() or notation.code(text) is not None:
            return True
        word = text.partition(" ")[0]
        named = any(commands.plain_word(word) in commands.names_of(c) for c in pages.COMMANDS)
        return not named and len(meant(text, self.match.view(seat).moves())) > 0

    def refuse(self, refusal: Refusal) -> None:
        """Print a refusal."""
        self.screen.print(refusal.text(self.screen.language), style="red")

    # --- output ------------------------------------------------------------------------------

    def people(self) -> list[int]:
        """Return the seats that people hold now, all of them at this screen."""
        held = enumerate(self.match.state.seats, 1)
        return [seat for seat, at in held if at.holder is not None and not at.holder.is_bot]

    def viewer(self) -> int | None:
        """Return the seat to show events to between turns: the only person's, or a spectator's."""
        persons = self.persons()
        return persons[0] if len(persons) == 1 else None

    def persons(self) -> list[int]:
        """Return the seats that people held at the start."""
        return [seat for seat, at in enumerate(self.match.header.seats, 1) if not at.is_bot]

    def show(self, seat: int) -> None:
        """Show the board as a seat sees it, what it has to decide, and its moves."""
        view, writer = self.match.view(seat), self.screen.writer
        others = [other for other in self.people() if other != seat]
        if any(self.match.view(other).state != view.state for other in others):
            self.private = len(self.match.events)
        self.on_screen = seat
        self.screen.print()
        self.screen.board(view)
        paragraph, awaited = view.game.notation.awaited(view.state)
        line = writer.say(
            "terminal.prompt", label=writer.label(seat), awaited=say(awaited, writer.language)
        )
        self.screen.print(f"{line} ({paragraph}){self.time_left(seat)}", style="bold")
        for choice in choice_lines(view, writer):
            self.screen.hanging(choice, INDENT)
        names = [say(f"terminal.command_{one}", writer.language) for one in pages.COMMANDS]
        self.keyboard.words = [*view.moves(), *names]

    def time_left(self, seat: int) -> str:
        """Return the time a seat has left, if there is a clock."""
        clock = self.match.clock
        if clock.running != seat:
            return ""
        seconds = max(0, clock.left(seat, max(self.now(), clock.since))) // 1000
        return f" · {seconds // 60}:{seconds % 60:02}"

    def hand_screen_to(self, seat: int) -> None:
        """Clear the screen first if it shows secrets of another seat."""
        before = self.on_screen
        if before in (0, seat) or self.private < 0:
            return
        undone = any(isinstance(e, TakenBack) for e in self.match.events[self.private :])
        if not undone and self.match.view(before).state == self.match.view(seat).state:
            return  # nothing on the screen is hidden any more
        self.screen.clear()
        self.screen.say("terminal.pass_screen", label=self.screen.writer.label(seat))
        if self.keyboard.interactive:
            self.keyboard.line(prompt="")
            self.screen.clear()
        self.private, self.told[0] = -1, self.told[seat]

    def tell(self, viewer: int | None, but: int = 0) -> None:
        """Show the events that were not shown yet, except those of a turn in progress."""
        lines = self.event_log.lines(self.told[0], viewer, self.screen.writer)
        known = len(self.match.events)
        if but and lines and lines[-1].seat == but and lines[-1].whole:
            known = lines.pop().event - 1
        self.screen.events(line.text for line in lines)
        self.told[0] = self.told[viewer or 0] = known

    def told_so_far(self) -> dict[int, int]:
        """Return the last event each seat has seen, its own last move on resuming; 0: all seats."""
        over = self.match.stage == Stage.OVER
        told = dict.fromkeys(range(len(self.match.header.seats) + 1), over * len(self.match.events))
        for ply in self.match.state.line:
            if ply.seat in self.persons() and not over:
                told[ply.seat] = told[0] = ply.number
        return told

    def say_where(self, *names: str) -> None:
        """Print where the match is saved, and commands for the file."""
        lines = [f"  {pages.command_line(name, self.save_file.path)}" for name in names]
        for line in (
            self.screen.writer.say("terminal.saved", file=str(self.save_file.path)),
            *lines,
        ):
            if self.keyboard.interactive:
                self.screen.console.print(line, soft_wrap=True)
            else:  # a script's output is the same for the same seed, wherever the file is
                print(line, file=sys.stderr)

    # --- saving ------------------------------------------------------------------------------

    def commit(self, match: Match) -> None:
        """Save a later state of the match, and continue from it."""
        self.save_file.write(match)
        self.kept_events = len(match.events)
        self.take_up(match)

    def take_up(self, match: Match) -> None:
        """Continue from a later state of the match."""
        self.match = match
        self.event_log.update(match)

    def move_save_file(self, path: Path) -> None:
        """Save the match to another file from now on."""
        moved = SaveFile(path, self.save_file.table, self.save_file.secret, self.save_file.seed)
        moved.begin()
        moved.write(self.match)
        self.save_file = moved

    def read(self) -> str:
        """Read a line before the clock runs out; the match is saved before the wait."""
        if self.kept_events != len(self.match.events):
            self.save_file.write(self.match)
            self.kept_events = len(self.match.events)
        deadline = self.match.deadline
        return self.keyboard.line(None if deadline is None else deadline - self.now())

    # --- clocks ------------------------------------------------------------------------------

    def at(self) -> int | None:
        """Return the time for the transcript, if the table has a clock; it never runs backwards."""
        if not self.match.clock.timed:
            return None
        return max(self.now(), self.match.state.last_at)

    def tick(self) -> None:
        """Apply a time-out if the clock has run out."""
        at = self.at()
        if at is not None:
            later = self.match.tick(at)
            if later is not self.match:
                self.commit(later)

    def start_clock(self) -> None:
        """Resume the clock of a match; the time since its last event counts for no seat."""
        if not self.match.clock.timed or len(self.match.events) <= 1:
            return
        if not self.match.clock.paused:
            self.take_up(self.match.pause(at=self.match.state.last_at))
        self.commit(self.match.resume(at=self.at()))

    def stop_clock(self) -> None:
        """Pause the clock while no player is here."""
        self.tick()
        if self.match.clock.timed and self.match.stage == Stage.PLAYING:
            self.take_up(self.match.pause(at=self.at()))

    # --- bots that stand in for people ------------------------------------------------------

    def handed_over(self) -> list[int]:
        """Return the seats in which bots stand in for people."""
        seats = enumerate(self.match.state.seats, 1)
        return [
            seat
            for seat, at in seats
            if not at.owner.is_bot and not at.out and at.holder is not None and at.holder.is_bot
        ]

    def let_bot(self, seat: int) -> bool:
        """Ask whether the stand-in may move: Enter lets it."""
        holder = self.match.holder(seat)
        assert holder is not None
        label = self.screen.writer.label(seat)
        self.screen.say("terminal.let_bot", label=label, level=level_of(holder))
        turn = self.turn()
        while self.turn() == turn and not self.unwatched and seat not in self.wanted_back:
            try:
                text = self.read()
            except TimeUp:
                self.tick()
                continue
            if not text:
                return True
            try:
                asked = commands.commands_meant(text.partition(" ")[0])
                if len(asked) != 1 or asked[0] in self.not_for_others():
                    raise Refusal("terminal.let_bot", label=label, level=level_of(holder))
                commands.run(self, seat, asked[0], text.partition(" ")[2].strip())
            except Refusal as refusal:
                self.refuse(refusal)
        return self.turn() == turn

    def not_for_others(self) -> tuple[str, ...]:
        """Return the commands that are off while a bot holds the seat: others may be watching."""
        always = ("hint", "why", "look", "bot")
        return always if len(self.persons()) == 1 else (*always, "board", "log", "result", "lang")

    def take_seat_back(self, seat: int) -> None:
        """Give the seat back to its owner, now or as soon as its bot has moved."""
        self.wanted_back.discard(seat)
        try:
            self.commit(self.match.take_back_seat(seat, at=self.at()))
        except Refusal as refusal:
            if refusal.key != "table.bot_moves_first":
                raise
            self.refuse(refusal)
            self.wanted_back.add(seat)

    def last_person(self, seat: int) -> int:
        """Return the person who moved last, or the seat at the prompt."""
        people = self.people()
        for ply in reversed(self.match.state.line):
            if ply.seat in people:
                return ply.seat
        return seat
