// The notes of the four games.
import { notes as maamut } from "./maamut";
import { notes as mahe } from "./mahe";
import { notes as maroceau } from "./maroceau";
import type { Note } from "./note";
import { notes as papua } from "./papua";

export const NOTES: Record<string, Note<any>[]> = { mahe, maamut, papua, maroceau };
