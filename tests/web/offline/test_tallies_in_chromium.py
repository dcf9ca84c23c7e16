"""Random games in a real Chromium give the counts of plain Python, for all seats and options."""

from __future__ import annotations

from array import array
from collections.abc import Callable, Iterable
from typing import Any

import pytest
from playwright.sync_api import Browser, Page

from tablee import discovery
from tablee.gamebox import Game
from tablee.kernel.compile.layout import LETTERS, Layout, layout
from tablee.kernel.engines.engine import tally_matches
from tablee.kernel.record import Record
from tablee.kernel.wasm.playout import tally_in_wasm
from tablee.kernel.wasm.stamp import FILE
from tables import OPTIONS

pytestmark = pytest.mark.slow

CALL = """([name, given]) => {
    const { exports } = new WebAssembly.Instance(window.module);
    let end = exports.__heap_base.value;
    const rows = [];
    const flat = given.flatMap((one) => {
        if (typeof one === "string") return [BigInt(one)];
        const at = Math.ceil(end / 16) * 16;
        end = at + one.bytes.length;
        const lacking = end - exports.memory.buffer.byteLength;
        if (lacking > 0) exports.memory.grow(Math.ceil(lacking / 65536));
        new Uint8Array(exports.memory.buffer, at).set(one.bytes);
        rows.push([at, one.bytes.length]);
        return [at, one.count];
    });
    exports[name](...flat);
    return rows.map(([at, size]) => [...new Uint8Array(exports.memory.buffer, at, size)]);
}"""


class Rows:
    """A row of records or integers, which is sent to the browser and comes back."""

    def __init__(self, width: int, count: int, data: bytes = b"") -> None:
        self.count, self.bytes = count, bytearray(data.ljust(width * count, b"\0"))


class RecordRows(Rows):
    def __init__(self, kind: type[Record], count: int) -> None:
        self.layout: Layout[Any] = layout(kind)
        super().__init__(self.layout.size, count)

    def __getitem__(self, index: int) -> Record:
        size = self.layout.size
        record: Record = self.layout.unpack(self.bytes[index * size :][:size])
        return record

    def __setitem__(self, index: int, record: Record) -> None:
        size = self.layout.size
        self.bytes[index * size : (index + 1) * size] = self.layout.pack(record)


class InChromium:
    """Stands in for an instance in wasmtime: the module runs in the page."""

    page: Page

    def __init__(self, game: Game) -> None:
        self.page.evaluate(
            "async (all) => { window.module = await WebAssembly.compile(new Uint8Array(all)); }",
            [*(game.folder / FILE).read_bytes()],
        )

    def rows(self, kind: type[Record], count: int) -> RecordRows:
        return RecordRows(kind, count)

    def integers(self, bits: int, count: int, numbers: Iterable[int] = ()) -> Rows:
        return Rows(bits // 8, count, array(LETTERS[bits], numbers).tobytes())

    def run(self, function: Callable[..., None], *arguments: Any) -> None:
        given = [
            str(one) if isinstance(one, int) else {"bytes": [*one.bytes], "count": one.count}
            for one in arguments
        ]
        after = self.page.evaluate(CALL, [function.__name__, given])
        for row, data in zip(
            (one for one in arguments if isinstance(one, Rows)), after, strict=True
        ):
            row.bytes[:] = bytes(data)


@pytest.mark.parametrize("name", [game.name for game in discovery.own_games()])
def test_chromium_plays_the_same_games(
    name: str, browser: Browser, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = discovery.game(name)
    InChromium.page = browser.new_page()
    monkeypatch.setattr("tablee.kernel.wasm.playout.WasmInstance", InChromium)
    for options in OPTIONS[name]:
        chosen = game.integers(game.read_options(options))
        for seats in game.seats:
            here = tally_in_wasm(game, seats, chosen, seed=11, first=7, count=1, audit=False)
            there = tally_matches(game, seats, chosen, 1, seed=11, first=7, engine="python")
            assert here == there, (seats, options)
            assert here.games == 1
    InChromium.page.close()
