"""Learning, looking back, and who one is: the pages around the game, in a real browser."""

from __future__ import annotations

import asyncio
import json
import re
from collections.abc import Callable, Iterator
from itertools import count
from pathlib import Path
from random import Random
from typing import Any

import pytest
from playwright.sync_api import Browser, Route, expect

from server.live import AtOnce, House, Json, open_house
from tablee.coach.course import DECISION, Ply, course_of
from tablee.show.saying import Saying, on_the_wire
from tablee.table import Match, Transcript

from .browsing import PHONE, SEATS, SHORT, TITLES, Visit, visit

pytestmark = pytest.mark.slow

GAMES = list(SEATS)
FIRST = {"mahe": "M1", "maamut": "H1", "papua": "P1", "maroceau": "W1"}
PAGES = ["/rules/papua", "/learn/mahe", "/verify", "/account", "/leaderboard/maroceau", "/about"]


class Quick(AtOnce):
    """Makes up reviews, so that nobody waits for simulations: the coach has tests of its own."""

    async def review(self, table: str, transcript: str, progress: Callable[[float], None]) -> Json:
        progress(0.5)
        return await asyncio.to_thread(made_up, transcript)


def made_up(transcript: str) -> Json:
    """A review of a match in which the first decision and each tenth after it was a mistake."""
    course, random = course_of(Match.replay(Transcript.read(transcript.encode()))), Random(1)
    rows = [[random.random() for _ in range(course.seats)] for _ in course.plies]
    values = [[part / sum(row) for part in row] for row in rows] + [list(course.shares or ())]
    plies: list[Json] = []
    decisions = count()
    for ply in course.plies:
        plies.append({"number": ply.number, "actor": ply.actor, "move": ply.text, "kind": ply.kind})
        if ply.kind == DECISION:
            plies[-1]["judgement"] = judged(ply, wrong=next(decisions) % 10 == 0)
    accounts = [
        {
            "seat": seat + 1, "start": values[0][seat], "luck": 0.2, "own": -0.1, "others": 0.05,
            "result": values[-1][seat], "unknown": 0.1, "start_error": 0.01, "luck_error": 0.01,
            "own_error": 0.01, "others_error": 0.01,
        }
        for seat in range(course.seats)
    ]  # fmt: skip
    return {
        "game": course.last.game.name, "names": list(course.names), "deal": course.first_decision,
        "finished": True, "simulations": 1, "seed": 0, "values": values,
        "errors": [[0.01] * course.seats for _ in values], "accounts": accounts, "plies": plies,
    }  # fmt: skip


def judged(ply: Ply, wrong: bool) -> Json:
    """A decision that was the best, or a mistake with a reason."""
    best = next(move for move in ply.position.moves() if move != ply.text)
    moves = [
        {"move": move, "wins": wins, "wins_error": 0.01, "loss": 0.5 - wins}
        for move, wins in ((best, 0.5), (ply.text, 0.4))
    ]
    why = [Saying("coach.no_such_move", {"move": best}), Saying("coach.only_move", {"move": best})]
    return {
        "verdict": "mistake" if wrong else "best", "best": best, "loss": 0.1 * wrong,
        "loss_error": 0.01, "counted": 0.1 * wrong, "moves": moves,
        "why": [on_the_wire(one) for one in why] if wrong else [],
    }  # fmt: skip


@pytest.fixture(scope="module")
def house() -> Iterator[House]:
    with open_house(workers=Quick()) as found:
        yield found


def finished(house: House, ada: Visit, game: str = "mahe") -> str:
    """A match that is over; Ada has played it, with a program in place of her hands."""
    visitor, random = house.guest("Ada"), Random(1)
    table = visitor.table(game, ("me", *["gentle"] * (SEATS[game] - 1)), options=SHORT[game])
    with visitor.socket() as socket:
        room = socket.watch(table)["room"]
        while room["stage"] != "over":
            if room["moves"]:
                move = random.choice(room["moves"])["text"]
                socket.send(
                    do="move", id=f"after-{room['event']:04}", table=table, seat=1, move=move,
                    after=room["event"],
                )  # fmt: skip
            room = socket.until("update", table=table)["room"]
    cookie: Any = {"name": "tablee", "value": visitor.token, "url": house.address}
    ada.context.add_cookies([cookie])
    return table


# --- the rulebook --------------------------------------------------------------------------------


