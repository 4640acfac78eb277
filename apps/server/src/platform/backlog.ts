/** Work that waits for a person: how many, and the time of the oldest. */
export type Backlog = { readonly count: number; readonly since: Date };

/** From the row of an aggregate, which has no time if it counted nothing; null for no work. */
export const toBacklog = (row: { count: number; since: Date | null } | undefined): Backlog | null =>
  row && row.count > 0 && row.since ? { count: row.count, since: row.since } : null;
