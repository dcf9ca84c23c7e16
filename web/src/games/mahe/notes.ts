import type { MaheScene } from "./scene";
import type { Note, Now } from "../../parts/after/notes/note";

/** Whether one of the reader's turtles carries another player's, or rides on one. */
function stacked({ scene, me }: Now<MaheScene>, above: boolean): boolean {
  return scene.turtles.some(
    (mine) =>
      mine.seat === me &&
      mine.space > 0 &&
      scene.turtles.some(
        (other) =>
          other.seat !== me &&
          other.space === mine.space &&
          (above ? other.height > mine.height : other.height < mine.height),
      ),
  );
}

const deciding = ({ scene, me, may }: Now<MaheScene>, dice: number) =>
  may("stop") && scene.turn === me && scene.dice.length === dice;

export const notes: Note<MaheScene>[] = [
  { name: "over", paragraph: "M50", when: ({ room }) => room.stage === "over" },
  { name: "decide_for", paragraph: "M20", when: ({ scene, me, may }) => may("stop") && scene.turn !== me },
  { name: "seven", paragraph: "M13", when: ({ scene, may }) => may("stop") && scene.sum === 7 },
  { name: "welcome", paragraph: "M2", when: () => true },
  { name: "bust", paragraph: "M12", when: ({ told, me }) => told("tell.mahe_bust", me) },
  { name: "decide", paragraph: "M10", when: (now) => deciding(now, 1) },
  { name: "second", paragraph: "M11", when: (now) => deciding(now, 2) && now.may("roll") },
  { name: "eggs", paragraph: "M30", when: ({ toldOf, me }) => toldOf("tell.mahe_lays", me) },
  { name: "ridden", paragraph: "M20", when: (now) => stacked(now, true) },
  { name: "rides", paragraph: "M31", when: (now) => stacked(now, false) },
  { name: "bust_other", paragraph: "M18", when: ({ told }) => told("tell.mahe_bust") },
  { name: "eggs_other", paragraph: "M31", when: ({ told }) => told("tell.mahe_lays") },
  { name: "last", paragraph: "M33", when: ({ scene }) => scene.face_up === 0 && scene.left === 0 && scene.beach_eggs > 0 },
];
