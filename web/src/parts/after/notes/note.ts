// Notes of a first guided game: what is said, once, when the moment has come.
import type { LogLine } from "../../../lib/table/log";
import type { RoomSeen } from "../../../lib/wire";

/** The table as I see it now, and what happened last. */
export interface Now<Scene> {
  room: RoomSeen;
  scene: Scene;
  me: number;
  /** Whether it is my turn, and one of my moves is such a one: `roll`, `group`. */
  may: (verb: string) => boolean;
  /** Whether one of my moves would do that: a key of the catalogue. */
  would: (key: string) => boolean;
  /** Whether this message was just told; of this seat, if one is given. */
  told: (key: string, seat?: number) => boolean;
  /** The same for the player it was done to: the sentence names them. */
  toldOf: (key: string, seat: number) => boolean;
}

/** Its text is `learn.GAME_NAME`. The first note of the list whose moment has come is shown. */
export interface Note<Scene> {
  name: string;
  paragraph: string;
  when: (now: Now<Scene>) => boolean;
}

const RECENT = 6; // lines of the log

export function nowAt<Scene>(room: RoomSeen, log: LogLine[]): Now<Scene> | null {
  if (room.seat === null || room.scene === null) return null;
  const recent = log.slice(-RECENT);
  return {
    room,
    scene: room.scene as Scene,
    me: room.seat,
    may: (verb) => room.moves.some((move) => move.json.do === verb),
    would: (key) => room.moves.some((move) => move.says.some((said) => said.key === key)),
    told: (key, seat) =>
      recent.some(
        (line) =>
          (seat === undefined || line.seat === seat) && line.says.some((said) => said.key === key),
      ),
    toldOf: (key, seat) =>
      recent.some((line) =>
        line.says.some((said) => said.key === key && said.values.seat?.seat === seat),
      ),
  };
}
