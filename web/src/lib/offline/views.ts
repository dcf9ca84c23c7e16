// What a viewer of a match without a server is shown, in the words of the protocol.
import { Layout } from "../engine/layout";
import type { Happened, Outcome, RecordSeen, Replay, RoomSeen, SeatSeen, TableInfo, Told, VerifyData } from "../wire";
import type { Event, Match, Step } from "./match/match";

/** A match with its place on this device. */
export interface Kept {
  match: Match;
  host: Host;
  created: number;
  at: number;
  rematch: string | null;
}

/** Who sits at this device. */
export interface Host {
  id: string;
  name: string;
  avatar: string;
}

function seatsSeen({ match, host }: Kept): SeatSeen[] {
  const { settings, names } = match.opening;
  return settings.seats.map((holder, place) => {
    const common = { seat: place + 1, name: names[place]! };
    if (holder !== "me") return { ...common, kind: "bot", mine: false, level: holder };
    const entropy = `${place + 1}` in match.entropy;
    return { ...common, kind: "person", person: host.id, avatar: host.avatar, mine: true, entropy };
  });
}

/** What a seat may know, or a spectator; seats from 1. */
function observed({ kit: { rules } }: Match, s: any, seat: number | null): any {
  return rules.observe(s, (seat ?? 0) - 1);
}

function packed({ kit: { rules } }: Match, seen: any): string {
  return new Layout<any>(rules.manifest.fields).toText(seen);
}

function recordSeen(match: Match, seen: any): RecordSeen {
  return { rules: match.kit.rules.manifest.rules, data: packed(match, seen) };
}

/** The table as it is now. */
export function roomSeen(kept: Kept, seat: number | null): RoomSeen {
  const { match, host } = kept;
  const { table, settings } = match.opening;
  const room: RoomSeen = {
    table, settings, host: host.id, stage: "lobby", seats: seatsSeen(kept), seat, event: match.number,
    commitment: match.commitment, starting: match.stage === "open", to_act: match.toAct, awaited: null,
    awaited_paragraph: null, scene: null, moves: [], running: 0, paused: false, asked: null, may_undo: false,
    may_ask_undo: false, result: null, rematch: null, record: null, view: null,
  };
  if (match.stage === "open") return room;
  return {
    ...room,
    stage: match.stage,
    record: recordSeen(match, observed(match, match.state, seat)),
    asked: match.ask && { ...match.ask, move: moveOf(match, match.ask.event) },
    may_undo: seat !== null && match.mayUndo(seat),
    may_ask_undo: seat !== null && match.mayAskUndo(seat),
    result: match.result && { ...match.result, broken: false },
    rematch: match.stage === "over" ? { wanted: kept.rematch ? [host.id] : [], table: kept.rematch } : null,
  };
}

// --- what has happened ---------------------------------------------------------------------------

const UNTOLD: ReadonlySet<string> = new Set(["begin", "entropy", "end", "secret"]);

/** An event as a viewer is told it. */
export function happened({ match, at }: Kept, step: Step, seat: number | null): Happened {
  const { event, number } = step;
  const told: Happened = {
    is: "event", seq: number + 1, at, number, what: event.do, seat: "seat" in event ? event.seat : 0, text: textOf(match, step, seat),
  };
  const record = () => packed(match, observed(match, step.after, seat));
  if (event.do === "move" || event.do === "chance") {
    if (!match.kit.rules.manifest.hides) return told;
    const seen = match.stage === "over" ? step.reports : step.reports.filter(({ to }) => to === 0 || to === seat);
    return { ...told, record: record(), reports: seen.map(({ what, a, b, to }) => [what, a, b, to]) };
  }
  if (event.do === "begin") return { ...told, record: record() };
  const says = { ...told, told: tableTold(match, event) };
  return event.do === "take_back" ? { ...says, record: record() } : says;
}

/** A move or an outcome as far as a viewer may see it; other events have no text. */
function textOf(match: Match, { event, number }: Step, seat: number | null): string {
  if (event.do === "move") return event.move;
  if (event.do !== "chance") return "";
  const veil = match.stage === "over" ? undefined : match.veils.get(number);
  return veil?.viewers.includes((seat ?? 0) - 1) ? veil.words : event.outcome;
}

function tableTold(match: Match, event: Event): Told[] {
  if (UNTOLD.has(event.do)) return [];
  const values = "event" in event ? { move: moveOf(match, event.event) } : {};
  return [{ seat: "seat" in event ? event.seat : 0, says: [{ key: `tell.event_${event.do}`, values }], goes_on: false }];
}

function moveOf(match: Match, number: number): string {
  const { event } = match.steps[number - 1]!;
  return event.do === "move" ? event.move : "";
}

// --- the whole match -----------------------------------------------------------------------------

/** A line of a list of tables. */
export function tableInfo({ match, host, created, at }: Kept): TableInfo {
  const { table, settings, names } = match.opening;
  const mine = match.people;
  return {
    table, settings, names, host: host.id, created, changed: at, to_act: match.toAct, open_seats: 0, my_seats: mine,
    stage: match.stage === "open" ? "lobby" : match.stage,
    persons: settings.seats.map((holder) => (holder === "me" ? host.id : null)),
    my_turn: mine.includes(match.toAct),
    result: match.result && { ...match.result, broken: false },
    offline: false, // it is here, and was not handed over
  };
}

export function replayOf(kept: Kept, seat: number | null): Replay {
  const { match } = kept;
  const { table, settings, names } = match.opening;
  const { rules } = match.kit;
  const own = match.people.length === 1 ? match.people[0]! : null;
  const viewer = match.stage === "over" ? (seat ?? own) : own;
  const start = rules.start(settings.seats.length, settings.options ?? {});
  return {
    table, settings, names,
    start: null,
    events: match.steps.map((step) => happened(kept, step, viewer)),
    result: match.result && { ...match.result, broken: false },
    record: recordSeen(match, observed(match, start, viewer)),
    offline: false,
  };
}

/** All it takes to throw the dice of a match again. */
export function verifyData({ match }: Kept): VerifyData {
  const { rules } = match.kit;
  const { table, secret } = match.opening;
  const outcomes: Outcome[] = match.steps
    .filter(({ event }) => event.do === "chance")
    .map(({ event, number, before }, place) => ({
      event: number,
      number: place + 1,
      text: (event as Extract<Event, { do: "chance" }>).outcome,
      chances: rules.chances(before).map(([code, weight]) => [rules.notation.text(code), weight]),
    }));
  return { table, commitment: match.commitment, secret, entropy: { ...match.entropy }, outcomes };
}
