// Made by tools/typescript.py from the structs of the server: do not edit.

export const PROTOCOL = 2;

/** A message of the catalogue with its values, in no language yet. */
export interface Saying {
  key: string;
  values: Record<string, any>;
}

/** What there is to tell, and of which seat; 0 is none. */
export interface Told {
  seat: number;
  says: Saying[];
  goes_on: boolean;
}

/** The board of a game that has no scene of its own, as text in each language. */
export interface PlainScene {
  board: Record<string, string>;
}

/** `none`; `move`: time per move; `fischer`: a budget and an increment; `days` per move. */
export interface Clock {
  kind?: "none" | "move" | "fischer" | "days";
  first?: number | null;
  increment?: number | null;
}

/** The settings of a new table; seats are `me`, `open` or the level of a bot. */
export interface Settings {
  game: string;
  seats: ("me" | "open" | "gentle" | "casual" | "club" | "expert" | "master")[];
  options?: Record<string, any>;
  clock?: Clock;
  time_out?: "forfeit" | "gentle" | "casual" | "club" | "expert" | "master";
  undo?: "free" | "consent" | "never";
  hints?: boolean;
  rated?: boolean;
  public?: boolean;
  names?: string[];
}

/** Check the connection. Answered by `pong` with the same number. */
export interface Ping {
  do: "ping";
  n: number;
}

/** Subscribe to a table; with `since`, also get what happened after that seq. */
export interface Watch {
  do: "watch";
  table: string;
  since?: number | null;
  seat?: number | null;
  form?: "scene" | "record" | "view";
}

/** Unsubscribe from a table. */
export interface Unwatch {
  do: "unwatch";
  table: string;
}

/** Take a free seat before the game starts; `entropy` (hex) goes into the dice. */
export interface Sit {
  do: "sit";
  id: string;
  table: string;
  seat: number;
  entropy?: string | null;
  name?: string | null;
}

/** Add entropy to the dice for a seat of mine, once, before the game starts. At a table that waits for it, the game starts once all players have added theirs. */
export interface AddEntropy {
  do: "entropy";
  id: string;
  table: string;
  seat: number;
  entropy: string;
}

/** Free a seat of mine before the game starts; the host may free any seat. */
export interface Stand {
  do: "stand";
  id: string;
  table: string;
  seat: number;
}

/** Put a bot into a seat before the game starts (host only). */
export interface SeatBot {
  do: "seat_bot";
  id: string;
  table: string;
  seat: number;
  level: "gentle" | "casual" | "club" | "expert" | "master";
}

/** Start the game (host only); all seats must be taken. */
export interface Begin {
  do: "begin";
  id: string;
  table: string;
}

/** Close a table before the game starts (host only). */
export interface CloseTable {
  do: "close";
  id: string;
  table: string;
}

/** Play a move for a seat of mine. `after` is the last event I know: if more has happened, the move is refused as stale, and an update follows. */
export interface Move {
  do: "move";
  id: string;
  table: string;
  seat: number;
  move: string;
  after: number;
}

/** Undo the latest move of a seat, or everything since event `event`, without asking. */
export interface Undo {
  do: "undo";
  id: string;
  table: string;
  seat: number;
  event?: number | null;
}

/** Ask the other players for an undo. */
export interface AskUndo {
  do: "ask_undo";
  id: string;
  table: string;
  seat: number;
  event?: number | null;
}

/** Agree or refuse to undo the move that was event `event`. */
export interface Answer {
  do: "answer";
  id: string;
  table: string;
  seat: number;
  yes: boolean;
  event?: number | null;
}

/** Resign. */
export interface Resign {
  do: "resign";
  id: string;
  table: string;
  seat: number;
}

/** Let a bot play a seat of mine from now on; for a seat that was left, any player may do it. */
export interface HandToBot {
  do: "hand_to_bot";
  id: string;
  table: string;
  seat: number;
  level: "gentle" | "casual" | "club" | "expert" | "master";
}

/** Take back a seat of mine that I left or that a bot plays; not without time on its clock, and not from a bot at a rated table. */
export interface TakeSeatBack {
  do: "take_back_seat";
  id: string;
  table: string;
  seat: number;
}

