"""Verification finds what does not fit, and names the event and what was expected."""

from __future__ import annotations

import argparse
import io
import json
import re
from dataclasses import replace
from pathlib import Path
from random import Random
from types import SimpleNamespace
from typing import Any

import pytest

import tablee
from samples import HANDS, OPEN
from tablee.cli.transcripts import verify as command
from tablee.table import Match, Report, Transcript, events, fair, verify
from tablee.table.apply import HANDLERS

from .campaign import changed, random_match
from .tables import SECRET, begun, first_moves


def finished() -> Match:
    """Return an unfinished match that was ended early."""
    return first_moves(begun(), 8).break_off()


def forged(match: Match, place: int, event: events.Event) -> Report:
    """Report on a file in which one event was replaced, and the chain recomputed."""
    changed_events = (*match.events[:place], event, *match.events[place + 1 :])
    return verify(Transcript(match.header, changed_events).text().encode())


def place_of(match: Match, kind: type[events.Event], nth: int = 0) -> int:
    return [i for i, event in enumerate(match.events) if isinstance(event, kind)][nth]


def text_of(report: Report) -> str:
    """Return the findings in both languages."""
    assert report.text("fr") != report.text("en")
    return "\n".join(finding.text() for finding in report.findings)


def test_a_finished_match_is_verified() -> None:
    match = finished()
    report = verify(match.transcript.text().encode())
    assert report.holds
    assert report.finished
    assert report.recomputed == report.outcomes == match.state.outcomes > 5
    assert report.moves == 8
    assert report.text().splitlines()[-1] == "This transcript holds."
    assert report.text("fr").splitlines()[-1] == "Cette transcription tient."


def test_an_unfinished_match_is_verified_so_far() -> None:
    match = first_moves(begun(), 8)
    report = verify(match.transcript.text().encode())
    assert report.holds
    assert not report.finished
    assert not report.chance_checked
    assert "not over" in report.text()
    assert "cannot be recomputed yet" in report.text()


def test_a_forged_die_is_found() -> None:
    match = finished()
    place = place_of(match, events.ChanceCame, 3)
    event = match.events[place]
    assert isinstance(event, events.ChanceCame)
    other = "die 1" if event.outcome != "die 1" else "die 2"
    report = forged(match, place, events.ChanceCame(other))
    assert f"Event {place + 1}: the secret gives {event.outcome}, but the file says {other}." in (
        text_of(report)
    )


def test_an_illegal_move_is_found() -> None:
    match = finished()
    place = place_of(match, events.Moved)
    report = forged(match, place, events.Moved(1, "stop"))
    assert re.search(
        rf"Event {place + 1} cannot have happened \(seat 1: stop\): M40", str(text_of(report))
    )
    assert report.moves == 0


def test_a_move_by_the_wrong_seat_is_found() -> None:
    match = finished()
    place = place_of(match, events.Moved)
    report = forged(match, place, events.Moved(2, "turtle 1"))
    assert "not the turn of seat 2" in text_of(report)


def test_an_undo_that_was_not_free_is_found() -> None:
    match = first_moves(begun(HANDS, options={}), 3)
    seat, text = match.to_act, match.position.moves()[0]
    played = match.play(seat, text).apply
    with pytest.raises(tablee.Refusal):
        played(events.TakenBack(seat, len(match.events) + 1))
    raw = (*match.events, events.Moved(seat, text), events.TakenBack(seat, len(match.events) + 1))
    assert "Something new was revealed" in text_of(
        verify(Transcript(match.header, raw).text().encode())
    )


def test_a_wrong_secret_is_found() -> None:
    match = finished()
    report = forged(match, len(match.events) - 1, events.SecretShown("00" * 32))
    assert "The secret does not fit the commitment" in text_of(report)
    assert not report.chance_checked
    assert len(report.findings) == 1, "not one finding for each die"


