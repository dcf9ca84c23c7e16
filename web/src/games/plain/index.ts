// The board of a game that the page has no folder of: text.
import type { PlainScene } from "../../lib/wire";
import { language } from "../../lib/words.svelte";
import type { Board, Fact } from "../contract";
import Text from "./Board.svelte";

const facts = ({ board }: PlainScene): Fact[] => [{ heading: "", items: board[language()]!.split("\n") }];

export const board: Board = { component: Text, facts, accent: "#5b4b8a" };
