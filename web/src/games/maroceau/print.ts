// What is printed of this game, by name.
import { bled, type Drawing, type Drawings } from "../../../print/svg";
import { CARD_HEIGHT, CARD_WIDTH, VALUES, cardBack, cardFace } from "./cards/card";

export function drawings(): Drawings {
  const card = (face: string) => bled(0, 0, CARD_WIDTH, CARD_HEIGHT, "#fbf5e6", {}, face);
  return [
    ["maroceau-back", card(cardBack())],
    ...VALUES.map((value): Drawing => [`maroceau-${value}`, card(cardFace(value))]),
  ];
}