/** Leave my seat during the game; its clock keeps running, and I can come back. */
export interface Leave {
  do: "leave";
  id: string;
  table: string;
  seat: number;
}

/** Ask the coach for a hint, one at a time; the transcript records it. After `done` comes `advice`, or `refused` if the coach fails or the game has moved on. */
export interface AskHint {
  do: "hint";
  id: string;
  table: string;
  seat: number;
}

/** Send a chat message or a quick phrase: players on `players`, all others on `spectators`. */
export interface Speak {
  do: "speak";
  id: string;
  table: string;
  channel: "players" | "spectators";
  phrase?: "hello" | "good_luck" | "well_played" | "thanks" | "oops" | "one_moment" | "your_turn" | "good_game" | "sorry" | "again" | null;
  text?: string | null;
}

/** Ask for a rematch with the same settings; it is set up once all people at the table ask. */
export interface Rematch {
  do: "rematch";
  id: string;
  table: string;
  adds_entropy?: boolean;
}

/** The first message: who you are, the server's time in ms, and the number of its protocol. */
export interface Welcome {
  do: "welcome";
  person: string;
  name: string;
  now: number;
  version: string;
  protocol: number;
}

/** The answer to a ping. */
export interface Pong {
  do: "pong";
  n: number;
  now: number;
}

/** A command was carried out and is durable, as entry `seq` of its table. */
export interface Done {
  do: "done";
  id: string;
  table: string;
  seq: number;
}

/** A message was refused. `id` is that of the command, or null if it had no readable one. */
export interface Refused {
  do: "refused";
  id: string | null;
  table: string | null;
  why: Saying;
  paragraph: string | null;
  instead: string[];
  stale: boolean;
}

/** The public information about a person. */
export interface Person {
  id: string;
  name: string;
  avatar: string;
}

/** A seat at a table; what is as usual is left out. */
export interface SeatSeen {
  seat: number;
  kind: "person" | "bot" | "open" | "left";
  name: string;
  mine: boolean;
  level?: string | null;
  person?: string | null;
  avatar?: string;
  out?: boolean;
  entropy?: boolean;
  left_ms?: number | null;
}

/** A legal move: its text, its JSON, and a description. */
export interface MoveSeen {
  text: string;
  json: Record<string, any>;
  says: Saying[];
}

/** An undo request: which move, and which seats have not answered yet. */
export interface Asked {
  seat: number;
  event: number;
  move: string;
  waiting: number[];
}

/** How a match ended; no scores if all but one gave up; `broken` if it was abandoned. */
export interface ResultSeen {
  winners: number[];
  scores: number[];
  ranks: number[];
  broken: boolean;
}

/** Who wants a rematch, and the new table once it exists. */
export interface RematchSeen {
  wanted: string[];
  table: string | null;
}

/** What a seat, or a spectator, may know of the position, in numbers: `View.to_json`. */
export interface ViewSeen {
  game: string;
  rules: number;
  seat: number | null;
  options: Record<string, any>;
  moves: string[];
  view: Record<string, number | number[]>;
}

/** What a viewer may know of the position: the bytes of the record in base64, as they lie in the memory of the compiled rules, and the version of these rules. */
export interface RecordSeen {
  rules: number;
  data: string;
}

/** A table as one viewer sees it now. */
export interface RoomSeen {
  table: string;
  settings: Settings;
  host: string;
  stage: "lobby" | "playing" | "over" | "closed";
  seats: SeatSeen[];
  seat: number | null;
  event: number;
  commitment: string;
  starting: boolean;
  to_act: number;
  awaited: Saying | null;
  awaited_paragraph: string | null;
  scene: any;
  moves: MoveSeen[];
  running: number;
  paused: boolean;
  asked: Asked | null;
  may_undo: boolean;
  may_ask_undo: boolean;
  result: ResultSeen | null;
  rematch: RematchSeen | null;
  record: RecordSeen | null;
  view: ViewSeen | null;
}