def test_a_wrong_result_is_found() -> None:
    match = begun().resign(1)
    place = place_of(match, events.Ended)
    report = forged(match, place, events.Ended((1,), (), (1, 2)))
    assert re.search(r"field winners .* expected \(2,\), found \(1,\)", text_of(report))


def test_an_outcome_that_was_not_due_is_found() -> None:
    match = finished()
    place = place_of(match, events.Moved)
    report = forged(match, place, events.ChanceCame("die 3"))
    assert f"Event {place + 1} cannot have happened" in text_of(report)


def test_a_changed_line_is_named_and_the_rest_still_checked() -> None:
    match = finished()
    data = match.transcript.text()
    place = place_of(match, events.ChanceCame, 2)
    event = match.events[place]
    assert isinstance(event, events.ChanceCame)
    line = data.splitlines().index("") + place + 2
    report = verify(data.replace(event.sentence(), "chance: die 9", 1).encode())
    assert f"Line {line} (event {place + 1}) was changed" in text_of(report)
    assert len(report.findings) >= 2
    digits = data.replace(data.splitlines()[line - 1][-16:], "0" * 16)
    (finding,) = verify(digits.encode()).findings
    assert (finding.line, finding.event) == (line, place + 1)
    head = verify(data.replace("hints yes", "hints no").encode()).findings[0]
    assert head.event == 1, "the first digits that the header enters"
    last = verify(re.sub("end .", lambda m: "end 0" if m[0] != "end 0" else "end 1", data).encode())
    assert last.findings[0].event is None


def test_an_unreadable_file_is_no_transcript() -> None:
    for data in (b"", b"hello", b"\xff", finished().transcript.text().encode()[:-1]):
        report = verify(data)
        assert not report.holds
        assert not report.finished
        assert "no transcript" in text_of(report)
        assert report.to_json()["hash"] is None


def test_any_single_changed_byte_is_found() -> None:
    random = Random(3)
    for seed in range(10):
        data = random_match(seed, limit=60).transcript.text().encode()
        for _ in range(4):
            assert not verify(changed(random, data)).holds


def test_branches_can_be_compared_with_their_origin() -> None:
    over = finished()
    origin = over.transcript.text().encode()
    branch = over.branch(9, table="00" * 16, secret=bytes(32)).begin().break_off()
    data = branch.transcript.text().encode()
    assert verify(data, origin).holds
    assert "branched off" in verify(data).text()
    assert "is not the match" in text_of(
        verify(data, first_moves(begun(), 2).transcript.text().encode())
    )
    assert "origin does not hold" in text_of(verify(data, b"x"))
    assert "did not branch off" in text_of(verify(origin, origin))
    assert branch.header.origin is not None
    elsewhere = replace(branch.header, origin=replace(branch.header.origin, event=8))
    report = verify(Transcript(elsewhere, tuple(branch.events)).text().encode(), origin)
    assert "are not those given" in text_of(report)


def test_every_event_has_a_handler() -> None:
    assert {*HANDLERS, events.Moved, events.ChanceCame} == set(events.EVENTS)


def test_the_example_of_the_page_is_verified() -> None:
    page = (Path(__file__).parents[2] / "docs" / "reference" / "transcript.md").read_text("utf-8")
    found = re.search(r"(?:^    tablee 1\n)(?:^    .*\n|^\n)*?^    end .*\n", page, re.M)
    assert found is not None
    data = re.sub("^    ", "", found[0], flags=re.M).encode()
    report = verify(data)
    assert report.holds, report.text()
    assert report.chance_checked
    *_, before, _ = Transcript(
        *(Transcript.read(data).header, Transcript.read(data).events[:6])
    ).chain()
    assert f"    {before[:16]}…⏎\n    {Transcript.read(data).events[5].body(6)}⏎\n" in page
    sentences = [kind.FORM.split("{")[0].strip() for kind in events.EVENTS]
    assert [words for words in sentences if words not in page] == []


