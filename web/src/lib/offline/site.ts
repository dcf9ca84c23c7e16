import { isIdHere } from "./ids";

// Whether this page is a static site, made by `tablee site`: there is no server then, and all that is
// played is played on this device.
export const site = document.querySelector('meta[name="tablee-site"]') !== null;

/** Whether a table is on this device, and not at a server. */
export const isHere = (table: string) => site || isIdHere(table);

/** The folder in which the page lies. */
export const folder = () => new URL(".", document.baseURI).href;
