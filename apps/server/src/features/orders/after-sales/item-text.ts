/** Ids of accounts as people read them, and as a proposal keeps them: "17-20, 33". */
export function formatItems(ids: readonly bigint[]): string {
  const runs: { first: bigint; last: bigint }[] = [];
  for (const id of ids.toSorted((a, b) => (a < b ? -1 : a > b ? 1 : 0))) {
    const run = runs.at(-1);
    if (run && run.last + 1n === id) run.last = id;
    else runs.push({ first: id, last: id });
  }
  return runs.map(({ first, last }) => (first === last ? `${first}` : `${first}-${last}`)).join(', ');
}

/** Of what `formatItems` has written. */
export const parseItems = (text: string): bigint[] =>
  text.split(', ').flatMap((run) => {
    const [first = '', last = first] = run.split('-');
    const length = Number(BigInt(last) - BigInt(first)) + 1;
    return Array.from({ length }, (_, index) => BigInt(first) + BigInt(index));
  });