# --- what a player was shown before the game -----------------------------------------------------

SHOWN = fair.commitment(SECRET)


def played(secret: bytes, entropy: dict[int, bytes]) -> bytes:
    """Return the file of a match played with this secret."""
    header = replace(begun().header, commitment=fair.commitment(secret))
    match = first_moves(Match.start(header, secret, entropy), 8).break_off()
    return match.transcript.text().encode()


def kept(commitment: str = SHOWN, table: str = begun().header.table, **entropy: str) -> bytes:
    """Return what a player's browser kept."""
    added = {seat.removeprefix("seat"): given for seat, given in entropy.items()}
    return json.dumps(
        {"table": table, "commitment": commitment, "event": 0, "entropy": added}
    ).encode()


def test_a_true_file_agrees_with_what_was_shown() -> None:
    data = played(SECRET, {1: b"\xc0\xff\xee"})
    assert verify(data, seen=kept()).holds
    assert verify(data, seen=kept(seat1="c0ffee")).holds


def test_a_server_that_replaces_the_secret_is_found() -> None:
    """The file is consistent in itself; only the commitment shown before the game reveals it."""
    data = played(bytes(32), {1: b"\xc0\xff\xee"})
    assert verify(data).holds
    report = verify(data, seen=kept(seat1="c0ffee"))
    assert "secret was swapped" in text_of(report)
    assert not report.holds


@pytest.mark.parametrize("entropy", [{}, {1: b"\xbe\xef"}, {2: b"\xc0\xff\xee"}])
def test_a_server_that_changes_a_players_entropy_is_found(entropy: dict[int, bytes]) -> None:
    data = played(SECRET, entropy)
    assert verify(data).holds
    assert "Seat 1 added other entropy" in text_of(verify(data, seen=kept(seat1="c0ffee")))


def test_what_was_shown_at_another_table_is_refused() -> None:
    data = played(SECRET, {})
    assert "another table" in text_of(verify(data, seen=kept(table="00" * 16)))
    for broken in (b"", b"{}", b"\xff", b'{"table": 1}'):
        assert "can’t be read" in text_of(verify(data, seen=broken))


# --- the command ---------------------------------------------------------------------------------


def run(*arguments: str, language: str = "en") -> int:
    parser = argparse.ArgumentParser()
    command.add_to(parser.add_subparsers())
    given = parser.parse_args(["verify", *arguments])
    given.language = language
    return int(given.run(given))


def test_the_verify_command(tmp_path: Path, capsys: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    good, bad = tmp_path / "good.tablee", tmp_path / "bad.tablee"
    text = finished().transcript.text()
    good.write_text(text, "utf-8", newline="\n")
    bad.write_text(text.replace(f"game {OPEN}", f"game {OPEN}é"), "utf-8")
    assert run(str(good)) == 0
    assert "This transcript holds." in capsys.readouterr().out
    assert run(str(bad), language="fr") == 1
    assert "Cette transcription ne tient pas." in capsys.readouterr().out
    assert run(str(good), "--json") == 0
    report = json.loads(capsys.readouterr().out)
    assert report["holds"]
    assert report["findings"] == []
    assert run(str(bad), "--json") == 1
    assert json.loads(capsys.readouterr().out)["findings"][0]["text"]
    assert run(str(good), "--origin", str(good)) == 1
    seen = tmp_path / "seen.json"
    for commitment, status in ((SHOWN, 0), ("00" * 32, 1)):
        seen.write_bytes(kept(commitment))
        assert run(str(good), "--seen", str(seen)) == status
    assert "secret was swapped" in capsys.readouterr().out
    monkeypatch.setattr("sys.stdin", SimpleNamespace(buffer=io.BytesIO(text.encode())))
    assert run("-") == 0
    with pytest.raises(tablee.Refusal, match="cannot be read"):
        run(str(tmp_path / "nothing.tablee"))
    assert SECRET.hex() in text
