import type { PapuaScene } from "./scene";
import type { Note, Now } from "../../parts/after/notes/note";

const mine = ({ scene, me }: Now<PapuaScene>) => scene.islanders.filter((one) => one.seat === me);

/** Whether an islander of mine stands in a group. */
const grouped = (now: Now<PapuaScene>) =>
  mine(now).some(({ space }) =>
    now.scene.groups.some((group) => group.first <= space && space <= group.last),
  );

/** Whether a god space lies just ahead of an islander of mine. */
const beforeGod = (now: Now<PapuaScene>) =>
  mine(now).some(({ space }) =>
    now.scene.spaces.some((one) => one.kind === "god" && one.number > space && one.number - space <= 6),
  );

/** Whether an islander of mine has the round spaces behind it. */
const nearHome = (now: Now<PapuaScene>) => {
  const last = Math.max(...now.scene.spaces.filter((one) => one.kind !== "square").map((one) => one.number));
  return mine(now).some(({ space }) => space > last && space < now.scene.canoe);
};

export const notes: Note<PapuaScene>[] = [
  { name: "over", paragraph: "P41", when: ({ room }) => room.stage === "over" },
  { name: "welcome", paragraph: "P1", when: () => true },
  { name: "sent_back", paragraph: "P30", when: ({ toldOf, me }) => toldOf("tell.papua_sent_back", me) },
  { name: "caught", paragraph: "P32", when: ({ toldOf, me }) => toldOf("tell.papua_caught", me) },
  { name: "pass", paragraph: "P11", when: ({ may }) => may("pass") },
  { name: "home", paragraph: "P40", when: nearHome },
  { name: "group", paragraph: "P20", when: grouped },
  { name: "group_move", paragraph: "P22", when: ({ may }) => may("group") },
  { name: "leap", paragraph: "P25", when: ({ may }) => may("leap") },
  { name: "pot", paragraph: "P13", when: ({ may }) => may("alone") },
  { name: "stuck", paragraph: "P14", when: (now) => mine(now).some((one) => one.stuck) },
  { name: "god", paragraph: "P33", when: (now) => now.may("group") && beforeGod(now) },
  { name: "sends_back", paragraph: "P30", when: ({ told, me }) => told("tell.papua_sent_back", me) },
  { name: "cannibals", paragraph: "P32", when: ({ told }) => told("tell.papua_caught") },
];
