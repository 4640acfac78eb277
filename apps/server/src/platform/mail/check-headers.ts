const CONTROL = /[\p{Cc}\u2028\u2029]/u;

/**
 * Throws on control characters in an address or a subject: a line break would inject a header. Input is validated
 * earlier, so one that gets here is a bug.
 */
export function checkHeaders(address: string, subject: string): void {
  if (CONTROL.test(address)) throw new Error('a mail address with a control character');
  if (CONTROL.test(subject)) throw new Error('a mail subject with a control character');
}
