// Made by tools/typescript_rules.py: do not edit.

import type { Field } from "./layout";

export const DICE: Field[] = [["seed_low", 64, 0], ["seed_high", 64, 0], ["match", 64, 0], ["ply", 64, 0], ["words", 64, 4], ["spare", 64, 4]];
export const PLAN: Field[] = [["seat", 32, 0], ["informed", 32, 0], ["horizon", 32, 0], ["exploration", 32, 0], ["ranks", 32, 0], ["paced", 32, 0], ["turns", 64, 0], ["capacity", 64, 0], ["nodes", 64, 0], ["simulations", 64, 0], ["plies", 64, 0], ["wins", 64, 8], ["code", 32, 0], ["first", 64, 0], ["trees", 32, 0], ["each", 64, 0]];
export const NODE: Field[] = [["code", 16, 0], ["child", 32, 0], ["sibling", 32, 0], ["visits", 32, 0], ["value", 64, 0]];
export const ROOT_MOVE: Field[] = [["code", 16, 0], ["visits", 64, 0], ["wins", 64, 0], ["wins_squared", 64, 0], ["points", 64, 0], ["points_squared", 64, 0]];
export const ROUND: Field[] = [["points", 32, 8]];
export const OUTCOME: Field[] = [["won", 32, 8], ["scored", 32, 8]];
export const SUMS: Field[] = [["won", 64, 8], ["won_squared", 64, 8], ["scored", 64, 8], ["scored_squared", 64, 8]];
export const STATES = 3; // of a search
export const MAX_SEATS = 8;
export const ROWS = 64; // reports of one move, 4 numbers each
export const ROUNDS = 1024;
export const ROUNDS_SEED = 2026;
export const UNIT = 26880;