@pytest.mark.parametrize("game", GAMES)
def test_the_rulebook_has_every_paragraph(game: str, browser: Browser, house: House) -> None:
    with visit(browser, house.address, language="fr") as ada:
        ada.go(f"/rules/{game}#{FIRST[game]}")
        expect(ada.page.locator("article.here")).to_have_attribute("id", FIRST[game])
        told = house.client().get(f"/api/rules/{game}/fr").json()["paragraphs"]
        numbered = [one["id"] for one in told if one["id"]]
        assert (
            ada.page.locator("article").evaluate_all("all => all.map((one) => one.id)") == numbered
        )
        expect(ada.page.get_by_role("heading", name="En bref")).to_be_attached()
        ada.page.get_by_role("button", name="Read in English").click()
        expect(ada.page.get_by_role("heading", name="In short")).to_be_attached()
        assert not ada.violations()


def test_the_rulebook_is_searched_whatever_the_accents(browser: Browser, house: House) -> None:
    with visit(browser, house.address, language="fr") as ada:
        ada.go("/rules/mahe")
        ada.page.get_by_label("Chercher").fill("OEUF plage")
        expect(ada.page.locator("mark").first).to_have_text(re.compile("œuf|plage", re.IGNORECASE))
        assert 0 < ada.page.locator("article").count() < 20
        expect(ada.page.get_by_text(re.compile(r"^\d+ règles$"))).to_be_visible()
        ada.page.get_by_label("Chercher").fill("mammouth")
        expect(ada.page.get_by_text("Aucune règle")).to_be_visible()


def test_a_paragraph_opens_beside_the_table(browser: Browser, house: House) -> None:
    with visit(browser, house.address) as ada:
        ada.open_table("mahe")
        ada.wait()
        ada.page.locator(".controls").get_by_role("button", name=re.compile("rule M")).first.click()
        side = ada.page.get_by_role("complementary", name="Rules of Mahé")
        expect(side.locator("article.here")).to_be_focused()
        side.get_by_role("link", name="M20", exact=True).first.click()
        expect(side.locator("article.here")).to_have_attribute("data-paragraph", "M20")
        ada.page.keyboard.press("Escape")
        expect(side).to_have_count(0)
        assert "/table/" in ada.page.url


# --- a first game --------------------------------------------------------------------------------


@pytest.mark.parametrize("game", GAMES)
def test_a_guided_game_has_notes(game: str, browser: Browser, house: House) -> None:
    with visit(browser, house.address, size=PHONE) as ada:
        ada.go(f"/learn/{game}")
        ada.page.get_by_role("button", name="Begin").click()
        note = ada.page.get_by_role("complementary", name="Notes for your first game")
        expect(note.get_by_role("status")).not_to_be_empty()
        first = note.get_by_role("status").inner_text()
        ada.wait()
        assert not ada.violations()
        assert ada.sticks_out() <= 0
        note.get_by_role("button", name="Rule").click()
        side = ada.page.get_by_role("complementary", name=f"Rules of {TITLES[game]}")
        expect(side.locator("article.here")).to_be_visible()
        side.get_by_role("button", name="Close").click()
        note.get_by_role("button", name="Got it").click()
        expect(note.get_by_role("status")).not_to_have_text(first)


# --- after the game ------------------------------------------------------------------------------


def called_by_name(ada: Visit) -> None:
    """A bot is called as it was at the table, not by its level."""
    expect(ada.page.locator("main")).to_contain_text("Fern")
    expect(ada.page.locator("main")).not_to_contain_text("gentle")


@pytest.mark.parametrize("game", GAMES)
def test_a_match_is_replayed_and_reviewed(game: str, browser: Browser, house: House) -> None:
    with visit(browser, house.address) as ada:
        table = finished(house, ada, game)
        ada.go(f"/review/{table}")
        expect(ada.page.get_by_role("heading", name="Luck and skill")).to_be_visible()
        expect(ada.page.get_by_text("Better:").first).to_be_visible()
        curve = ada.page.get_by_role("slider")
        curve.focus()
        ada.page.keyboard.press("End")
        shown = curve.get_attribute("aria-valuetext")
        ada.page.keyboard.press("ArrowLeft")
        expect(curve).not_to_have_attribute("aria-valuetext", shown or "")
        assert not ada.violations()
        called_by_name(ada)
        ada.shoot(f"{game}-review")

        ada.page.get_by_role("link", name="Replay").first.click()
        expect(ada.page.get_by_role("heading", name="What happened")).to_be_visible()
        slider, lines = ada.page.get_by_role("slider"), ada.page.locator("[data-moment]")
        last = lines.count() - 1
        ada.page.keyboard.press("End")
        expect(slider).to_have_value(str(last))
        ada.page.keyboard.press("ArrowLeft")
        expect(slider).to_have_value(str(last - 1))
        ada.page.keyboard.press("Home")
        expect(slider).to_have_value("0")
        ada.page.keyboard.press(" ")
        expect(slider).not_to_have_value("0")
        ada.page.keyboard.press(" ")
        lines.nth(3).click()
        expect(slider).to_have_value("3")
        assert re.search(r"\?event=\d+$", ada.page.url)
        assert not ada.violations()
        called_by_name(ada)
        ada.shoot(f"{game}-replay")
        ada.page.reload()
        expect(slider).to_have_value("3")