/** An event of the match; `text` is the move or the outcome, as far as the viewer may see it. */
export interface Happened {
  is: "event";
  seq: number;
  at: number;
  number: number;
  what: string;
  seat: number;
  text: string;
  told?: Told[];
  scene?: any;
  record?: string | null;
  reports?: [number, number, number, number][];
}

/** A chat message. */
export interface Spoken {
  is: "chat";
  seq: number;
  at: number;
  person: string;
  name: string;
  seat: number | null;
  channel: "players" | "spectators";
  phrase: string | null;
  text: string | null;
}

/** The operator has erased chat message `message`: don't show its words any longer. */
export interface MessageErased {
  is: "erased";
  seq: number;
  at: number;
  message: number;
}

/** Something at the table that is not an event of the match, such as a player sitting down. */
export interface Noted {
  is: "note";
  seq: number;
  at: number;
  says: Saying;
}

/** A table after entry `seq`, and what is new since entry `since`. */
export interface Update {
  do: "update";
  table: string;
  seq: number;
  since: number;
  now: number;
  room: RoomSeen;
  news: (Happened | Spoken | MessageErased | Noted)[];
}

/** Who is watching the table now: the people with a seat, and the number of others. */
export interface Presence {
  do: "presence";
  table: string;
  persons: string[];
  spectators: number;
}

/** A move as the coach rates it: its chance to win, the standard error, and reasons. */
export interface AdvisedMove {
  text: string;
  chance: number;
  error: number;
  loss: number;
  says: Saying[];
  group: number;
}

/** The coach's hint; the best move first. */
export interface Advice {
  do: "advice";
  table: string;
  event: number;
  seat: number;
  moves: AdvisedMove[];
  why: Saying[];
}

/** News of a table you are not watching: your turn, started, over, rematch or undo asked. */
export interface Notice {
  do: "notice";
  table: string;
  game: string;
  what: "your_turn" | "begun" | "over" | "rematch" | "undo_asked";
  at: number;
}

/** Your account was changed on another device; `label` is what that says of itself. */
export interface AccountNotice {
  do: "account";
  what: "password_set" | "passkey_added" | "passkey_removed" | "device_signed_out";
  label: string;
  at: number;
}

/** The server closes the connection: reconnect after `again_ms`, or never if it is null. */
export interface Bye {
  do: "bye";
  why: Saying;
  again_ms: number | null;
}

/** Why a request was refused. */
export interface Problem {
  why: Saying;
  paragraph: string | null;
  instead: string[];
}

/** An option of a game; `choices` are its values where they can be listed. */
export interface OptionInfo {
  name: string;
  paragraph: string;
  default: any;
  choices: any[];
  lowest: number | null;
  highest: number | null;
}

/** A game; its sentence stands in the catalogue: `common.sentence_NAME`. */
export interface GameInfo {
  name: string;
  title: string;
  fewest: number;
  most: number;
  minutes: number[];
  options: OptionInfo[];
  levels: string[];
  rules_version: number;
}

/** A paragraph of the rules, its text in Markdown; a section without any has id and title "". */
export interface Paragraph {
  id: string;
  section: string;
  title: string;
  text: string;
}

/** The rules of a game. */
export interface RulesPage {
  game: string;
  title: string;
  introduction: string;
  paragraphs: Paragraph[];
}

/** A name is enough. */
export interface NewGuest {
  name: string;
  avatar?: string;
}

/** Another name or picture. */
export interface ChangeMe {
  name?: string | null;
  avatar?: string | null;
}

/** A login name and a password, to find one's account again on another device. */
export interface NewPassword {
  login: string;
  password: string;
  current?: string | null;
}

/** My password, to prove that it's me. */
export interface Proof {
  password: string;
}

/** Sign in to an account. */
export interface Login {
  login: string;
  password: string;
}

/** Who I am. */
export interface Me {
  id: string;
  name: string;
  avatar: string;
  guest: boolean;
  login: string | null;
  passkeys: number;
}

/** A browser or program that is signed in as me; times in milliseconds since 1970. */
export interface Device {
  id: string;
  label: string;
  since: number;
  last_used: number;
  here: boolean;
}

/** A passkey that opens my account; the time in milliseconds since 1970. */
export interface PasskeyKept {
  id: string;
  name: string;
  since: number;
}

