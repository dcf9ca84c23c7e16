// Made by tools/typescript.py from the structs of the server: do not edit.

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
