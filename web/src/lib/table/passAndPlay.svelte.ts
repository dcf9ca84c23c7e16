// Several people around one screen: the view follows the seat to act, and the player who moved last may
// still undo that.
import { pageOf } from "../games";
import type { RoomSeen } from "../wire";

export interface Views {
  /** Switch to the view of a seat that may see all this one sees. */
  look: (seat: number | null) => void;
  /** Switch to the view of a seat that must not see what this one has seen. */
  turnTo: (seat: number | null) => void;
}

const seatsOf = ({ seats }: RoomSeen) => seats.filter(({ mine }) => mine);

export class PassAndPlay {
  /** The seat the screen has to be passed to before its view is shown. */
  curtain = $state<number | null>(null);
  /** All players around this screen may see everything. */
  openHands = $state(false);
  /** The seat that moved last, and until which event it may take that back. */
  back = $state.raw<{ seat: number; until: number } | null>(null);

  /** The playback has ended: follow the seat to act. */
  settle(before: RoomSeen | null, room: RoomSeen, views: Views): void {
    this.lookBack(before, room);
    this.follow(room, views);
  }

  /** The view leaves the seat that has moved, which may still undo. */
  private lookBack(before: RoomSeen | null, room: RoomSeen): void {
    const alone = seatsOf(room).length < 2;
    if (alone || room.stage !== "playing" || room.to_act === this.back?.seat) this.back = null;
    else if (before && room.event > before.event && before.to_act === room.seat && room.seat !== room.to_act) {
      this.back = { seat: room.seat!, until: room.may_undo ? room.event : -1 };
    }
  }

  /** The view follows the seat to act; secrets stay behind a curtain. */
  private follow(room: RoomSeen, { look, turnTo }: Views): void {
    const mine = seatsOf(room);
    const here = mine.filter(({ kind }) => kind === "person").map(({ seat }) => seat);
    this.curtain = null;
    if (mine.length < 2 || here.length === 0 || room.stage !== "playing") return;
    if (here.length === 1) {
      if (room.seat !== here[0]) turnTo(here[0]!); // the others have resigned or left
      return;
    }
    const acting = here.includes(room.to_act) ? room.to_act : null;
    if (!pageOf(room.settings.game).secretive || this.openHands) {
      const wanted = acting ?? room.seat ?? here[0]!;
      if (wanted !== room.seat) look(wanted);
    } else if (acting !== null && acting !== room.seat) {
      this.curtain = acting;
    } else if (acting === null && room.seat !== null && !room.may_undo) {
      turnTo(null);
    }
  }
}
