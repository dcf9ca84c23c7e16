"""A match at the terminal: people around one screen, bots, and chance, from the first to the end.

Whatever is decided is written to the file first and told afterwards: what somebody has seen
happen is never lost.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from tablee.kernel.actors import CHANCE
from tablee.position import Position
from tablee.refusals import Refusal, UnreadableText
from tablee.table import Match, Stage, TakenBack
from tablee.words import say

from . import commands, pages, robots
from .choices import INDENT, choice_lines, meant
from .keyboard import EndOfInput, Keyboard, TimeUp
from .screen import Screen
from .setting import level_of
from .store import Store
from .telling import Chronicle

if TYPE_CHECKING:
    from tablee.coach.coach import Advice


def milliseconds() -> int:
    """The time now."""
    return time.time_ns() // 1_000_000


class Session:
    """One match, from where it stands to its end or until somebody quits."""

    def __init__(
        self,
        match: Match,
        kept: Store,
        screen: Screen,
        keyboard: Keyboard,
        now: Callable[[], int] = milliseconds,
    ) -> None:
        self.match = match
        self.store = kept
        self.screen = screen
        self.keyboard = keyboard
        self.now = now
        self.chronicle = Chronicle(match)
        self.told = self.told_so_far()
        self.kept_events = -1
        self.on_screen = 0  # the seat for which something was shown last
        self.private = -1  # after which event something was shown that others may not see
        self.unwatched = False  # bots in seats of people play on without being asked to
        self.wanted_back: set[int] = set()  # as soon as their bot has moved
        self.advice: tuple[Position, Advice] | None = None
        screen.sit_down([holder.name for holder in match.header.seats])

    # --- the course of a match ---------------------------------------------------------------

    def run(self) -> bool:
        """Plays to the end; False if somebody quit before. The match is kept in any case."""
        pages.opening(self.match, self.store, self.screen)
        try:
            self.start_clock()
            while self.match.stage == Stage.PLAYING:
                self.next_event()
        except EndOfInput:
            self.stop_clock()
            self.store.write(self.match)
            self.say_where("play --resume")
            return False
        except KeyboardInterrupt:
            self.screen.print()
            self.say_where("play --resume")
            raise
        self.tell(self.viewer())
        self.screen.board(self.match.position)
        pages.ending(self.match, self.store, self.screen)
        self.screen.say("terminal.check")
        self.say_where("verify", "review")
        return True

    def next_event(self) -> None:
        """Whatever comes next: chance, a bot, or a person's turn."""
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
        """A bot moves; one in the seat of a person waits until somebody lets it."""
        if len(self.people()) <= 1:
            self.tell(self.viewer(), but=seat)
        if seat in self.handed_over() and not self.unwatched and not self.let_bot(seat):
            return
        holder = self.match.holder(seat)
        assert holder is not None
        with self.screen.thinking("terminal.bot_thinks", label=self.screen.pen.label(seat)):
            move = robots.choose(self.match, seat)
        self.tick()
        if self.match.to_act == seat and self.match.holder(seat) == holder:
            self.commit(self.match.play(seat, move, at=self.at()))
        for one in sorted(self.wanted_back):
            self.take_seat_back(one)

    def person_turn(self, seat: int) -> None:
        """Shows what the seat may see, and asks until it has moved."""
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
        """What a prompt is about: when it changes, the prompt is over."""
        seat = self.match.to_act
        holder = self.match.holder(seat) if seat > 0 else None
        return id(self.match.position), seat, holder, self.match.stage

    def answer(self, seat: int, text: str) -> None:
        """Does what a person has typed: a move, or a command; what is refused is explained."""
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
                self.commit(self.match.play(seat, self.move_of(seat, text), at=self.at()))
            elif len(asked) == 1:
                commands.run(self, seat, asked[0], rest.strip())
            else:
                names = [say(f"terminal.command_{one}", self.screen.language) for one in asked]
                raise Refusal("terminal.ambiguous", instead=names, text=repr(word))
        except Refusal as refusal:
            self.refuse(refusal)

    # --- what somebody means -----------------------------------------------------------------

    def is_move(self, seat: int, text: str) -> bool:
        """Whether a text says a move rather than a command."""
        notation = self.match.position.game.notation.NOTATION
        if text.isdecimal() or notation.code(text) is not None:
            return True
        word = text.partition(" ")[0]
        named = any(commands.plain_word(word) in commands.names_of(c) for c in pages.COMMANDS)
        return not named and len(meant(text, self.match.view(seat).moves())) > 0

    def move_of(self, seat: int, text: str) -> str:
        """The move that a number, a text or the beginning of one means; a refusal says why not."""
        position = self.match.position
        moves = self.match.view(seat).moves()
        notation = position.game.notation.NOTATION
        if text.isdecimal():
            if 1 <= int(text) <= len(moves):
                return moves[int(text) - 1]
            key = "terminal.number" if len(moves) > 1 else "terminal.number_only"
            raise UnreadableText(key, most=len(moves), text=text)
        code = notation.code(text)
        if code is None:
            found = meant(text, moves)
            if len(found) == 1:
                return found[0]
            if found:
                raise UnreadableText("terminal.ambiguous", instead=found, text=repr(text))
            raise UnreadableText("terminal.unknown", instead=moves, text=repr(text))
        refusal = position.refusal(code)
        if refusal is not None:
            raise refusal
        return str(notation.text(code))

    def refuse(self, refusal: Refusal) -> None:
        """Says why something is not done, and what can be done."""
        self.screen.print(refusal.text(self.screen.language), style="red")

    # --- what is shown -----------------------------------------------------------------------

    def people(self) -> list[int]:
        """The seats that people hold now, all of them at this screen."""
        held = enumerate(self.match.state.seats, 1)
        return [seat for seat, at in held if at.holder is not None and not at.holder.is_bot]

    def viewer(self) -> int | None:
        """For whom events are told when nobody is asked: the only person here, or a spectator."""
        persons = self.persons()
        return persons[0] if len(persons) == 1 else None

    def persons(self) -> list[int]:
        """The seats that people held at the beginning."""
        return [seat for seat, at in enumerate(self.match.header.seats, 1) if not at.is_bot]

    def show(self, seat: int) -> None:
        """The board as a seat sees it, what is awaited of it, and its moves."""
        view, pen = self.match.view(seat), self.screen.pen
        others = [other for other in self.people() if other != seat]
        if any(self.match.view(other).state != view.state for other in others):
            self.private = len(self.match.events)
        self.on_screen = seat
        self.screen.print()
        self.screen.board(view)
        paragraph, awaited = view.game.notation.awaited(view.state)
        line = pen.say("terminal.prompt", label=pen.label(seat), awaited=say(awaited, pen.language))
        self.screen.print(f"{line} ({paragraph}){self.time_left(seat)}", style="bold")
        for choice in choice_lines(view, pen):
            self.screen.hanging(choice, INDENT)
        names = [say(f"terminal.command_{one}", pen.language) for one in pages.COMMANDS]
        self.keyboard.words = [*view.moves(), *names]

    def time_left(self, seat: int) -> str:
        """The time a seat has left, if there is a clock."""
        clock = self.match.clock
        if clock.running != seat:
            return ""
        seconds = max(0, clock.left(seat, max(self.now(), clock.since))) // 1000
        return f" · {seconds // 60}:{seconds % 60:02}"

    def hand_screen_to(self, seat: int) -> None:
        """If somebody else's secrets are on the screen they are taken away first."""
        before = self.on_screen
        if before in (0, seat) or self.private < 0:
            return
        undone = any(isinstance(e, TakenBack) for e in self.match.events[self.private :])
        if not undone and self.match.view(before).state == self.match.view(seat).state:
            return  # what was hidden lies open by now
        self.screen.clear()
        self.screen.say("terminal.pass_screen", label=self.screen.pen.label(seat))
        if self.keyboard.interactive:
            self.keyboard.line(prompt="")
            self.screen.clear()
        self.private, self.told[0] = -1, self.told[seat]

    def tell(self, viewer: int | None, but: int = 0) -> None:
        """What has happened since it was told last, but for what a seat is just about to do."""
        lines = self.chronicle.lines(self.told[0], viewer, self.screen.pen)
        known = len(self.match.events)
        if but and lines and lines[-1].seat == but and lines[-1].whole:
            known = lines.pop().event - 1
        self.screen.events(line.text for line in lines)
        self.told[0] = self.told[viewer or 0] = known

    def told_so_far(self) -> dict[int, int]:
        """Who resumes a match is told what has happened since he moved last; 0 is for all."""
        over = self.match.stage == Stage.OVER
        told = dict.fromkeys(range(len(self.match.header.seats) + 1), over * len(self.match.events))
        for ply in self.match.state.line:
            if ply.seat in self.persons() and not over:
                told[ply.seat] = told[0] = ply.number
        return told

    def say_where(self, *names: str) -> None:
        """Where the match is kept, and what can be done with the file."""
        lines = [f"  {pages.command_line(name, self.store.path)}" for name in names]
        for line in (self.screen.pen.say("terminal.saved", file=str(self.store.path)), *lines):
            if self.keyboard.interactive:
                self.screen.console.print(line, soft_wrap=True)
            else:  # a script's output is the same for the same seed, wherever the file is
                print(line, file=sys.stderr)

    # --- what is done ------------------------------------------------------------------------

    def commit(self, match: Match) -> None:
        """Keeps what was decided, and goes on from there."""
        self.store.write(match)
        self.kept_events = len(match.events)
        self.take_up(match)

    def take_up(self, match: Match) -> None:
        """Goes on from a later state of the match."""
        self.match = match
        self.chronicle.go_on(match)

    def move_store(self, path: Path) -> None:
        """From now on the match is kept in another file."""
        moved = Store(path, self.store.table, self.store.secret, self.store.seed)
        moved.begin()
        moved.write(self.match)
        self.store = moved

    def read(self) -> str:
        """A line of a person, within the time of the clock; the match is kept before one waits."""
        if self.kept_events != len(self.match.events):
            self.store.write(self.match)
            self.kept_events = len(self.match.events)
        deadline = self.match.deadline
        return self.keyboard.line(None if deadline is None else deadline - self.now())

    # --- clocks ------------------------------------------------------------------------------

    def at(self) -> int | None:
        """The time for the record, if the table keeps it; it never runs backwards."""
        if not self.match.clock.timed:
            return None
        return max(self.now(), self.match.state.last_at)

    def tick(self) -> None:
        """Looks at the clock."""
        at = self.at()
        if at is not None:
            later = self.match.tick(at)
            if later is not self.match:
                self.commit(later)

    def start_clock(self) -> None:
        """A match that was left goes on; the time since its last event is nobody's."""
        if not self.match.clock.timed or len(self.match.events) <= 1:
            return
        if not self.match.clock.paused:
            self.take_up(self.match.pause(at=self.match.state.last_at))
        self.commit(self.match.resume(at=self.at()))

    def stop_clock(self) -> None:
        """Nobody's time runs while nobody is here."""
        self.tick()
        if self.match.clock.timed and self.match.stage == Stage.PLAYING:
            self.take_up(self.match.pause(at=self.at()))

    # --- seats of people that bots hold ------------------------------------------------------

    def handed_over(self) -> list[int]:
        """The seats of people that bots hold and that can be taken back."""
        seats = enumerate(self.match.state.seats, 1)
        return [
            seat
            for seat, at in seats
            if not at.owner.is_bot and not at.out and at.holder is not None and at.holder.is_bot
        ]

    def let_bot(self, seat: int) -> bool:
        """Whether the bot in the seat of a person may move: on Enter it may."""
        holder = self.match.holder(seat)
        assert holder is not None
        label = self.screen.pen.label(seat)
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
        """Commands that cannot be used while a bot holds the seat, lest another person looks on."""
        always = ("hint", "why", "look", "bot")
        return always if len(self.persons()) == 1 else (*always, "board", "log", "result", "lang")

    def take_seat_back(self, seat: int) -> None:
        """The person takes the seat back, now or as soon as its bot has moved."""
        self.wanted_back.discard(seat)
        try:
            self.commit(self.match.take_back_seat(seat, at=self.at()))
        except Refusal as refusal:
            if refusal.key != "table.bot_moves_first":
                raise
            self.refuse(refusal)
            self.wanted_back.add(seat)

    def last_person(self, seat: int) -> int:
        """The person whose move was the last one by a person; else the one at the prompt."""
        people = self.people()
        for ply in reversed(self.match.state.line):
            if ply.seat in people:
                return ply.seat
        return seat
