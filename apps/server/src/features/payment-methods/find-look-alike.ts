/** The prefix of every address of a network, which distinguishes none. */
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
  const first = countSame((index) => a[index] === b[index], a.length);
  const last = countSame((index) => a.at(-1 - index) === b.at(-1 - index), a.length);
  return Math.max(first, last) >= SAME_AT_ONE_END || Math.min(first, last) >= SAME_AT_BOTH_ENDS;
}

/** How many characters are the same, from one end on. */
function countSame(isSame: (index: number) => boolean, length: number): number {
  let count = 0;
  while (count < length && isSame(count)) count += 1;
  return count;
}
