"""Several people: two browsers at a table, lost connections, spectators, one shared screen."""

from __future__ import annotations

import re
from random import Random

import pytest
from playwright.sync_api import Browser, Locator, expect

from samples import BOARDS, HANDS, OPEN, ROUNDS, title
from server.live import House, Socket

from ..browsing import PATIENCE, Visit, visit
from ..late import open_late

pytestmark = pytest.mark.slow


def sit_down(
    ada: Visit,
    bob: Visit,
    game: str = OPEN,
    patience: int = PATIENCE,
    late: House | None = None,
    **settings: object,
) -> str:
    """Let Ada open a table, Bob join it by its link, and Ada start the game.

    With `late` it is a table of that server near the end of its game.
    """
    seats = ["me", "open"]
    table = open_late(ada, late, game, seats) if late else ada.open_table(game, seats, **settings)
    bob.go(f"/table/{table}")
    bob.page.locator("li.open button").first.click()
    begin = ada.page.locator(".go button").first
    expect(begin).to_be_enabled()
    begin.click()
    for one in (ada, bob):
        expect(one.page.locator("section.board svg").first).to_be_visible(timeout=patience)
        assert one.page.locator(".lobby").count() == 0
    return table


def move(*people: Visit) -> Visit:
    """Let the player to act make their first move."""
    for _ in range(400):
        for one in people:
            if one.moves.count():
                one.moves.first.press("Enter")
                one.page.wait_for_timeout(80)
                return one
        people[0].page.wait_for_timeout(25)
    raise AssertionError("no player is to act")


def play_out(ada: Visit, bob: Visit, random: Random) -> None:
    """Let both press keys until both see the result."""
    for _ in range(600):
        if ada.result.count() and bob.result.count():
            return
        for one in (ada, bob):
            if one.moves.count():
                one.play_by_key(random)
        ada.page.wait_for_timeout(30)
    raise AssertionError("no end")


def test_the_first_player_does_not_wait_for_the_set_up(browser: Browser, house: House) -> None:
    """The dozens of tiles and cards are there as soon as the game is shown."""
    with (
        visit(browser, house.address, motion="normal") as ada,
        visit(browser, house.address, motion="normal") as bob,
    ):
        sit_down(ada, bob, HANDS, patience=10_000)  # an animated set-up would take 15 s
        move(ada, bob)


def test_two_browsers_and_a_lost_connection(browser: Browser, house: House) -> None:
    with visit(browser, house.address) as ada, visit(browser, house.address) as bob:
        bob.expected += ["ERR_INTERNET_DISCONNECTED", "WebSocket connection", "fetching the script"]
        sit_down(ada, bob)
        for _ in range(6):
            move(ada, bob)
        bob.context.set_offline(True)
        for _ in range(8):  # Ada continues as long as it is her turn
            if ada.moves.count():
                ada.moves.first.press("Enter")
            ada.page.wait_for_timeout(80)
        bob.context.set_offline(False)
        for _ in range(12):
            move(ada, bob)
        last = ada.page.get_by_role("tabpanel").locator("li").last.inner_text()
        numbers = re.findall(r"\d+", last)  # each is “you” on their own page
        expect(bob.page.get_by_role("tabpanel").locator("li").last).to_have_text(
            re.compile(r"\D+".join(["", *numbers])), use_inner_text=True
        )


def test_two_people_play_to_the_end_and_a_rematch(browser: Browser, house: House) -> None:
    with visit(browser, house.address) as ada, visit(browser, house.address, language="fr") as bob:
        table = sit_down(ada, bob, HANDS, late=house)
        play_out(ada, bob, Random(3))
        ada.page.get_by_role("button", name="Play again").click()
        bob.page.get_by_role("button", name="Rejouer").click()
        ada.page.wait_for_url(lambda address: table not in address)
        bob.page.wait_for_url(ada.page.url)
        again = ada.page.url
        ada.page.go_back()  # the finished game stays where it was
        expect(ada.result.get_by_role("link", name="Replay")).to_be_visible()
        ada.page.wait_for_timeout(300)
        assert table in ada.page.url
        ada.result.get_by_role("link", name="Go to the new table").click()
        ada.page.wait_for_url(again)


