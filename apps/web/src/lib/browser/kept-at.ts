/** Header of an answer that the browser kept because the shop could not be reached: when it came, in milliseconds. */
export const KEPT_AT = 'x-kept-at';

/** Tells the service worker to delete what it has kept, and what it is about to keep. */
export const FORGET = 'forget';
