// The chat of a table, without the channels its reader has muted.
import { keepMuted, mutedAt } from "./mutedChannels";
import { announce } from "../toasts.svelte";
import { say } from "../words.svelte";
import type { News, Spoken } from "../wire";

export const ERASED = "…"; // what the server puts in place of an erased message

export class ChatLines {
  /** All messages. */
  all = $state.raw<Spoken[]>([]);
  muted = $state.raw<ReadonlySet<Spoken["channel"]>>(new Set());

  constructor(private table: string) {
    this.muted = mutedAt(table);
  }

  /** The messages of channels that are not muted. */
  get heard(): Spoken[] {
    return this.all.filter((line) => !this.muted.has(line.channel));
  }

  /** Add new messages, or reload all, and remove erased ones. */
  hear(news: readonly News[], afresh = false): void {
    const said = [...(afresh ? [] : this.all), ...news.filter((one) => one.is === "chat")];
    const erased = new Set(news.flatMap((one) => (one.is === "erased" ? [one.message] : [])));
    this.all = said.map((line) => (erased.has(line.seq) ? { ...line, name: ERASED, phrase: null, text: ERASED } : line));
  }

  /** Mute or unmute a channel at this table; the setting is stored. */
  toggle(channel: Spoken["channel"]): void {
    const muted = new Set(this.muted);
    if (!muted.delete(channel)) muted.add(channel);
    this.muted = muted;
    keepMuted(this.table, muted);
  }

  /** Read a line aloud, unless its channel is muted. */
  announce({ channel, name, phrase, text }: Spoken): void {
    if (this.muted.has(channel)) return;
    announce(say("web.says", { name, text: phrase ? say(`phrase.${phrase}`) : text }));
  }
}
