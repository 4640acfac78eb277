/** What every address of a network begins with tells nothing. */
const PREFIX = /^(0x|T)/i;
/** People compare the ends of an address, and wallets shorten it to them. */
const SAME_AT_ONE_END = 4;
const SAME_AT_BOTH_ENDS = 3;

/**
 * The first of the known addresses that a proposed one could be taken for without being it: four of the first or of the
 * last characters are the same, or three of both, whatever their case. That is what address poisoning makes, and what
 * chance hardly ever does. Null where there is none.
 */
export function findLookAlike(proposed: string | null, known: readonly (string | null)[]): string | null {
  if (proposed === null || known.includes(proposed)) return null;
  return known.find((one) => one !== null && looksLike(proposed, one)) ?? null;
}

function looksLike(one: string, other: string): boolean {
  const [a, b] = [one, other].map((text) => text.replace(PREFIX, '').toLowerCase()) as [string, string];
  const first = countSame(a, b);
  const last = countSame(reverse(a), reverse(b));
  return Math.max(first, last) >= SAME_AT_ONE_END || Math.min(first, last) >= SAME_AT_BOTH_ENDS;
}

const reverse = (text: string): string => [...text].toReversed().join('');

/** How many characters are the same from the beginning on. */
function countSame(a: string, b: string): number {
  let count = 0;
  while (count < a.length && a[count] === b[count]) count += 1;
  return count;
}
