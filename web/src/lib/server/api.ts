// The HTTP calls of the server, described in `src/tablee/server/bodies.py`.
import { callHere } from "../offline/calls";
import { isHere, site } from "../offline/site";
import { randomHex } from "./random";
import { catalogueToTell, speak } from "../words.svelte";
import type {
  Branch, ChangeMe, Created, Device, GameInfo, Login, Me, MyTables, NewGuest, NewPassword, NewReport, NewTable, OfflineGame, PasskeyKept,
  Problem, Profile, Ranked, Refused, Replay, ReviewState, RulesPage, Saying, Settings, TableInfo, VerifyData,
} from "../wire";

/** A refusal; `text()` says why, in the language of the page. */
export class Refusal extends Error {
  readonly why: Saying;
  readonly paragraph: string | null;
  readonly instead: string[];
  readonly status: number; // of HTTP; 0: the server could not be reached, or it spoke by socket
  readonly stale: boolean;

  constructor(problem: Problem | Refused, status = 0) {
    super(problem.why.key);
    this.why = problem.why;
    this.paragraph = problem.paragraph;
    this.instead = problem.instead;
    this.status = status;
    this.stale = "stale" in problem && problem.stale;
  }

  text(names: string[] = []): string {
    return speak(this.why, names);
  }
}

/** A refusal that the page itself makes; the key is one of the catalogue. */
export function refusal(key: string, values: Record<string, unknown> = {}, status = 0): Refusal {
  return new Refusal({ why: { key, values }, paragraph: null, instead: [] }, status);
}

async function call<T>(method: string, path: string, body?: unknown, more: HeadersInit = {}): Promise<T> {
  const table = /^\/api\/tables\/(\w+)/.exec(path)?.[1];
  if (site || (table && isHere(table))) return callHere(method, path, body) as Promise<T>;
  let answer: Response;
  try {
    answer = await fetch(path, {
      method,
      headers: body === undefined ? {} : { "Content-Type": "application/json", ...more },
      body: body === undefined ? null : JSON.stringify(body),
      credentials: "same-origin",
    });
  } catch {
    throw refusal("web.no_server");
  }
  if (answer.status === 204) return undefined as T;
  const json = (answer.headers.get("Content-Type") ?? "").includes("json");
  if (answer.ok && json) return (await answer.json()) as T;
  const problem = json ? ((await answer.json().catch(() => null)) as Problem | null) : null;
  if (problem && typeof problem.why?.key === "string") {
    await catalogueToTell(problem.why);
    throw new Refusal(problem, answer.status);
  }
  throw refusal("web.server_trouble", { status: answer.status }, answer.status);
}

const get = <T>(path: string) => call<T>("GET", path);
const post = <T>(path: string, body?: unknown) => call<T>("POST", path, body);
const unanswered = new Map<string, string>(); // requests for tables, with their idempotency keys

/** Open a table; a retry after a lost answer has the same idempotency key. */
async function make(path: string, wish: unknown): Promise<Created> {
  const asked = path + JSON.stringify(wish);
  const once = unanswered.get(asked) ?? randomHex();
  unanswered.set(asked, once);
  const made = await call<Created>("POST", path, wish, { "Idempotency-Key": once });
  unanswered.delete(asked);
  return made;
}

type PasskeyUse = "register" | "login" | "proof";

const of = (table: string, what: string) => `/api/tables/${table}/${what}`;

export const api = {
  games: () => get<GameInfo[]>("/api/games"),
  rules: (game: string, language: string) => get<RulesPage>(`/api/rules/${game}/${language}`),

  me: () => get<Me>("/api/me"),
  guest: (guest: NewGuest) => post<Me>("/api/guest", guest),
  changeMe: (change: ChangeMe) => call<Me>("PATCH", "/api/me", change),
  forgetMe: () => call<void>("DELETE", "/api/me"),
  exportAddress: "/api/me/export",
  setPassword: (password: NewPassword) => post<Me>("/api/me/password", password),
  prove: (password: string) => post<void>("/api/me/proof", { password }),
  login: (login: Login) => post<Me>("/api/login", login),
  logout: () => post<void>("/api/logout"),
  devices: () => get<Device[]>("/api/me/devices"),
  dropDevice: (device: string) => call<void>("DELETE", `/api/me/devices/${device}`),
  passkeys: () => get<PasskeyKept[]>("/api/me/passkeys"),
  dropPasskey: (passkey: string) => call<void>("DELETE", `/api/me/passkeys/${passkey}`),
  beginPasskey: (what: PasskeyUse) => post<any>(`/api/passkey/${what}/begin`, {}),
  finishPasskey: <T>(what: PasskeyUse, body: unknown) => post<T>(`/api/passkey/${what}/finish`, body),

  myTables: () => get<MyTables>("/api/me/tables"),
  addOffline: (transcript: string) => post<Created>("/api/me/offline", { transcript } satisfies OfflineGame),
  tables: () => get<TableInfo[]>("/api/tables"),
  newTable: (settings: Settings, here = site) =>
    here
      ? (callHere("POST", "/api/tables", settings) as Promise<Created>)
      : make("/api/tables", { ...settings, adds_entropy: true } satisfies NewTable),
  table: (table: string) => get<TableInfo>(`/api/tables/${table}`),
  replay: (table: string, form: "record" | "scene", seat: number | null) =>
    get<Replay>(of(table, `replay?form=${form}${seat === null ? "" : `&seat=${seat}`}`)),
  transcriptAddress: (table: string) => of(table, "transcript"),
  verify: (table: string) => get<VerifyData>(of(table, "verify")),
  review: (table: string) => get<ReviewState>(of(table, "review")),
  startReview: (table: string) => post<ReviewState>(of(table, "review")),
  branch: (table: string, branch: Branch) => make(of(table, "branch"), { ...branch, adds_entropy: true }),

  leaderboard: (game: string) => get<Ranked[]>(`/api/leaderboard/${game}`),
  report: (report: NewReport) => post<void>("/api/reports", report),
  profile: (person: string) => get<Profile>(`/api/people/${person}`),
};
