"""The plot of a review: SVG, and a sparkline for the terminal."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape

from tablee.coach.review import Review, Verdict
from tablee.show.saying import percent
from tablee.words import say

# Colours safe for colour-blind eyes (Okabe and Ito), each with a dash pattern of its own.
COLOURS = ("#0072b2", "#d55e00", "#009e73", "#cc79a7", "#b58900", "#56b4e9", "#7f3f98", "#777777")
DASHES = ("", "7 3", "2 3", "10 3 2 3", "", "7 3", "2 3", "10 3 2 3")
BLOCKS = "▁▂▃▄▅▆▇█"

WIDTH, HEIGHT = 980, 432
LEFT, RIGHT, TOP, BOTTOM = 60, 192, 52, 44
LABEL_GAP = 17  # between the names at the right
MARKED = (Verdict.MISTAKE, Verdict.BLUNDER)
STYLE = """
  .paper{fill:#ffffff}.grid{stroke:#d9dde2}.text{fill:#333a42}.mark{fill:#ffffff;stroke:#333a42}
  text{font:14px 'Tablee Sans',system-ui,sans-serif}
  @media (prefers-color-scheme:dark){.paper{fill:#16191d}.grid{stroke:#343a41}
  .text{fill:#d5dae0}.mark{fill:#16191d;stroke:#d5dae0}}
"""


def spark(values: Sequence[float], width: int) -> str:
    """Return chances as a line of block characters."""
    if len(values) > width:
        values = [values[i * (len(values) - 1) // (width - 1)] for i in range(width)]
    top = len(BLOCKS) - 1
    return "".join(BLOCKS[min(top, max(0, round(value * top)))] for value in values)


def name_of(review: Review, seat: int, language: str) -> str:
    """Return the name of the player in a seat, numbered from 1, or of the seat itself."""
    if review.names:
        return review.names[seat - 1]
    return say("coach.seat", language, seat=seat)


def shown_rows(review: Review) -> list[int]:
    """Return the rows of values to draw; the deal is one step."""
    return [0, *range(max(1, review.deal), len(review.values))]


class Frame:
    """The coordinates of the plot."""

    def __init__(self, review: Review) -> None:
        self.rows = shown_rows(review)
        self.place = {row: place for place, row in enumerate(self.rows)}
        self.wide = WIDTH - LEFT - RIGHT
        self.high = HEIGHT - TOP - BOTTOM

    def x(self, row: int) -> float:
        """Return the x coordinate of a row of values."""
        return LEFT + self.wide * self.place[row] / max(1, len(self.rows) - 1)

    def y(self, value: float) -> float:
        """Return the y coordinate of a chance."""
        return TOP + self.high * (1 - min(1.0, max(0.0, value)))


def svg(review: Review, language: str = "en") -> str:
    """Return the plot as an SVG image."""
    frame = Frame(review)
    label = escape(say("coach.review_plot", language))
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" role="img" '
        f'aria-label="{label}"><title>{label}</title><style>{STYLE}</style>',
        f'<rect class="paper" width="{WIDTH}" height="{HEIGHT}"/>',
        *axes(review, frame, language),
        *turning_lines(review, frame),
    ]
    for seat in range(review.seats):
        parts += seat_lines(review, frame, seat)
    parts += names(review, frame, language)
    for seat in range(review.seats):
        parts += mistakes(review, frame, seat, language)
    return "\n".join([*parts, "</svg>\n"])


def axes(review: Review, frame: Frame, language: str) -> list[str]:
    """Return grid lines at every quarter, and the numbers of events along the x axis."""
    parts = []
    for quarter in range(5):
        y = frame.y(quarter / 4)
        parts.append(f'<line class="grid" x1="{LEFT}" x2="{WIDTH - RIGHT}" y1="{y}" y2="{y}"/>')
        parts.append(
            f'<text class="text" x="{LEFT - 8}" y="{y + 4}" text-anchor="end">'
            f"{percent(quarter / 4, language)}</text>"
        )
    foot = HEIGHT - BOTTOM + 18
    for row in ticks(review):
        x, number = frame.x(row), review.plies[row].number
        parts.append(
            f'<line class="grid" x1="{x:.1f}" x2="{x:.1f}" y1="{HEIGHT - BOTTOM}" '
            f'y2="{HEIGHT - BOTTOM + 4}"/><text class="text" x="{x:.1f}" y="{foot}" '
            f'text-anchor="middle">{number}</text>'
        )
    title = escape(say("coach.review_axis", language))
    parts.append(
        f'<text class="text" x="{(LEFT + WIDTH - RIGHT) / 2}" y="{foot + 17}" '
        f'text-anchor="middle">{title}</text>'
    )
    return parts


def ticks(review: Review) -> list[int]:
    """Return the rows of about ten ticks, evenly spaced."""
    rows = [row for row in shown_rows(review) if row < len(review.plies)]
    step = next(s for s in (1, 2, 5, 10, 20, 25, 50, 100, 200, 500, 10**9) if len(rows) <= 11 * s)
    return rows[::step]


def turning_lines(review: Review, frame: Frame) -> list[str]:
    """Return a numbered vertical line at each turning point."""
    parts = []
    before, y = -100.0, TOP - 14
    for number, index in enumerate(review.turning_points(), 1):
        x = frame.x(max(index + 1, review.deal))
        y = TOP - 14 if x - before > 20 or y < TOP - 14 else TOP - 34  # side by side or stacked
        before = x
        parts.append(
            f'<line class="grid" stroke-dasharray="2 3" x1="{x:.1f}" x2="{x:.1f}" y1="{y}" '
            f'y2="{HEIGHT - BOTTOM}"/><circle class="mark" cx="{x:.1f}" cy="{y}" r="9"/>'
            f'<text class="text" x="{x:.1f}" y="{y + 4}" text-anchor="middle">{number}'
            "</text>"
        )
    return parts


def seat_lines(review: Review, frame: Frame, seat: int) -> list[str]:
    """Return the line of a seat, numbered from 0, with a band of one standard error."""
    band = [(row, review.values[row][seat], review.errors[row][seat]) for row in frame.rows]
    upper = [(frame.x(row), frame.y(value + error)) for row, value, error in band]
    lower = [(frame.x(row), frame.y(value - error)) for row, value, error in band]
    line = [(frame.x(row), frame.y(value)) for row, value, _ in band]
    colour, dash = COLOURS[seat], DASHES[seat]
    dashed = f' stroke-dasharray="{dash}"' if dash else ""
    return [
        f'<polygon fill="{colour}" opacity="0.15" points="{points([*upper, *lower[::-1]])}"/>',
        f'<polyline fill="none" stroke="{colour}" stroke-width="2"{dashed} '
        f'stroke-linejoin="round" points="{points(line)}"/>',
    ]


def points(places: Sequence[tuple[float, float]]) -> str:
    """Return coordinates as SVG writes them."""
    return " ".join(f"{x:.1f},{y:.1f}" for x, y in places)


def label_heights(review: Review, frame: Frame) -> dict[int, float]:
    """Return the height of each seat's name, at the end of its line, without overlaps."""
    last = review.values[-1]
    order = sorted(range(review.seats), key=lambda seat: (-last[seat], seat))
    heights = [frame.y(last[seat]) for seat in order]
    for i in range(1, len(heights)):
        heights[i] = max(heights[i], heights[i - 1] + LABEL_GAP)
    heights[-1] = min(heights[-1], HEIGHT - BOTTOM + 4.0)
    for i in range(len(heights) - 2, -1, -1):
        heights[i] = min(heights[i], heights[i + 1] - LABEL_GAP)
    return dict(zip(order, heights, strict=True))


def names(review: Review, frame: Frame, language: str) -> list[str]:
    """Return the names at the ends of the lines."""
    parts = []
    for seat, y in label_heights(review, frame).items():
        name = shortened(name_of(review, seat + 1, language), 12)
        text = f"{name} {percent(review.values[-1][seat], language)}"
        x, dash = WIDTH - RIGHT + 6, DASHES[seat]
        dashed = f' stroke-dasharray="{dash}"' if dash else ""
        parts.append(
            f'<line stroke="{COLOURS[seat]}" stroke-width="2"{dashed} x1="{x}" x2="{x + 20}" '
            f'y1="{y:.1f}" y2="{y:.1f}"/><text class="text" x="{x + 26}" y="{y + 4:.1f}">'
            f"{escape(text)}</text>"
        )
    return parts


def shortened(text: str, length: int) -> str:
    """Shorten a text to a number of characters."""
    return text if len(text) <= length else text[: length - 1] + "…"


def mistakes(review: Review, frame: Frame, seat: int, language: str) -> list[str]:
    """Return a triangle at every mistake and blunder of a seat, numbered from 0."""
    parts = []
    for index, ply in enumerate(review.plies):
        judged = ply.judgement
        if judged is None or ply.actor != seat + 1 or judged.verdict not in MARKED:
            continue
        x, y = frame.x(index), frame.y(review.values[index][seat]) - 4
        size = 6 if judged.verdict == Verdict.BLUNDER else 4
        verdict = say(f"coach.verdict_{judged.verdict}", language)
        text = f"{ply.number}. {say('coach.about', language, move=ply.move, fact=verdict)}"
        parts.append(
            f'<path fill="{COLOURS[seat]}" d="M{x - size:.1f},{y - 2 * size:.1f} '
            f'h{2 * size} L{x:.1f},{y:.1f} Z"><title>{escape(text)}</title></path>'
        )
    return parts
