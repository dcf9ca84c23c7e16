// Which notes of the guided games were shown on this device.

const key = (game: string) => `guide.${game}`;

export function shownNotes(game: string): Set<string> {
  return new Set((localStorage.getItem(key(game)) ?? "").split(" ").filter(Boolean));
}

export function rememberNote(game: string, name: string): void {
  localStorage.setItem(key(game), [...shownNotes(game), name].join(" "));
}

/** Forget all shown notes, for the next guided game. */
export function forgetNotes(game: string): void {
  localStorage.removeItem(key(game));
}