def test_spectators_have_their_own_chat_channel(browser: Browser, house: House) -> None:
    with (
        visit(browser, house.address) as ada,
        visit(browser, house.address) as bob,
        visit(browser, house.address) as eve,
    ):
        table = sit_down(ada, bob, HANDS)
        eve.go(f"/table/{table}")
        expect(eve.page.locator("section.board svg").first).to_be_visible()
        assert eve.moves.count() == 0
        for one in (ada, bob, eve):
            one.page.get_by_role("tab", name="Chat").click()
        for one, words in ((eve, "I only look"), (ada, "Hello Bob")):
            one.page.locator(".chat form input").last.fill(words)
            one.page.keyboard.press("Enter")
        for one in (bob, eve):
            expect(one.page.locator(".chat li").filter(has_text="Hello Bob")).to_be_visible()
        assert bob.page.get_by_text("I only look").count() == 0


def test_around_one_screen_the_device_is_passed_on(browser: Browser, house: House) -> None:
    with visit(browser, house.address) as both:
        both.open_table(HANDS, ["me", "me"], names=["Ada", "Bob"])
        curtain = both.page.locator(".curtain")
        seen = set()
        for _ in range(4):
            both.page.wait_for_function(
                """() => document.querySelector(".curtain, button[data-move]")"""
            )
            if curtain.count():
                seen.add("Bob" if "Bob" in curtain.inner_text() else "Ada")
                assert both.page.locator("section.board svg [role=button]").count() == 0
                curtain.get_by_role("button").first.click()
            both.wait()
            both.moves.first.press("Enter")
            both.page.wait_for_timeout(450)
        assert seen == {"Ada", "Bob"}


@pytest.mark.parametrize("game", [OPEN, BOARDS])
def test_around_one_screen_without_hidden_information(
    game: str, browser: Browser, house: House
) -> None:
    with visit(browser, house.address) as all_:
        seats = ["me"] * (2 if game == OPEN else 3)
        all_.open_table(game, seats, names=["Ada", "Bob", "Eve"][: len(seats)])
        for _ in range(12):
            assert all_.wait()
            all_.moves.first.press("Enter")
            all_.page.wait_for_timeout(80)


@pytest.mark.parametrize("game", [BOARDS, ROUNDS])
def test_around_one_screen_the_last_player_plays_on(
    game: str, browser: Browser, house: House
) -> None:
    """Once the others have resigned, the device is not passed on any more."""
    with visit(browser, house.address) as both:
        both.open_table(game, ["me", "me", "gentle"], names=["Ada", "Bob"])
        curtain = both.page.locator(".curtain button").first
        expect(curtain.or_(both.moves.first)).to_be_visible()
        if curtain.count():
            curtain.click()
        both.page.get_by_role("button", name="More at this table").click()
        both.page.get_by_role("menuitem", name="Resign").click()
        both.page.get_by_role("dialog").get_by_role("button").last.click()
        expect(both.page.get_by_text("out", exact=True)).to_have_count(1)
        for _ in range(4):
            expect(both.moves.first).to_be_visible(timeout=8000)
            both.moves.first.press("Enter")
            both.page.wait_for_timeout(450)


