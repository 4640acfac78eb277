/** "TXk9…f3Qa": enough to recognise an address or a hash, never enough to pay to. */
export const shorten = (text: string, kept = 6): string =>
  text.length <= 2 * kept + 1 ? text : `${text.slice(0, kept)}…${text.slice(-kept)}`;
