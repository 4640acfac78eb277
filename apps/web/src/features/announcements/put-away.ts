/** As many as a browser remembers; older announcements have ended long before. */
const MOST_REMEMBERED = 100;

/** Adds an announcement to those that the reader has put away, newest last. */
export const putAway = (ids: readonly string[], id: string): readonly string[] =>
  [...ids.filter((one) => one !== id), id].slice(-MOST_REMEMBERED);