def test_an_undo_request(browser: Browser, house: House) -> None:
    """The move is named as on its button, in the request and in the log."""
    with visit(browser, house.address) as ada, visit(browser, house.address) as bob:
        sit_down(ada, bob, undo="consent")
        ada.page.wait_for_timeout(500)
        asker, other = (ada, bob) if ada.moves.count() else (bob, ada)
        called = asker.moves.first.locator("strong").inner_text()
        move(asker)
        asker.page.get_by_role("button", name="Ask to undo").click()
        expect(other.page.locator(".controls .asked")).to_contain_text(f"“{called}”")
        other.page.locator(".controls .asked").get_by_role("button").first.click()
        expect(other.page.locator(".controls .asked")).to_have_count(0)
        log = asker.page.get_by_role("tabpanel")
        expect(log).to_contain_text(f"You ask to undo “{called}”")
        expect(log).to_contain_text(f"take back “{called}”")


def test_a_bot_is_named_by_its_level(browser: Browser, house: House) -> None:
    with visit(browser, house.address) as ada, visit(browser, house.address) as bob:
        sit_down(ada, bob, HANDS)
        ada.page.get_by_role("button", name="More at this table").click()
        ada.page.get_by_role("menuitem", name="Hand over to a bot").click()
        ada.page.get_by_role("dialog").get_by_role("button").last.click()
        expect(bob.page.get_by_role("tabpanel")).to_contain_text("hands the seat to a bot (Casual)")


@pytest.mark.parametrize("game", [OPEN, HANDS])
def test_an_undo_needs_no_consent_of_players_who_resigned(
    game: str, browser: Browser, house: House
) -> None:
    """Their wish for a rematch still counts."""
    with visit(browser, house.address) as ada, visit(browser, house.address) as bob:
        sit_down(ada, bob, game)
        asked = bob.page.locator(".controls .awaited")
        expect(asked).to_be_visible()
        ada.page.get_by_role("button", name="More at this table").click()
        ada.page.get_by_role("menuitem", name="Resign").click()
        ada.page.get_by_role("dialog").get_by_role("button").last.click()
        expect(bob.result).to_be_visible()
        expect(asked).to_have_count(0)
        assert bob.page.locator("section.board [role=button]").count() == 0
        assert "play again." not in bob.result.inner_text()
        ada.page.get_by_role("button", name="Play again").click()
        expect(bob.result.get_by_role("status")).to_contain_text("wants to play again.")
        assert ada.result.get_by_role("status").count() == 0
        bob.shoot(f"{game}-given-up")


def test_a_muted_person_is_hidden(browser: Browser, house: House) -> None:
    with visit(browser, house.address) as ada:
        ada.open_table(OPEN)
        ada.page.get_by_role("tab", name="Chat").click()
        chat = ada.page.locator(".chat")
        expect(chat).to_contain_text("No messages yet.")
        chat.get_by_role("button", name="Hello").click()
        expect(chat.locator("li")).to_contain_text("Hello")
        chat.get_by_role("checkbox").uncheck()
        expect(chat.locator("li")).to_have_text("Messages are hidden.")


def test_a_muted_channel_stays_muted(browser: Browser, house: House) -> None:
    """It is not shown, counted or read aloud, even after a reload."""
    ada, zoe = house.guest("Ada"), house.guest("Zoe")
    table = ada.table(HANDS, ("me", "me"))
    with (
        ada.socket() as playing,
        zoe.socket() as looking,
        visit(browser, house.address) as eve,
    ):
        say_aside(looking, table, "the first aside")
        eve.go(f"/table/{table}")
        tab, hear = eve.page.get_by_role("tab", name="Chat"), hearing(eve)
        tab.click()
        expect(chat_lines(eve, "the first aside")).to_be_visible()
        hear.uncheck()
        expect(chat_lines(eve, "aside")).to_have_count(0)
        eve.page.get_by_role("tab", name="Log").click()
        eve.listen()
        say_aside(looking, table, "the second aside")
        playing.command("speak", table, channel="players", text="well played")
        expect(tab).to_contain_text("1")  # messages of players are counted, and this one came last
        assert "well played" in eve.heard()
        assert "aside" not in eve.heard()
        assert eve.page.locator(".toast").count() == 0
        eve.page.reload()
        tab.click()
        expect(chat_lines(eve, "well played")).to_be_visible()
        expect(hear).not_to_be_checked()
        expect(chat_lines(eve, "aside")).to_have_count(0)
        hear.check()
        expect(chat_lines(eve, "aside")).to_have_count(2)
        eve.page.reload()
        tab.click()
        expect(chat_lines(eve, "aside")).to_have_count(2)
        expect(hear).to_be_checked()


