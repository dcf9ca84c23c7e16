// The calls of `lib/server/api.ts` where there is no server: files of the site, and the tables of this
// device. What is not here can't be done without a server.
import { refusal } from "../server/api";
import { randomHex } from "../server/random";
import type { Me } from "../wire";
import { workerLine } from "./workerLine";
import type { Host } from "./views";
import { folder } from "./site";

const PERSON = "person";

type Call = (found: string[], body: any) => unknown;

const CALLS: [RegExp, Call][] = [
  [/^GET \/api\/(games|rules\/\w+\/\w+)$/, ([file]) => data(file!)],
  [/^GET \/api\/me$/, () => person()],
  [/^(?:POST \/api\/guest|PATCH \/api\/me)$/, (_, change) => keepPerson(change)],
  [/^GET \/api\/me\/tables$/, () => workerLine.ask("myTables")],
  [/^GET \/api\/tables$/, () => []],
  [/^POST \/api\/tables$/, async (_, settings) => ({ table: await workerLine.ask("newTable", settings, person()) })],
  [/^GET \/api\/tables\/(\w+)$/, ([table]) => workerLine.ask("info", table)],
  [/^GET \/api\/tables\/(\w+)\/replay\?form=record(?:&seat=(\d))?$/, ([table, seat]) => workerLine.ask("replay", table, seat ? Number(seat) : null)],
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
function person(): Host & Me {
  const found = kept();
  if (found) return found;
  throw refusal("offline.only_here", {}, 401);
}

function kept(): (Host & Me) | null {
  try {
    const { id, name, avatar } = JSON.parse(localStorage.getItem(PERSON)!) as Partial<Host>;
    if (typeof id !== "string" || typeof name !== "string" || typeof avatar !== "string") return null;
    return { id, name, avatar, guest: true, login: null, passkeys: 0 };
  } catch {
    return null;
  }
}

function keepPerson(change: Partial<Host>): Host & Me {
  const { id, name, avatar } = { id: randomHex(), name: "?", avatar: "", ...kept(), ...change };
  localStorage.setItem(PERSON, JSON.stringify({ id, name, avatar }));
  return person();
}
