// Made by tools/typescript.py from the structs of the server: do not edit.

/** A message of the catalogue: `key`, and values that may be marked (`show/saying.py`). */
export interface Say {
  key: string;
  values: Record<string, any>;
}

/** `none`; `move`: so long a move; `fischer`: so long and an increment; `days` a move. */
export interface Clock {
  kind?: "none" | "move" | "fischer" | "days";
  first?: number | null;
  increment?: number | null;
}

/** A table as one asks for it; seats are `me`, `open` or the level of a bot. */
export interface Settings {
  game: "mahe" | "maamut" | "papua" | "maroceau";
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

/** Is anybody there? Answered by `pong` with the same number. */
export interface Ping {
  do: "ping";
  n: number;
}

/** Show me a table from now on; with `since` what has happened after that seq, too. */
export interface Watch {
  do: "watch";
  table: string;
  since?: number | null;
  seat?: number | null;
  frames?: boolean;
}

/** No more of that table. */
export interface Unwatch {
  do: "unwatch";
  table: string;
}

/** What would each of my legal moves do? Answered by `previews`; nothing is recorded. */
export interface AskPreviews {
  do: "previews";
  table: string;
  seat: number;
}

/** I take a free seat before play begins; entropy (hex) goes into the dice. */
export interface Sit {
  do: "sit";
  id: string;
  table: string;
  seat: number;
  entropy?: string | null;
  name?: string | null;
}

/** I free a seat of mine before play begins; the host may free any. */
export interface Stand {
  do: "stand";
  id: string;
  table: string;
  seat: number;
}

/** The host puts a bot into a seat before play begins. */
export interface SeatBot {
  do: "seat_bot";
  id: string;
  table: string;
  seat: number;
  level: "gentle" | "casual" | "club" | "expert" | "master";
}

/** The host begins play; all seats must be held. */
export interface Begin {
  do: "begin";
  id: string;
  table: string;
}

/** The host gives up a table that has not begun. */
export interface CloseTable {
  do: "close";
  id: string;
  table: string;
}

/** A seat of mine plays a move. `after` is the last event I know: if more has happened, the move is refused as stale, and an update shows what. */
export interface Move {
  do: "move";
  id: string;
  table: string;
  seat: number;
  move: string;
  after: number;
}

/** A seat takes back its latest move, or all since event `event`, without asking. */
export interface Undo {
  do: "undo";
  id: string;
  table: string;
  seat: number;
  event?: number | null;
}

/** A seat asks the others whether it may take back. */
export interface AskUndo {
  do: "ask_undo";
  id: string;
  table: string;
  seat: number;
  event?: number | null;
}

/** A seat agrees, or not, to what was asked. */
export interface Answer {
  do: "answer";
  id: string;
  table: string;
  seat: number;
  yes: boolean;
}

/** A seat gives up. */
export interface Resign {
  do: "resign";
  id: string;
  table: string;
  seat: number;
}

/** A seat of mine is played by a bot from now on; anybody seated may do it for a seat that was left. */
export interface HandToBot {
  do: "hand_to_bot";
  id: string;
  table: string;
  seat: number;
  level: "gentle" | "casual" | "club" | "expert" | "master";
}

/** I take back a seat of mine that I left, or that a bot plays. */
export interface TakeSeatBack {
  do: "take_back_seat";
  id: string;
  table: string;
  seat: number;
}

/** I leave my seat during play; its clock goes on, and I can come back. */
export interface Leave {
  do: "leave";
  id: string;
  table: string;
  seat: number;
}

/** A seat of mine asks the coach; answered by `advice`. The record shows it. */
export interface AskHint {
  do: "hint";
  id: string;
  table: string;
  seat: number;
}

/** A quick phrase or a sentence. Players talk on `players`, everybody else on `spectators`. */
export interface Speak {
  do: "speak";
  id: string;
  table: string;
  channel: "players" | "spectators";
  phrase?: "hello" | "good_luck" | "well_played" | "thanks" | "oops" | "one_moment" | "your_turn" | "good_game" | "sorry" | "again" | null;
  text?: string | null;
}

/** I want to play again with the same settings; when all people at the table do, it is made. */
export interface Rematch {
  do: "rematch";
  id: string;
  table: string;
}

/** The first message: who you are, and the server's time in ms. */
export interface Welcome {
  do: "welcome";
  person: string;
  name: string;
  now: number;
  version: string;
}

/** The answer to a ping. */
export interface Pong {
  do: "pong";
  n: number;
  now: number;
}

/** A command is carried out, and kept for good: it is entry `seq` of its table. */
export interface Done {
  do: "done";
  id: string;
  table: string;
  seq: number;
}

/** Something is not done. `id` is that of the command; None if the message had none. */
export interface Refused {
  do: "refused";
  id: string | null;
  table: string | null;
  why: Say;
  paragraph: string | null;
  instead: string[];
  stale: boolean;
}

/** Somebody, as everybody may see him. */
export interface Person {
  id: string;
  name: string;
  avatar: string;
}

/** A seat at a table. */
export interface SeatSeen {
  seat: number;
  kind: "person" | "bot" | "open" | "left";
  name: string;
  level: string | null;
  person: string | null;
  avatar: string;
  mine: boolean;
  out: boolean;
  left_ms: number | null;
}

/** A legal move: its text, its JSON, and what it does in words. */
export interface MoveSeen {
  text: string;
  json: Record<string, any>;
  says: Say[];
}

/** Somebody asks to take back: which move, and which seats have not answered yet. */
export interface Asked {
  seat: number;
  event: number;
  move: string;
  waiting: number[];
}

/** How it ended; without scores when all but one gave up, and `broken` without a result. */
export interface ResultSeen {
  winners: number[];
  scores: number[];
  ranks: number[];
  broken: boolean;
}

/** Who wants to play again, and the new table once it is there. */
export interface RematchSeen {
  wanted: string[];
  table: string | null;
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
  to_act: number;
  awaited: Say | null;
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
}

/** What is seen on the way. */
export interface Frame {
  beat: string;
  scene: any;
}

/** What there is to tell of an event; `goes_on` continues the line before of the same seat. */
export interface Told {
  seat: number;
  says: Say[];
  goes_on: boolean;
}

/** An event of the match; `text` is the move or the outcome, as far as one may see it. */
export interface Happened {
  is: "event";
  seq: number;
  at: number;
  number: number;
  what: string;
  seat: number;
  text: string;
  told: Told[];
  frames: Frame[];
  scene: any;
}

/** Somebody has said something. */
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

/** Something has happened at the table that is no event of the match: somebody sat down. */
export interface Noted {
  is: "note";
  seq: number;
  at: number;
  says: Say;
}

/** A table as it is after entry `seq`, and what is new since entry `since`. */
export interface Update {
  do: "update";
  table: string;
  seq: number;
  since: number;
  now: number;
  room: RoomSeen;
  news: (Happened | Spoken | Noted)[];
}

/** Who is there now: persons with an open connection, and how many spectators. */
export interface Presence {
  do: "presence";
  table: string;
  persons: string[];
  spectators: number;
}

/** What each legal move would do, by its text: the game's Preview structs. */
export interface Previews {
  do: "previews";
  table: string;
  event: number;
  seat: number;
  moves: Record<string, any>;
}

/** A move as the coach sees it: its chance to win, the error of that, and reasons. */
export interface AdvisedMove {
  text: string;
  chance: number;
  error: number;
  loss: number;
  says: Say[];
}

/** What the coach says; the best move first. */
export interface Advice {
  do: "advice";
  table: string;
  event: number;
  seat: number;
  moves: AdvisedMove[];
  why: Say[];
}

/** Something at a table you do not look at: it is your turn, it has begun, it is over. */
export interface Notice {
  do: "notice";
  table: string;
  game: string;
  what: "your_turn" | "begun" | "over" | "rematch" | "undo_asked";
  at: number;
}

/** The server closes the connection: try again after so many ms, or never. */
export interface Bye {
  do: "bye";
  why: Say;
  again_ms: number | null;
}

export type FromClient = Ping | Watch | Unwatch | AskPreviews | Sit | Stand | SeatBot | Begin | CloseTable | Move | Undo | AskUndo | Answer | Resign | HandToBot | TakeSeatBack | Leave | AskHint | Speak | Rematch;

export type FromServer = Welcome | Pong | Done | Refused | Update | Presence | Previews | Advice | Notice | Bye;

export type News = Happened | Spoken | Noted;

/** Why something is not done. */
export interface Problem {
  why: Say;
  paragraph: string | null;
  instead: string[];
}

/** An option of a game; `choices` are its values where they can be listed. */
export interface OptionInfo {
  name: string;
  paragraph: string;
  default: any;
  choices: any[];
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

/** A paragraph of the rules; the text is Markdown. */
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
}

/** Back to an account. */
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
}

/** My games. */
export interface MyTables {
  running: TableInfo[];
  finished: TableInfo[];
}

/** A new table. */
export interface Created {
  table: string;
}

/** A whole match: the scene at the start, and all events with the scene after each. */
export interface Replay {
  table: string;
  settings: Settings;
  names: string[];
  start: any;
  events: Happened[];
  result: ResultSeen | null;
}

/** An outcome of chance, with all that were possible and their weights, in their order. */
export interface Outcome {
  event: number;
  number: number;
  text: string;
  chances: [string, number][];
}

/** All one needs to recompute the chance of a match: docs/fair-chance.md. */
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
}

/** Somebody on the leaderboard. */
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

/** What somebody has done in one game. */
export interface GameStatistics {
  game: string;
  played: number;
  won: number;
  mean_rank: number;
  rating: number | null;
}

/** Somebody, for everybody to see. */
export interface Profile {
  id: string;
  name: string;
  avatar: string;
  since: number;
  statistics: GameStatistics[];
}

/** Whether the server can do its work. */
export interface Health {
  status: "ok";
  version: string;
  store: string;
}
