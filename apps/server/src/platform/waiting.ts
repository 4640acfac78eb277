/** Work that waits for a person: how much, and since when the oldest of it. */
export type Waiting = { readonly count: number; readonly since: Date };

/** What a look at it found: an aggregate over nothing has a count of nought and no time. */
export const waitingOf = (row: { count: number; since: Date | null } | undefined): Waiting | null =>
  row && row.count > 0 && row.since ? { count: row.count, since: row.since } : null;
