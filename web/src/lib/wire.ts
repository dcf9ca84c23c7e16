// Made by tools/typescript.py from the structs of the server: do not edit.

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
  form?: "scene" | "frames" | "view";
}

/** Unsubscribe from a table. */
export interface Unwatch {
  do: "unwatch";
  table: string;
}

/** Ask what each of my legal moves would do. Answered by `previews`; nothing is recorded. */
export interface AskPreviews {
  do: "previews";
  table: string;
  seat: number;
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

/** A person as everybody may see them. */
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
  view: ViewSeen | null;
}

/** An intermediate scene of an event, for animations. */
export interface Frame {
  beat: string;
  scene: any;
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
  told: Told[];
  frames: Frame[];
  scene: any;
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
  news: (Happened | Spoken | Noted)[];
}

/** Who is watching the table now: the people with a seat, and the number of others. */
export interface Presence {
  do: "presence";
  table: string;
  persons: string[];
  spectators: number;
}

/** What each legal move would do, by its text, as Preview objects of the game. */
export interface Previews {
  do: "previews";
  table: string;
  event: number;
  seat: number;
  moves: Record<string, any>;
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

export type FromClient = Ping | Watch | Unwatch | AskPreviews | Sit | Stand | SeatBot | Begin | CloseTable | Move | Undo | AskUndo | Answer | Resign | HandToBot | TakeSeatBack | Leave | AskHint | Speak | Rematch;

export type FromServer = Welcome | Pong | Done | Refused | Update | Presence | Previews | Advice | Notice | AccountNotice | Bye;

export type News = Happened | Spoken | Noted;

/** Why something is not done. */
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

/** A browser or program that is logged in as me; times in milliseconds since 1970. */
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

/** A turtle: space 0 is the raft, 21 the beach; `height` counts the turtles under it. */
export interface MaheTurtle {
  id: number;
  seat: number;
  number: number;
  name: string;
  space: number;
  height: number;
}

/** What a seat has won: its cards from the lowest on, and the beach. */
export interface MaheNest {
  seat: number;
  cards: number[];
  eggs: number;
  beach: boolean;
  played: boolean;
}

/** A walk: its spaces one by one, the turtles where it ends, and what it wins. */
export interface MaheWalk {
  steps: number;
  path: number[];
  space: number;
  under: number[];
  wins: number;
  winner: number;
  ends: boolean;
}

/** All there is to see of Mahé. Seats and turtles are numbered from 1; 0 is none. */
export interface MaheScene {
  phase: "who_begins" | "turn_card" | "which_turtle" | "throw" | "decide" | "ended";
  turn: number;
  to_act: number;
  mover: number;
  carried: number[];
  decider: number;
  watcher: number;
  second: boolean;
  turtles: MaheTurtle[];
  dice: number[];
  sum: number;
  steps: number;
  bust: boolean;
  reach: MaheWalk | null;
  path: number[];
  face_up: number;
  left: number;
  unseen: number[];
  spent: number[];
  beach_eggs: number;
  nests: MaheNest[];
  third_die_at_seven: boolean;
  cards_as_dice: boolean;
}

/** What one face of the next die would make: a walk, or a bust. */
export interface MaheThrow {
  face: number;
  sum: number;
  walk: MaheWalk | null;
}

/** What a move would do: `walk` now or as it would then stand, or the `throws` that follow. */
export interface MahePreview {
  mover: number;
  carried: number[];
  start: number;
  decider: number;
  dice: number[];
  sum: number;
  walk: MaheWalk | null;
  at_once: boolean;
  spends: number;
  throws: MaheThrow[];
  busts: number;
  of: number;
}

/** A trap on the board. */
export interface MaamutTrap {
  seat: number;
  tile: string;
}

/** A hunter with a hand: `cards` are the values that the viewer knows, lowest first. */
export interface MaamutHunter {
  seat: number;
  tile: string | null;
  out: boolean;
  frightened: boolean;
  stock: number;
  held: number;
  cards: number[];
}

/** The mammoth runs: where to, and where the hunter behind it will end. */
export interface MaamutFlight {
  direction: string;
  ahead: string[];
  driver: number;
  landing: string;
}

/** What a hunter or a spectator sees of the hunt. */
export interface MaamutScene {
  phase: "first" | "tiles" | "deal" | "place" | "hunt" | "flight" | "fright" | "draw" | "over";
  ground: ("grass" | "snow" | "rock" | "cross" | "unlaid")[];
  next_tile: string | null;
  bag: Record<string, number>;
  mammoth: string;
  fallen: boolean;
  flight: MaamutFlight | null;
  hunters: MaamutHunter[];
  traps: MaamutTrap[];
  pile: number;
  discards: number[];
  first: number;
  turn: number;
  to_act: number;
  turns: number;
  limit: number;
  traps_stay: boolean;
  winner: number;
  ending: string;
}

/** What a move would do, until another seat has to choose or a card is drawn. */
export interface MaamutPreview {
  kind: "place" | "move" | "trap" | "lift" | "discard" | "flee";
  seat: number;
  card: number;
  path: string[];
  landing: string | null;
  run: string[];
  ahead: string[];
  stands: boolean;
  frightened: number[];
  refuges: string[];
  out: number[];
  lost: MaamutTrap[];
  sets: MaamutTrap | null;
  lifts: MaamutTrap | null;
  winner: number;
  ending: string;
  draw: number[];
}

/** A space of the path between the pot and the canoe [P2]. */
export interface PapuaSpace {
  number: number;
  kind: "square" | "round" | "god" | "cannibal";
}

/** An islander on the path or in the canoe, and what is about to happen to it. */
export interface PapuaIslander {
  seat: number;
  space: number;
  stuck: boolean;
  fate: "stays" | "sent_back" | "caught";
}

/** A run of at least two colours, from its rear to its front [P20]. */
export interface PapuaGroup {
  first: number;
  last: number;
}

/** All that is seen of a match of Papua, which is all there is. */
export interface PapuaScene {
  spaces: PapuaSpace[];
  canoe: number;
  family: boolean;
  limit: number;
  turns: number;
  phase: "who_begins" | "throw" | "move" | "ended";
  turn: number;
  first: number;
  to_act: number;
  die: number;
  pot: number[];
  islanders: PapuaIslander[];
  groups: PapuaGroup[];
  foremost: number[];
  winners: number[];
  ended: string;
}

/** An islander that would move: from where to where, and whether it is caught there [P32]. */
export interface PapuaWalk {
  seat: number;
  start: number;
  end: number;
  caught: boolean;
}

/** An islander by its seat and its space. */
export interface PapuaStands {
  seat: number;
  space: number;
}

/** An own islander that could be lost at once: with which numbers of the next seat. */
export interface PapuaDanger {
  space: number;
  faces: number[];
}

/** What a move would do. */
export interface PapuaPreview {
  does: "alone" | "group" | "leap" | "pass";
  whole: boolean;
  walks: PapuaWalk[];
  sent_back: PapuaStands[];
  left: number[];
  stranded: PapuaStands[];
  groups: PapuaGroup[];
  dangers: PapuaDanger[];
  wins: number;
}

/** A place of a grid: `value` is what its card shows, None for a back or an empty place. */
export interface MaroceauPlace {
  name: string;
  lies: "up" | "down" | "gone";
  value: number | null;
  full: boolean;
  awaited: boolean;
}

/** The twelve places of a seat, a1 a2 a3 b1 … d3, and what they are worth so far. */
export interface MaroceauGrid {
  seat: number;
  places: MaroceauPlace[];
  open_points: number;
  face_down: number;
  total: number;
}

/** The card in the hand of a seat; None: the viewer sees its back. */
export interface MaroceauHeld {
  seat: number;
  value: number | null;
  source: "draw" | "discard";
}

/** All cards of a value: how many nobody has seen; how many a reshuffled draw pile holds. */
export interface MaroceauKind {
  value: number;
  colour: "violet" | "blue" | "green" | "yellow" | "red";
  unseen: number;
  pile: number;
}

/** The points of a seat in a round: as they lay there, and as they count. */
export interface MaroceauRoundPoints {
  seat: number;
  points: number;
  counted: number;
  doubled: boolean;
}

/** A round that was counted; `ended_by` is 0 if no seat ended it. */
export interface MaroceauRoundSheet {
  number: number;
  ended_by: number;
  fewest: number;
  seats: MaroceauRoundPoints[];
}

/** The table as one viewer sees it; a seat of 0 is none. */
export interface MaroceauScene {
  round: number;
  rounds: number;
  target: number;
  phase: "turn_two" | "choose" | "place_taken" | "place_drawn" | "turn_one" | "turning" | "opening" | "who_begins" | "drawing" | "replacing" | "reveal" | "settling" | "count" | "over";
  turn: number;
  to_act: number;
  ended_by: number;
  last_turns: number[];
  tied: number[];
  turns_left: number;
  stock: number;
  reshuffled: boolean;
  discards: number;
  top: number | null;
  hand: MaroceauHeld | null;
  leaving: string | null;
  grids: MaroceauGrid[];
  kinds: MaroceauKind[];
  last: MaroceauRoundSheet | null;
  winners: number[];
}

/** A card on its way; spots are `draw`, `discard`, `hand` and the places of the seat's grid. */
export interface MaroceauMotion {
  value: number | null;
  start: string;
  end: string;
}

/** So many of the cards that it may be have this value. */
export interface MaroceauOdds {
  value: number;
  cards: number;
}

/** What a move would do, as far as its seat can know. */
export interface MaroceauPreview {
  motions: MaroceauMotion[];
  turned: string[];
  gone: string[];
  change: number;
  ends_round: boolean;
  reshuffles: boolean;
  odds: MaroceauOdds[];
  of: number;
  column_odds: number;
}
