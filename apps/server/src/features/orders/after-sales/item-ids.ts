/** Item ids as people read them, and as a proposal stores them: "17-20, 33". */
export function formatItemIds(ids: readonly bigint[]): string {
  const runs: { first: bigint; last: bigint }[] = [];
  for (const id of ids.toSorted((a, b) => (a < b ? -1 : a > b ? 1 : 0))) {
    const run = runs.at(-1);
    if (run && run.last + 1n === id) run.last = id;
    else runs.push({ first: id, last: id });
  }
  return runs.map(({ first, last }) => (first === last ? `${first}` : `${first}-${last}`)).join(', ');
}

/** The ids in a text of `formatItemIds`. */
export const parseItemIds = (text: string): bigint[] =>
  text.split(', ').flatMap((run) => {
    const [first = '', last = first] = run.split('-');
    const length = Number(BigInt(last) - BigInt(first)) + 1;
    return Array.from({ length }, (_, index) => BigInt(first) + BigInt(index));
  });
