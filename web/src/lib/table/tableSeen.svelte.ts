// The state of a table as shown: the players, the seat to act, and the scene.
import { looksOf } from "../seats/seatLooks";
import { seatNames } from "../seats/seatNames";
import { has, say, speak } from "../words.svelte";
import type { SeatLook } from "../../games/contract";
import type { MoveSeen, RoomSeen, SeatSeen } from "../wire";
import type { LogLine } from "./log";
import { PassAndPlay } from "./passAndPlay.svelte";
import { Player } from "./playback.svelte";

const NONE: MoveSeen[] = [];

export class TableSeen {
  readonly player = new Player();
  /** Several people around this screen. */
  readonly around = new PassAndPlay();
  room = $state.raw<RoomSeen | null>(null);
  log = $state.raw<LogLine[]>([]);
  sending = $state(false);
  /** My move, while it is shown and not confirmed yet. */
  protected foreseen = $state.raw<{ number: number; text: string } | null>(null);
  /** The scene of the selected log line. */
  glance = $state.raw<unknown>(null);

  get seats(): SeatSeen[] {
    return this.room?.seats ?? [];
  }

  get names(): string[] {
    return seatNames(this.seats.map(({ name }) => name), this.mine);
  }

  /** What I have to decide now, as a question. */
  get question(): string {
    const key = this.room?.awaited && `web_${this.room.awaited.key.replace(".", ".ask_")}`;
    if (!key || !this.myTurn || !has(key)) return "";
    const { die, top, hand } = this.scene ?? {};
    return say(key, { die, top, held: hand?.value });
  }

  /** What the seat to act is asked to do. */
  get awaited(): string {
    return this.question || (this.room?.awaited ? speak(this.room.awaited, this.names) : "");
  }

  get looks(): SeatLook[] {
    return looksOf(this.names, this.mine);
  }

  /** My seats; around one screen there are several. */
  get mine(): number[] {
    return this.seats.filter((seat) => seat.mine).map((seat) => seat.seat);
  }

  get myTurn(): boolean {
    return this.room !== null && this.room.seat === this.room.to_act && this.room.moves.length > 0;
  }

  /** The moves that can be made at this moment. */
  get moves(): MoveSeen[] {
    return this.myTurn && !this.player.playing && !this.sending && !this.foreseen ? this.room!.moves : NONE;
  }

  /** The seat to highlight: the one whose move is being played, else the seat to act. */
  get acting(): number {
    if (this.room?.stage !== "playing") return 0;
    return this.player.playing ? (this.log.at(-1)?.seat ?? 0) : this.room.to_act;
  }

  /** The seat that may undo its latest move without consent. */
  get undoSeat(): number | null {
    if (this.room?.may_undo) return this.room.seat;
    const { back } = this.around;
    return back?.until === this.room?.event ? (back?.seat ?? null) : null;
  }

  /** The seat that may request an undo. */
  get askSeat(): number | null {
    return this.room?.may_ask_undo ? this.room.seat : (this.around.back?.seat ?? null);
  }

  /** What the board draws. */
  get scene(): any {
    return this.glance ?? this.player.scene;
  }
}
