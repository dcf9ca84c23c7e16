// Reads the server's updates of a table: the record and the events. Scenes, sentences, legal moves and
// what they would do follow from them by the rules, here in the page. Where the server has sent scenes,
// as for a game without rules in the page, they are taken as they come.
import { hasRules, playing, type Playing } from "../engine/playing";
import { Layout } from "../engine/layout";
import { Refused } from "../engine/refused";
import { saying, type Frame, type ShownStep } from "../engine/telling";
import type { Happened, MoveSeen, News, MessageErased, Noted, RecordSeen, RoomSeen, Spoken, Told, Watch } from "../wire";

/** An event with all there is to see of it. */
export interface Shown extends Omit<Happened, "record" | "reports"> {
  told: Told[];
  frames: readonly Frame<any>[]; // on the way
  scene: any; // after it; null if nothing on the board has changed
  drawn: boolean; // it has a scene
}

export type ShownNews = Shown | Spoken | Noted | MessageErased;
type Ahead = [code: number, step: ShownStep<any>];

const PLAYED = ["move", "chance"];

/** The form in which the page asks for a table of a game. */
export function formFor(game: string): "record" | "scene" {
  return hasRules(game) ? "record" : "scene";
}

/** The reader for a game in that form. */
export async function readerOf(game: string, form: Watch["form"]): Promise<Reader> {
  return new Reader(form === "record" ? await playing(game) : null);
}

export class Reader {
  private state: any = null; // what the viewer may know by now
  private ahead: Ahead[] = []; // the legal moves with what each would do

  constructor(private readonly by: Playing | null) {}

  /** The table with its scene, and with the legal moves of its viewer. */
  room(room: RoomSeen): RoomSeen {
    if (!room.record || !this.by) return room;
    const { rules, game } = this.by;
    const scene = this.start(room.record);
    const [paragraph, key] = game.awaited(rules, this.state);
    const mine = room.seat === room.to_act && room.seats[room.seat - 1]!.kind === "person";
    this.ahead = mine ? rules.legal(this.state).map((code) => [code, this.step(code)]) : [];
    const moves = this.ahead.map((one) => this.moveSeen(...one));
    return { ...room, scene, moves, awaited: saying(key), awaited_paragraph: paragraph };
  }

  /** Start from a record; later events continue from it. */
  start({ data, rules }: RecordSeen): any {
    const { manifest } = this.by!.game;
    if (rules !== manifest.rules) throw new Refused("offline.module_other", { title: { key: `web.title_${manifest.name}` } });
    this.state = this.unpacked(data);
    return this.by!.game.scene(this.by!.rules, this.state);
  }

  /** The events since, in order. */
  news(news: readonly News[]): ShownNews[] {
    return news.map((one) => (one.is === "event" ? this.event(one) : one));
  }

  /** The previews of the legal moves. */
  previews(): Record<string, unknown> {
    const { rules, game } = this.by ?? {};
    return Object.fromEntries(this.ahead.map(([code, step]) => [rules!.notation.text(code), game!.preview(rules!, step)]));
  }

  /** The frames of a legal move, before the server has answered. */
  foreseen(move: string, seat: number): Shown | null {
    const [, step] = this.ahead.find(([code]) => this.by!.rules.notation.text(code) === move) ?? [];
    const event = { is: "event", seq: 0, at: 0, number: 0, what: "move", seat, text: move } as const;
    return step ? this.drawn(event, step) : null;
  }

  /** Why a move can't be played now, according to the rules; null if they don't know it. */
  whyNot(move: string): { why: ReturnType<typeof saying>; paragraph: string } | null {
    if (!this.by) return null;
    const { rules, game } = this.by;
    const code = rules.notation.code(move);
    const reason = code === undefined ? 0 : rules.whyNot(this.state, code);
    if (!reason) return null;
    const { paragraph, key, values } = game.refusal(rules, this.state, code!, reason);
    return { why: saying(key, values), paragraph };
  }

  private event({ record, reports, ...event }: Happened): Shown {
    const before = this.state;
    const played = PLAYED.includes(event.what);
    if (!this.by || (!record && !(played && before))) return plain(event);
    const { rules } = this.by;
    const words = event.text.split(" ");
    if (!played) {
      this.state = this.unpacked(record!);
      return plain(event.what === "take_back" ? { ...event, scene: this.by.game.scene(rules, this.state) } : event);
    }
    const step = record
      ? { words, before, after: this.unpacked(record), reports: (reports ?? []).map(([what, a, b, to]) => ({ what, a, b, to })) }
      : { words, before, ...rules.play(before, rules.notation.code(event.text)!) };
    this.state = step.after;
    return this.drawn(event, step);
  }

  /** A step in sentences; scenes are made when they are looked at. */
  private drawn(event: Happened, step: ShownStep<any>): Shown {
    const { rules, game } = this.by!;
    const frames = once(() => game.frames(rules, step));
    const scene = once(() => game.scene(rules, step.after));
    return {
      ...event,
      told: game.tell(rules, step),
      drawn: true,
      get frames() {
        return frames();
      },
      get scene() {
        return scene();
      },
    };
  }

  private step(code: number): ShownStep<any> {
    const { rules } = this.by!;
    return { words: rules.notation.of(code).words, before: this.state, ...rules.play(this.state, code) };
  }

  private moveSeen(code: number, step: ShownStep<any>): MoveSeen {
    const { rules, game } = this.by!;
    const { text, json } = rules.notation.of(code);
    return { text, json, says: game.says(rules, step) };
  }

  private unpacked(data: string): any {
    return new Layout(this.by!.game.manifest.fields).fromText(data);
  }
}

/** An event that the server has told as far as it is shown. */
function plain(event: Happened): Shown {
  return { told: [], frames: [], scene: null, ...event, drawn: (event.scene ?? null) !== null };
}

function once<Made>(make: () => Made): () => Made {
  let made: { it: Made } | null = null;
  return () => (made ??= { it: make() }).it;
}
