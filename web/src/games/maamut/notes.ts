import type { MaamutScene } from "./scene";
import type { Note } from "../../parts/after/notes/note";

const runs = "tell.maamut_runs";

export const notes: Note<MaamutScene>[] = [
  { name: "won", paragraph: "H40", when: ({ scene, me }) => scene.winner === me },
  { name: "lost", paragraph: "H40", when: ({ scene, me }) => scene.winner > 0 && scene.winner !== me },
  { name: "escaped", paragraph: "H41", when: ({ room, scene }) => room.stage === "over" && scene.winner === 0 },
  { name: "flee", paragraph: "H27", when: ({ may }) => may("flee") },
  { name: "place", paragraph: "H6", when: ({ may }) => may("place") },
  { name: "turn", paragraph: "H10", when: ({ may }) => may("move") || may("discard") },
  { name: "drive", paragraph: "H20", when: ({ would }) => would(runs) },
  { name: "danger", paragraph: "H24", when: ({ would }) => would("tell.maamut_stands") },
  { name: "trap", paragraph: "H12", when: ({ may }) => may("trap") },
  { name: "lift", paragraph: "H13", when: ({ may }) => may("lift") },
  { name: "trap_other", paragraph: "H40", when: ({ scene, me }) => scene.traps.some((trap) => trap.seat !== me) },
  { name: "runs", paragraph: "H21", when: ({ told }) => told(runs) },
  { name: "out", paragraph: "H30", when: ({ told }) => told("tell.maamut_out") },
  { name: "draw", paragraph: "H15", when: ({ told, me }) => told("tell.maamut_draws", me) },
];
