/** Tells the service worker to delete what it has kept, and to keep nothing that it has already asked for. */
export const FORGET = 'forget';

/** Header of an answer that the browser kept because the shop could not be reached: when it came, in milliseconds. */
export const KEPT_AT = 'x-kept-at';
