/** Below it, a beginning would tell too much. */
const SHORTEST_HINT = 12;
const HINT = 3;

/** Enough to tell items apart at a glance, and nothing that signs anybody in; its length tells nothing. */
export const maskText = (text: string): string =>
  `${text.length < SHORTEST_HINT ? '' : text.slice(0, HINT).toWellFormed()}••••••`;