def test_one_plays_on_from_a_moment(browser: Browser, house: House) -> None:
    with visit(browser, house.address) as ada:
        table = finished(house, ada)
        ada.go(f"/replay/{table}?event=12")
        ada.page.get_by_role("button", name="Play from here").click()
        assert not ada.violations()
        ada.page.get_by_role("dialog").get_by_role("button", name="Start the game").click()
        ada.page.wait_for_url(re.compile(f"/table/(?!{table})"))
        assert ada.wait()


def test_others_may_look_with_a_link(browser: Browser, house: House) -> None:
    with visit(browser, house.address) as ada:
        table = finished(house, ada, "maamut")
        with visit(browser, house.address, size=PHONE, language="fr") as bob:
            bob.go(f"/replay/{table}?event=50")
            expect(bob.page.get_by_role("slider").first).not_to_have_value("0")
            bob.page.get_by_label("Vu par").select_option("2")
            expect(bob.page.get_by_role("slider").first).not_to_have_value("0")
            assert bob.sticks_out() <= 0
            assert not bob.violations()


@pytest.mark.parametrize("game", GAMES)
def test_the_dice_are_verified_in_the_browser(game: str, browser: Browser, house: House) -> None:
    with visit(browser, house.address) as ada:
        table = finished(house, ada, game)
        ada.go(f"/verify/{table}")
        expect(ada.page.get_by_text("Nobody tampered with the dice")).to_be_visible()
        assert not ada.violations()
        ada.page.locator(".outcomes button").nth(4).click()
        expect(ada.page.get_by_text("and that came up")).to_be_visible()
        ada.shoot(f"{game}-verify")


def forged(data: Json) -> Json:
    """One outcome is another one of those that were possible."""
    one = next(one for one in data["outcomes"][5:] if len(one["chances"]) > 1)
    one["text"] = next(text for text, _ in one["chances"] if text != one["text"])
    return data


def secretive(data: Json) -> Json:
    """The secret is another one."""
    return {**data, "secret": "00" * 32}


@pytest.mark.parametrize(
    ("change", "found"),
    [(forged, "1 of "), (secretive, "this is not the secret that was fixed")],
)
def test_a_server_that_cheats_is_found(
    change: Callable[[Json], Json], found: str, browser: Browser, house: House
) -> None:
    def lie(route: Route) -> None:
        answer = route.fetch()
        route.fulfill(response=answer, body=json.dumps(change(answer.json())))

    with visit(browser, house.address) as ada:
        table = finished(house, ada)
        ada.page.route(
            "**/verify",
            lambda route: lie(route) if "/api/" in route.request.url else route.continue_(),
        )
        ada.go(f"/verify/{table}")
        expect(ada.page.get_by_text(found)).to_be_visible()
        expect(ada.page.get_by_text("These dice are not fair")).to_be_visible()


def test_a_file_is_verified(browser: Browser, house: House, tmp_path: Path) -> None:
    with visit(browser, house.address) as ada:
        table = finished(house, ada)
        ada.go("/verify")
        with ada.page.expect_download() as download:
            ada.page.evaluate(f"location.href = '/api/tables/{table}/transcript'")
        whole, damaged = tmp_path / "whole.tablee", tmp_path / "damaged.tablee"
        download.value.save_as(whole)
        damaged.write_text(
            whole.read_text("utf-8").replace("chance: die 1 ", "chance: die 2 ", 1), "utf-8"
        )
        chooser = ada.page.locator("input[type=file]")
        chooser.set_input_files(whole)
        expect(ada.page.get_by_text("The file is complete")).to_be_visible()
        expect(ada.page.get_by_text("Nobody tampered with the dice")).to_be_visible()
        chooser.set_input_files(damaged)
        expect(ada.page.get_by_text("was changed or cut off")).to_be_visible()
        expect(ada.page.get_by_text("These dice are not fair")).to_be_visible()


