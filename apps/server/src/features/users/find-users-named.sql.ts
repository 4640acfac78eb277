import { sql } from 'kysely';
import type { Db } from '../../platform/db/db.ts';

/** Sorts after every continuation of a text. */
const LAST_CHARACTER = '\u{10FFFF}';

/** Users whose name or e-mail address begins so, folded as those are kept. */
export async function findUsersNamed(db: Db, beginning: string, limit: number): Promise<bigint[]> {
  const end = beginning + LAST_CHARACTER;
  const { rows } = await sql<{ id: bigint }>`
    (select id from users where username_key ~>=~ ${beginning} and username_key ~<=~ ${end} limit ${limit})
    union
    (select id from users where email_key ~>=~ ${beginning} and email_key ~<=~ ${end} limit ${limit})
    limit ${limit}`.execute(db);
  return rows.map((row) => row.id);
}
