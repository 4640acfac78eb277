const CONTROL = /[\p{Cc}\u2028\u2029]/u;

/**
 * A line break in an address or a subject would start a header of the writer's own. What comes in is
 * checked at the edge; this is the last gate, so a break here is our mistake.
 */
export function checkHeaders(address: string, subject: string): void {
  if (CONTROL.test(address)) throw new Error('a mail address with a control character');
  if (CONTROL.test(subject)) throw new Error('a mail subject with a control character');
}
