r"""Studies: a file says what is played, and a report what came of it.

The same file gives the same report, to the byte, on each machine and engine.

>>> from pathlib import Path
>>> from tempfile import TemporaryDirectory
>>> from tablee.discovery import names
>>> with TemporaryDirectory() as folder:
...     file = Path(folder, "study.toml")
...     _ = file.write_text(f'[[game]]\nname = "{names()[0]}"\ngames = 20\n')
...     study = read_study(file)
>>> found = run_study(study, engine="python", workers=1)
>>> found.games[0].setups[0].games
20
"""

from __future__ import annotations

import os
from collections.abc import Callable

from tablee.lab.arena import runner_for
from tablee.lab.ranges import in_order, play_ranges
from tablee.lab.simulate import check_number
from tablee.lab.study.findings import Findings, findings_of
from tablee.lab.study.spec import Study, WrongStudy, read_study, shipped
from tablee.lab.study.tasks import StudyTask, task_of
from tablee.refusals import Refusal

ENGINES = ("auto", "cpu", "python")

__all__ = [
    "Findings",
    "Study",
    "StudyTask",
    "WrongStudy",
    "read_study",
    "run_study",
    "shipped",
    "task_of",
]


def run_study(
    study: Study,
    *,
    engine: str = "auto",
    workers: int | None = None,
    cluster: str | None = None,
    checkpoint: str | os.PathLike[str] | None = None,
    progress: Callable[[int], None] | None = None,
) -> Findings:
    """Play a study; workers, cluster and checkpoint are those of `arena`.

    The games of policies are played on an engine of `simulate`. `progress` is called with the
    number of units just played, of `task_of(study).units`.
    """
    if engine not in ENGINES:
        raise Refusal("common.unknown_engine", instead=ENGINES, engine=repr(engine))
    if workers is not None:
        check_number("workers", workers, 1, 1024)
    task = task_of(study, engine)
    runner = runner_for("processes", cluster, workers)
    run = play_ranges(
        task, task.units, runner, run=task.run(), checkpoint=checkpoint, progress=progress
    )
    rows = (unit for _, units in in_order(run) for unit in units)
    return findings_of(study, task.parts, rows)
