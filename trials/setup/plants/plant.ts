import { sql } from 'kysely';
import type { Db } from '../../../apps/server/src/platform/db/db.ts';

/** Damage to correct books, and what the checks must report. */
export type Plant = readonly [what: string, plant: (db: Db) => Promise<unknown>, expected: string];

/** Each statement finds the order of two accounts, or the one deposit. */
export const ORDER = sql`(select id from orders where quantity = 2)`;
export const run =
  (...statements: ReturnType<typeof sql>[]) =>
  async (db: Db) => {
    for (const statement of statements) await statement.execute(db);
  };
