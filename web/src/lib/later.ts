// What nobody needs at first sight is fetched when the page has come to rest: then it is there at
// once when it is wanted, also if the server has been given a newer page in the meantime.
const REST = 2000; // ms

/** Load something when the page rests, or as soon as the returned function is called. */
export function later<Found>(load: () => Promise<Found>): () => Promise<Found> {
  setTimeout(() => load().catch(() => {}), REST); // it is tried again when it is wanted
  return load;
}
