// The calls of `lib/server/api.ts` that need no server: those about tables of this device, and on a
// static site all there are. What is not here can't be done without a server.
import { api, refusal } from "../server/api";
import { ensureMe, madeUpName } from "../server/me.svelte";
import { randomHex } from "../server/random";
import type { Created, Me, MyTables, Settings } from "../wire";
import { workerLine } from "./workerLine";
import { keepPerson, keptPerson } from "./person";
import { reviewState, startReview } from "./review/reviews";
import type { Host } from "./views";
import { folder, site } from "./site";

const PLAYED = "played here"; // whether there ever was a table on this device

type Call = (found: string[], body: any) => unknown;

const CALLS: [RegExp, Call][] = [
  [/^GET \/api\/(games|rules\/\w+\/\w+)$/, ([file]) => data(file!)],
  [/^GET \/api\/me$/, () => person()],
  [/^(?:POST \/api\/guest|PATCH \/api\/me)$/, (_, change) => changed(change)],
  [/^GET \/api\/me\/tables$/, () => tablesHere()],
  [/^GET \/api\/tables$/, () => []],
  [/^POST \/api\/tables$/, (_, settings) => newTable(settings)],
  [/^GET \/api\/tables\/(\w+)$/, ([table]) => workerLine.ask("info", table)],
  [/^GET \/api\/tables\/(\w+)\/replay\?form=record(?:&seat=(\d))?$/, ([table, seat]) => workerLine.ask("replay", table, seat ? Number(seat) : null)],
  [/^POST \/api\/tables\/(\w+)\/review$/, ([table]) => startReview(table!)],
  [/^GET \/api\/tables\/(\w+)\/review$/, ([table]) => reviewState(table!)],
  [/^GET \/api\/tables\/(\w+)\/verify$/, ([table]) => workerLine.ask("verify", table)],
];

/** What a server would answer. */
export async function callHere(method: string, path: string, body: unknown): Promise<unknown> {
  for (const [pattern, answer] of CALLS) {
    const found = pattern.exec(`${method} ${path}`);
    if (found) return answer(found.slice(1), body);
  }
  throw refusal("offline.only_here");
}

/** The tables of this device; no worker is started where there never was one. */
export async function tablesHere(): Promise<MyTables> {
  return localStorage.getItem(PLAYED) || site ? workerLine.ask("myTables") : { running: [], finished: [] };
}

async function newTable(settings: Settings): Promise<Created> {
  const host = keptPerson() ?? changed({ name: madeUpName() });
  localStorage.setItem(PLAYED, "yes");
  return { table: await workerLine.ask("newTable", settings, host) };
}

/** Hand a finished game over to the account, where it is from now on; return its new id. */
export async function handOver(table: string): Promise<string> {
  const text = await workerLine.ask<string>("transcript", table);
  await ensureMe();
  const added = await api.addOffline(text);
  await workerLine.ask("drop", table);
  return added.table;
}

/** Save the transcript of a match that is over. */
export async function saveTranscript(table: string): Promise<void> {
  const text = await workerLine.ask<string>("transcript", table);
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([text], { type: "text/plain" }));
  link.download = `${table.slice(0, 8)}.tablee`;
  link.click();
  URL.revokeObjectURL(link.href);
}

async function data(file: string): Promise<unknown> {
  let answer: Response;
  try {
    answer = await fetch(`${folder()}data/${file}.json`);
  } catch {
    throw refusal("web.no_server");
  }
  if (!answer.ok) throw refusal("web.server_trouble", { status: answer.status }, answer.status);
  return answer.json();
}

/** Who plays on this device. */
function person(): Me {
  const found = keptPerson();
  if (found) return { ...found, guest: true, login: null, passkeys: 0 };
  throw refusal("offline.only_here", {}, 401);
}

function changed(change: Partial<Host>): Me {
  const { id, name, avatar } = { id: randomHex(), name: "?", avatar: "", ...keptPerson(), ...change };
  keepPerson({ id, name, avatar });
  return person();
}