# --- people --------------------------------------------------------------------------------------


def test_a_lost_device_is_logged_out_from_another(browser: Browser, house: House) -> None:
    login = {"login": "lost-phone", "password": "correct horse"}
    with visit(browser, house.address, language="fr") as ada, visit(browser, house.address) as lost:
        ada.go("/account")
        expect(ada.page.get_by_text("Cet appareil, depuis")).to_be_visible()
        ada.call("POST", "/api/me/password", login)
        lost.go("/account")
        expect(lost.page.get_by_text("This device, since")).to_be_visible()
        lost.call("POST", "/api/login", login)
        ada.go("/account")
        devices = ada.page.get_by_role("region", name="Vos appareils")
        expect(devices.get_by_role("listitem")).to_have_count(2)
        assert not ada.violations()
        ada.shoot("devices-fr")
        devices.get_by_role("button", name="Déconnecter : Chrome · Linux").click()
        expect(devices.get_by_role("listitem")).to_have_count(1)
        expect(devices).to_contain_text("Cet appareil")
        lost.expected.append("401")
        assert lost.page.evaluate("async () => (await fetch('/api/me')).status") == 401


def test_a_password_is_changed_by_who_knows_it(browser: Browser, house: House) -> None:
    with visit(browser, house.address) as ada:
        ada.go("/account")
        expect(ada.page.get_by_text("This device, since")).to_be_visible()
        ada.call("POST", "/api/me/password", {"login": "new-lock", "password": "the old key"})
        ada.go("/account")
        keep = ada.page.get_by_role("region", name="Create an account")
        keep.get_by_text("Change user name or password").click()
        keep.get_by_label("User name").fill("new-lock")
        keep.get_by_label("Current password").fill("the wrong key")
        keep.get_by_label("New password").fill("the new key")
        assert not ada.violations()
        ada.shoot("password-change")
        ada.expected.append("403")
        keep.get_by_role("button", name="Create my account").click()
        expect(ada.page.locator(".toast.bad")).to_contain_text("The current password")
        keep.get_by_label("Current password").fill("the old key")
        keep.get_by_role("button", name="Create my account").click()
        expect(ada.page.locator(".toast.good")).to_be_visible()
        expect(keep.get_by_label("Current password")).to_have_value("")
        ada.call("POST", "/api/login", {"login": "new-lock", "password": "the new key"})


def test_the_connection_comes_back_with_who_comes_back(browser: Browser, house: House) -> None:
    with visit(browser, house.address) as ada:
        house.guest("Kept").http.post(
            "/api/me/password", json={"login": "twice", "password": "long enough"}
        )
        ada.go("/account")
        for _ in range(2):  # as a guest first, then as the one he is already
            back = ada.page.get_by_role("region", name="Already have an account?")
            if not back.get_by_label("User name").is_visible():
                back.get_by_text("With user name and password").click()
            back.get_by_label("User name").fill("twice")
            back.get_by_label("Password").fill("long enough")
            with ada.page.expect_websocket():
                back.get_by_role("button", name="Sign in", exact=True).click()
            expect(ada.page.locator("#you")).to_contain_text("Kept")
            expect(ada.page.locator("header .state")).not_to_be_attached()


