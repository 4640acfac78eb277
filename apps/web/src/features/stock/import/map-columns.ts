/** For each column of an account, the file's column; null where it is left out. */
type Mapping = readonly (number | null)[];

/** The form's mapping; by default columns keep the file's order. */
export const mappingOf = (
  chosen: readonly number[] | undefined,
  accountColumns: number,
  fileColumns: number,
): Mapping =>
  Array.from({ length: accountColumns }, (_, place) => {
    if (chosen) return chosen[place] ?? null;
    return place < fileColumns ? place : null;
  });

/**
 * The form's columns with one changed. Omitted columns close up, because an account has no gaps; at least one stays.
 */
export function mapColumn(mapping: Mapping, place: number, from: number | null): number[] {
  const changed = mapping.map((known, index) => (index === place ? from : known));
  const kept = changed.filter((one) => one !== null);
  return kept.length > 0 ? kept : [mapping.find((one) => one !== null) ?? 0];
}