/** A new passkey: `PublicKeyCredential.toJSON()`, and how to call it. */
export interface PasskeyMade {
  credential: Record<string, any>;
  name?: string;
}

/** A passkey that is used: `PublicKeyCredential.toJSON()`. */
export interface PasskeyUsed {
  credential: Record<string, any>;
}

/** The settings of a new table. With `adds_entropy` a table that is full waits some seconds for the command `entropy` of each person, so that they can add it after they saw the commitment. */
export interface NewTable {
  game: string;
  seats: ("me" | "open" | "gentle" | "casual" | "club" | "expert" | "master")[];
  options?: Record<string, any>;
  clock?: Clock;
  time_out?: "forfeit" | "gentle" | "casual" | "club" | "expert" | "master";
  undo?: "free" | "consent" | "never";
  hints?: boolean;
  rated?: boolean;
  public?: boolean;
  names?: string[];
  adds_entropy?: boolean;
}

/** A table in a list. */
export interface TableInfo {
  table: string;
  settings: Settings;
  stage: "lobby" | "playing" | "over" | "closed";
  host: string;
  names: string[];
  persons: (string | null)[];
  open_seats: number;
  created: number;
  changed: number;
  to_act: number;
  my_turn: boolean;
  my_seats: number[];
  result: ResultSeen | null;
  offline: boolean;
}

/** My games. */
export interface MyTables {
  running: TableInfo[];
  finished: TableInfo[];
}

/** A finished game that was played offline: the text of its `.tablee` file. */
export interface OfflineGame {
  transcript: string;
}

/** A new table. */
export interface Created {
  table: string;
}

/** A whole match: its start, as a scene or in the form `record`, and all events in that form. */
export interface Replay {
  table: string;
  settings: Settings;
  names: string[];
  start: any;
  events: Happened[];
  result: ResultSeen | null;
  record: RecordSeen | null;
  offline: boolean;
}

/** An outcome of chance, with all that were possible and their weights, in their order. */
export interface Outcome {
  event: number;
  number: number;
  text: string;
  chances: [string, number][];
}

/** All one needs to recompute the chance of a match: docs/explanation/fair-chance.md. */
export interface VerifyData {
  table: string;
  commitment: string;
  secret: string;
  entropy: Record<string, string>;
  outcomes: Outcome[];
}

/** A review: how far it is, and what it found. */
export interface ReviewState {
  state: "none" | "running" | "done" | "failed";
  progress: number;
  review: any;
}

/** Play on from after an event of a match that is over. */
export interface Branch {
  event: number;
  seats: ("me" | "open" | "gentle" | "casual" | "club" | "expert" | "master")[];
  adds_entropy?: boolean;
}

/** A player on the leaderboard. */
export interface Ranked {
  place: number;
  person: string;
  name: string;
  avatar: string;
  rating: number;
  mu: number;
  sigma: number;
  games: number;
  wins: number;
}

/** A player's record in one game; games played offline are counted apart. */
export interface GameStatistics {
  game: string;
  played: number;
  won: number;
  mean_rank: number;
  rating: number | null;
  offline: number;
}

/** The public profile of a player. */
export interface Profile {
  id: string;
  name: string;
  avatar: string;
  since: number;
  statistics: GameStatistics[];
}

/** A report to the operator: of the chat message that is entry `message`, or of a person who has a seat at the table or has opened it. */
export interface NewReport {
  table: string;
  about: "insult" | "spam" | "cheating" | "name" | "other";
  message?: number | null;
  person?: string | null;
  text?: string;
}

/** Whether the server can do its work. */
export interface Health {
  status: "ok";
  version: string;
  store: string;
}

export type FromClient = Ping | Watch | Unwatch | Sit | AddEntropy | Stand | SeatBot | Begin | CloseTable | Move | Undo | AskUndo | Answer | Resign | HandToBot | TakeSeatBack | Leave | AskHint | Speak | Rematch;

export type FromServer = Welcome | Pong | Done | Refused | Update | Presence | Advice | Notice | AccountNotice | Bye;

export type News = Happened | Spoken | MessageErased | Noted;
