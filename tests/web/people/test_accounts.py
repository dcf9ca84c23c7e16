"""Accounts, passkeys, devices and their pages, in a real browser."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import Browser, expect

from samples import BOARDS, OPEN, ROUNDS
from server.auth.authenticator import Authenticator
from server.http.test_offline_games import file_of, played
from server.live import House
from tablee.server.auth.tokens import hash_token
from tablee.words import say

from ..browsing import PHONE, visit

pytestmark = pytest.mark.slow

PAGES = [
    f"/rules/{BOARDS}",
    f"/learn/{OPEN}",
    "/verify",
    "/account",
    f"/leaderboard/{ROUNDS}",
    "/about",
]


def test_the_page_signs_out_a_lost_device(browser: Browser, house: House) -> None:
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


def test_games_played_offline_are_added_from_files(browser: Browser, house: House) -> None:
    """Each file is told what became of it; the game is marked in lists, replay and profile."""
    file = file_of(played())
    with visit(browser, house.address) as ada:
        me = ada.arrive()
        ada.go("/account")
        section = ada.page.get_by_role("region", name=say("after.offline_title", "en"))
        files = [
            {"name": name, "mimeType": "text/plain", "buffer": text.encode()}
            for name, text in (("good.tablee", file), ("bad.tablee", file.replace("1", "2")))
        ]
        ada.expected.append("400")
        section.get_by_label(say("after.offline_file", "en")).set_input_files(files)  # type: ignore[arg-type]
        expect(section.get_by_role("listitem")).to_have_count(2)
        expect(section).to_contain_text("bad.tablee: This file can’t be added. ")
        assert ada.violations() == []
        ada.shoot("offline-added")
        section.get_by_role("link", name=say("after.offline_added", "en")).click()
        expect(ada.page.get_by_text(say("after.played_offline", "en"))).to_be_visible()
        ada.go("/")
        expect(
            ada.page.locator("main li", has_text=say("web.played_offline", "en"))
        ).to_be_visible()
        ada.go(f"/people/{me}")
        expect(ada.page.get_by_text(say("after.offline_note", "en"))).to_be_visible()
        ada.shoot("offline-profile")


def test_changing_a_password_takes_the_old_one(browser: Browser, house: House) -> None:
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


def test_signing_in_reconnects_as_that_person(browser: Browser, house: House) -> None:
    with visit(browser, house.address) as ada:
        house.guest("Kept").http.post(
            "/api/me/password", json={"login": "twice", "password": "long enough"}
        )
        ada.go("/account")
        for _ in range(2):  # as a guest first, then as the person already signed in
            back = ada.page.get_by_role("region", name="Already have an account?")
            if not back.get_by_label("User name").is_visible():
                back.get_by_text("With user name and password").click()
            back.get_by_label("User name").fill("twice")
            back.get_by_label("Password").fill("long enough")
            with ada.page.expect_websocket():
                back.get_by_role("button", name="Sign in", exact=True).click()
            expect(ada.page.locator("#you")).to_contain_text("Kept")
            expect(ada.page.locator("header .state")).not_to_be_attached()


def test_an_account_from_creation_to_deletion(browser: Browser, house: House) -> None:
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
        expect(other.locator("#you")).to_have_text(re.compile("Ada of the Sea"))  # automatically
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


def test_signing_in_with_a_passkey_in_the_browser(browser: Browser, house: House) -> None:
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
        ada.expected.append("401")  # no one is signed in any more
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


def test_the_page_asks_for_the_password_before_a_sensitive_step(
    browser: Browser, house: House
) -> None:
    login = {"login": "asks-again", "password": "three words suffice"}
    with visit(browser, house.address, language="fr") as ada, visit(browser, house.address) as lost:
        lost.go("/account")
        lost.call("POST", "/api/me/password", login)
        ada.go("/account")
        ada.call("POST", "/api/login", login)
        ada.go("/account")
        token = next(one for one in ada.context.cookies() if one.get("name") == "tablee")
        house.do(house.service.store.prove_token(hash_token(token.get("value", "")), 0))
        ada.expected.append("403")
        ada.page.get_by_role("button", name="Supprimer mes données").click()
        ada.page.get_by_label("Oui, tout supprimer.").check()
        ada.page.get_by_role("dialog").get_by_role("button", name="Supprimer mes données").click()
        dialog = ada.page.get_by_role("dialog", name="Confirmez que c’est bien vous")
        expect(dialog.get_by_label("Votre mot de passe")).to_be_focused()
        assert not ada.violations()
        ada.shoot("proof-fr")
        ada.page.keyboard.press("Escape")
        expect(dialog).not_to_be_attached()
        expect(ada.page.locator(".toast.bad")).to_contain_text("redemande")

        devices = ada.page.get_by_role("region", name="Vos appareils")
        lost.go("/")
        devices.get_by_role("button", name="Déconnecter : Chrome · Linux").click()
        expect(dialog.get_by_label("Votre mot de passe")).to_be_focused()
        ada.page.keyboard.type("a guess")
        ada.page.keyboard.press("Enter")
        expect(dialog.get_by_role("alert")).to_contain_text("incorrect")
        dialog.get_by_label("Votre mot de passe").fill(login["password"])
        ada.page.keyboard.press("Enter")
        expect(devices.get_by_role("listitem")).to_have_count(1)
        lost.expected.append("401")


def test_other_devices_show_that_the_account_was_changed(browser: Browser, house: House) -> None:
    login = {"login": "shown-here", "password": "three words suffice"}
    with visit(browser, house.address) as ada, visit(browser, house.address, language="fr") as bea:
        for one in (ada, bea):
            one.go("/account")
        ada.call("POST", "/api/me/password", login)
        bea.call("POST", "/api/login", login)
        bea.go("/account")
        with_key = house.client(headers={"Origin": house.address})
        assert with_key.post("/api/login", json=login).status_code == 200
        ada.go("/")
        key = Authenticator(house.address)
        options = with_key.post("/api/passkey/register/begin").json()
        made = with_key.post(
            "/api/passkey/register/finish", json={"credential": key.create(options)}
        )
        assert made.status_code == 200
        told = ada.page.locator(".toast.bad")
        expect(told).to_contain_text("A passkey was added to your account on another device")
        expect(bea.page.locator(".toast.bad")).to_contain_text("Une clé d’accès a été ajoutée")
        assert not ada.violations()
        ada.shoot("account-notice")
        told.get_by_role("link").click()
        expect(ada.page.get_by_role("region", name="Your passkeys")).to_be_visible()


@pytest.mark.parametrize("language", ["en", "fr"])
@pytest.mark.parametrize("path", PAGES)
def test_pages_about_accounts_are_accessible(
    path: str, language: str, browser: Browser, house: House
) -> None:
    for size in (None, PHONE):
        with visit(browser, house.address, language=language, size=size) as ada:
            ada.go(path)
            expect(ada.page.locator("main h1")).to_be_visible()
            ada.page.wait_for_load_state("networkidle")
            assert not ada.violations()
            assert ada.sticks_out() <= 0
            text = ada.page.locator("main").inner_text()
            assert not re.findall(r"\b(?:after|learn|web)\.[a-z_]+", text)
