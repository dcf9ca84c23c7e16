// Who plays on this device: on a static site that is all there is, elsewhere the last account.
import type { Host } from "./views";

const PERSON = "person";

/** The person of this device, if one has played here. */
export function keptPerson(): Host | null {
  try {
    const { id, name, avatar } = JSON.parse(localStorage.getItem(PERSON)!) as Partial<Host>;
    return typeof id === "string" && typeof name === "string" && typeof avatar === "string" ? { id, name, avatar } : null;
  } catch {
    return null;
  }
}

/** Remember who plays here; null: nobody any more. */
export function keepPerson(person: Host | null): void {
  if (person) localStorage.setItem(PERSON, JSON.stringify({ id: person.id, name: person.name, avatar: person.avatar }));
  else localStorage.removeItem(PERSON);
}
