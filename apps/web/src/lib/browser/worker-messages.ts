/** Tells the service worker to delete what it has kept, and to keep nothing that it has already asked for. */
export const FORGET = 'forget';
