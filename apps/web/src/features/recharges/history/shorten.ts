/** "TXk9ab…7cf3Qa": enough to recognise an address or hash, not enough to pay to it. */
export const shorten = (text: string, kept = 6): string =>
  text.length <= 2 * kept + 1 ? text : `${text.slice(0, kept)}…${text.slice(-kept)}`;
