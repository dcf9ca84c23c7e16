"""Tables with a person in every role."""

from __future__ import annotations

from dataclasses import dataclass

from server.live import House, Json, Visitor

KNOWN = ("stranger", "spectator", "other", "actor", "host")


ROLES = ("anonymous", *KNOWN)


@dataclass
class Scene:
    """A table and the people around it."""

    table: str
    people: dict[str, Visitor]
    seats: dict[str, int]  # of actor and other
    room: Json

    @property
    def move(self) -> str:
        return str(self.room["moves"][0]["text"])


NAMES = {"host": "Hana", "actor": "Ada", "other": "Bob", "spectator": "Sam", "stranger": "Tom"}


CROWDS: dict[str, dict[str, Visitor]] = {}  # shared by a server, for tests that change nothing


def crowd(house: House, fresh: bool = False) -> dict[str, Visitor]:
    """Return one person per role; new ones if a test may delete them."""
    if fresh or house.address not in CROWDS:
        people = {role: house.guest(name) for role, name in NAMES.items()}
        if fresh:
            return people
        CROWDS[house.address] = people
    return CROWDS[house.address]


def in_lobby(house: House, fresh: bool = False) -> Scene:
    """Set up a table in the lobby: Ada and Bob sit, the third seat is free."""
    people = crowd(house, fresh)
    table = people["host"].table(seats=("open", "open", "open"), undo="consent")
    for seat, role in enumerate(("actor", "other"), 1):
        with people[role].socket() as socket:
            assert socket.command("sit", table, seat=seat)["do"] == "done"
    return Scene(table, people, {"actor": 1, "other": 2}, {})


def full(house: House, fresh: bool = False) -> Scene:
    """Set up the same with a bot on the third seat, ready to start."""
    scene = in_lobby(house, fresh)
    with scene.people["host"].socket() as socket:
        level = {"seat": 3, "level": "gentle"}
        assert socket.command("seat_bot", scene.table, **level)["do"] == "done"
    return scene


def in_play(house: House, fresh: bool = False) -> Scene:
    """Set up the same after the start, when Ada or Bob is to act."""
    scene = full(house, fresh)
    table, people = scene.table, scene.people
    with people["host"].socket() as socket:
        assert socket.command("begin", table)["do"] == "done"
        room = socket.watch(table)["room"]
        while room["to_act"] not in (1, 2):  # until the bot has moved
            room = socket.until("update", table=table)["room"]
    if room["to_act"] == 2:
        people["actor"], people["other"] = people["other"], people["actor"]
        scene.seats = {"actor": 2, "other": 1}
    with people["actor"].socket() as socket:
        scene.room = socket.watch(table)["room"]
    assert scene.room["to_act"] == scene.seats["actor"]
    return scene


def asked(house: House) -> Scene:
    """Set up the same after the actor has moved and requested an undo."""
    scene = in_play(house)
    with scene.people["actor"].socket() as socket:
        seat = scene.seats["actor"]
        fields = {"seat": seat, "move": scene.move, "after": scene.room["event"]}
        assert socket.command("move", scene.table, **fields)["do"] == "done"
        assert socket.command("ask_undo", scene.table, seat=seat)["do"] == "done"
    return scene


def left(house: House) -> Scene:
    """Set up the same after the actor has left."""
    scene = in_play(house)
    with scene.people["actor"].socket() as socket:
        seat = scene.seats["actor"]
        assert socket.command("leave", scene.table, seat=seat)["do"] == "done"
    return scene


def over(house: House) -> Scene:
    """Set up the same after both have resigned."""
    scene = in_play(house)
    for role in ("actor", "other"):
        with scene.people[role].socket() as socket:
            seat = scene.seats[role]
            assert socket.command("resign", scene.table, seat=seat)["do"] == "done"
    return scene