def test_an_account_is_kept_left_found_and_deleted(browser: Browser, house: House) -> None:
    with visit(browser, house.address) as ada:
        ada.go("/account")
        page = ada.page
        page.get_by_label("Name", exact=True).fill("Ada of the Sea")
        page.get_by_role("button", name="Save").click()
        expect(page.locator("#you")).to_have_text(re.compile("Ada of the Sea"))
        page.get_by_label("Sea star").check(force=True)
        expect(page.get_by_label("Sea star")).to_be_checked()
        page.get_by_text("With a password").click()
        keep = page.locator("section").filter(
            has=page.get_by_role("heading", name="Create an account")
        )
        keep.get_by_label("User name").fill("ada-sea")
        keep.get_by_label("Password").fill("correct horse")
        keep.get_by_role("button", name="Create my account").click()
        expect(page.get_by_text("You can sign in as “ada-sea”.")).to_be_visible()
        assert not ada.violations()

        page.get_by_role("button", name="Sign out on this device").click()
        page.get_by_role("dialog").get_by_role("button", name="Sign out").click()
        page.wait_for_url("**/")
        ada.go("/account")
        expect(page.locator("#you")).not_to_contain_text("Ada of the Sea")
        other = ada.context.new_page()
        other.goto(page.url)
        guest = page.locator("#you").inner_text()
        expect(other.locator("#you")).to_have_text(guest)
        page.get_by_text("With user name and password").click()
        back = page.locator("section").filter(
            has=page.get_by_role("heading", name="Already have an account")
        )
        back.get_by_label("User name").fill("ada-sea")
        back.get_by_label("Password").fill("wrong horse")
        ada.expected.append("401")
        back.get_by_role("button", name="Sign in", exact=True).click()
        expect(page.locator(".toast.bad")).to_be_visible()
        back.get_by_label("Password").fill("correct horse")
        back.get_by_role("button", name="Sign in", exact=True).click()
        expect(page.locator("#you")).to_have_text(re.compile("Ada of the Sea"))
        expect(other.locator("#you")).to_have_text(re.compile("Ada of the Sea"))  # by itself
        other.close()

        page.get_by_role("link", name="Your public profile").click()
        expect(page.get_by_role("heading", name="Ada of the Sea", level=1)).to_be_visible()
        assert not ada.violations()
        ada.go("/account")
        page.get_by_role("button", name="Delete my data").click()
        delete = page.get_by_role("dialog").get_by_role("button", name="Delete my data")
        expect(delete).to_be_disabled()
        page.get_by_label("Yes, delete everything.").check()
        delete.click()
        page.wait_for_url("**/")
        assert (
            house.client()
            .post("/api/login", json={"login": "ada-sea", "password": "correct horse"})
            .status_code
            == 401
        )


def test_a_passkey_opens_the_account_again(browser: Browser, house: House) -> None:
    with visit(browser, house.address) as ada:
        ada.go("/account")
        authenticator: Any = {
            "protocol": "ctap2", "transport": "internal", "hasResidentKey": True,
            "hasUserVerification": True, "isUserVerified": True,
        }  # fmt: skip
        devices = ada.context.new_cdp_session(ada.page)
        devices.send("WebAuthn.enable")
        devices.send("WebAuthn.addVirtualAuthenticator", {"options": authenticator})
        name = ada.page.locator("#you").inner_text()
        ada.page.get_by_role("button", name="Add a passkey").click()
        expect(ada.page.get_by_text("1 passkey opens your account.")).to_be_visible()
        ada.expected.append("401")  # nobody is known any more
        ada.context.clear_cookies()
        ada.page.reload()
        expect(ada.page.locator("#you")).not_to_have_text(name)
        ada.page.get_by_role("button", name="Sign in with a passkey").click()
        expect(ada.page.locator("#you")).to_have_text(name)

        passkeys = ada.page.get_by_role("region", name="Your passkeys")
        expect(passkeys.get_by_role("listitem")).to_have_count(1)
        assert not ada.violations()
        passkeys.scroll_into_view_if_needed()
        ada.shoot("passkeys")
        ada.expected.append("409")
        remove = passkeys.get_by_role("button", name="Remove: Chrome · Linux")
        remove.click()
        expect(ada.page.locator(".toast.bad")).to_contain_text("Set a password")
        ada.call("POST", "/api/me/password", {"login": "no-key", "password": "long enough"})
        remove.click()
        expect(passkeys).not_to_be_attached()
        expect(ada.page.get_by_text("You can sign in as “no-key”.")).to_be_visible()
        expect(ada.page.get_by_text("1 passkey opens your account.")).not_to_be_attached()


def test_a_link_to_a_review_is_open_to_a_fresh_browser(browser: Browser, house: House) -> None:
    """However long it takes until the server knows who has come."""
    with visit(browser, house.address) as ada, visit(browser, house.address) as bob:
        table = finished(house, ada)

        def slowly(route: Route) -> None:
            bob.page.wait_for_timeout(700)
            route.continue_()

        bob.page.route("**/api/guest", slowly)
        bob.go(f"/review/{table}")
        expect(bob.page.get_by_role("heading", name="Mistakes")).to_be_visible()


@pytest.mark.parametrize("language", ["en", "fr"])
@pytest.mark.parametrize("path", PAGES)
def test_pages_are_for_everybody(path: str, language: str, browser: Browser, house: House) -> None:
    for size in (None, PHONE):
        with visit(browser, house.address, language=language, size=size) as ada:
            ada.go(path)
            expect(ada.page.locator("main h1")).to_be_visible()
            ada.page.wait_for_load_state("networkidle")
            assert not ada.violations()
            assert ada.sticks_out() <= 0
            text = ada.page.locator("main").inner_text()
            assert not re.findall(r"\b(?:after|learn|web)\.[a-z_]+", text)
