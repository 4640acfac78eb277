import { sql } from 'kysely';
import type { Db } from './db.ts';

type Savepoint = {
  /** Undoes what the transaction did since; the transaction continues. */
  rollBack(): Promise<void>;
};

/** Marks a point inside a transaction. One at a time: a second one hides the first. */
export async function openSavepoint(db: Db): Promise<Savepoint> {
  await sql`savepoint step`.execute(db);
  return {
    async rollBack() {
      await sql`rollback to savepoint step`.execute(db);
    },
  };
}