def say_aside(socket: Socket, table: str, text: str) -> None:
    assert socket.command("speak", table, channel="spectators", text=text)["do"] == "done"


def hearing(one: Visit) -> Locator:
    return one.page.get_by_role("checkbox", name="Messages from spectators")


def chat_lines(one: Visit, words: str) -> Locator:
    return one.page.locator(".chat li").filter(has_text=words)


@pytest.mark.parametrize(
    "kept", ["{", "5", "null", '[1, [2, []], ["TABLE", ["dance"]], ["TABLE"]]']
)
def test_unreadable_mute_settings_mute_nothing(kept: str, browser: Browser, house: House) -> None:
    zoe = house.guest("Zoe")
    table = house.guest("Ada").table(HANDS, ("me", "me"))
    with zoe.socket() as looking, visit(browser, house.address) as eve:
        say_aside(looking, table, "an aside")
        eve.go("/")
        eve.page.evaluate(
            "kept => localStorage.setItem('muted', kept)", kept.replace("TABLE", table)
        )
        eve.go(f"/table/{table}")
        eve.page.get_by_role("tab", name="Chat").click()
        expect(chat_lines(eve, "an aside")).to_be_visible()
        hearing(eve).uncheck()
        expect(chat_lines(eve, "an aside")).to_have_count(0)
        assert muted(eve) == [[table, ["spectators"]]]


def test_mute_settings_are_kept_for_the_latest_tables(browser: Browser, house: House) -> None:
    with visit(browser, house.address) as ada:
        table = ada.open_table(OPEN)
        before = [[f"table-{number}", ["players"]] for number in range(50)]
        ada.page.evaluate("kept => localStorage.setItem('muted', JSON.stringify(kept))", before)
        ada.page.get_by_role("tab", name="Chat").click()
        ada.page.locator(".chat").get_by_role("button", name="Hello").click()
        ada.page.locator(".chat").get_by_role("checkbox").uncheck()
        assert muted(ada) == [*before[1:], [table, ["players"]]]


def muted(one: Visit) -> list[list[object]]:
    found: list[list[object]] = one.page.evaluate("JSON.parse(localStorage.getItem('muted'))")
    return found


@pytest.mark.parametrize("elsewhere", ["home", "another table"])
def test_a_player_on_another_page_is_notified_of_their_turn(
    elsewhere: str, browser: Browser, house: House
) -> None:
    with visit(browser, house.address) as ada, visit(browser, house.address) as bob:
        table = sit_down(ada, bob)
        while not bob.moves.count():
            move(ada, bob)
        if elsewhere == "home":
            ada.go("/")
        else:
            ada.open_table(BOARDS, ["me", "open", "open"])
        toast = ada.page.locator(".toast")
        expect(ada.page.locator("html")).to_have_attribute("lang", "en")
        assert toast.count() == 0
        ada.listen()
        for _ in range(300):
            if toast.count():
                break
            if bob.moves.count():
                bob.moves.first.press("Enter")
            ada.page.wait_for_timeout(100)
        expect(toast).to_have_text(f"{title(OPEN)}: it’s your turn.")
        assert f"{title(OPEN)}: it’s your turn." in ada.heard()
        if elsewhere == "home":
            expect(ada.page.get_by_role("region", name="Your games")).to_contain_text("Your turn")
        toast.get_by_role("link").click()
        ada.page.wait_for_url(f"**/table/{table}")
        expect(toast).to_have_count(0)
        expect(ada.moves.first).to_be_visible()
