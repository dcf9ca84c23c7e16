// The id of a table on this device begins with these digits, so that an address tells where a table is.
const HERE = "0ff11e0ff11e";

/** The id of a new table, from 32 random digits. */
export const idHere = (random: string) => HERE + random.slice(HERE.length);

export const isIdHere = (table: string) => table.startsWith(HERE);
