import type { MaroceauScene } from "./scene";
import type { Note, Now } from "../../parts/after/notes/note";

const ROWS = 3;
const FEW = 3; // hidden cards

const myGrid = ({ scene, me }: Now<MaroceauScene>) => scene.grids.find((grid) => grid.seat === me)!;

/** Whether a column of mine shows two equal cards. */
function pair(now: Now<MaroceauScene>): boolean {
  const shown = myGrid(now).places.map((place) => (place.lies === "up" ? place.value : null));
  for (let top = 0; top < shown.length; top += ROWS) {
    const values = shown.slice(top, top + ROWS).filter((value) => value !== null);
    if (new Set(values).size < values.length) return true;
  }
  return false;
}

const asked = (phase: MaroceauScene["phase"]) => ({ room, scene }: Now<MaroceauScene>) =>
  room.moves.length > 0 && scene.phase === phase;

export const notes: Note<MaroceauScene>[] = [
  { name: "over", paragraph: "W40", when: ({ room }) => room.stage === "over" },
  { name: "doubled", paragraph: "W34", when: ({ told, me }) => told("tell.maroceau_doubled", me) },
  { name: "round", paragraph: "W35", when: ({ told }) => told("tell.maroceau_round") },
  { name: "last_turn", paragraph: "W30", when: ({ scene, me }) => scene.last_turns.includes(me) },
  { name: "welcome", paragraph: "W11", when: asked("turn_two") },
  { name: "choose", paragraph: "W20", when: asked("choose") },
  { name: "taken", paragraph: "W21", when: asked("place_taken") },
  { name: "drawn", paragraph: "W22", when: asked("place_drawn") },
  { name: "turn_one", paragraph: "W22", when: asked("turn_one") },
  { name: "column", paragraph: "W23", when: ({ told, me }) => told("tell.maroceau_column_goes", me) },
  { name: "pair", paragraph: "W23", when: pair },
  { name: "end", paragraph: "W34", when: (now) => now.may("draw") && myGrid(now).face_down <= FEW },
  { name: "values", paragraph: "W1", when: ({ may }) => may("draw") },
];
