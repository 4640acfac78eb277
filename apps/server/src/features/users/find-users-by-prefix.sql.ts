import { sql } from 'kysely';
import type { Db } from '../../platform/db/db.ts';

/** Sorts after every text with the same prefix. */
const LAST_CHARACTER = '\u{10FFFF}';

/** Ids of users whose username or e-mail address starts with `prefix`, which the caller has folded (`foldName`). */
export async function findUsersByPrefix(db: Db, prefix: string, limit: number): Promise<bigint[]> {
  const end = prefix + LAST_CHARACTER;
  const { rows } = await sql<{ id: bigint }>`
    (select id from users where username_key ~>=~ ${prefix} and username_key ~<=~ ${end} limit ${limit})
    union
    (select id from users where email_key ~>=~ ${prefix} and email_key ~<=~ ${end} limit ${limit})
    limit ${limit}`.execute(db);
  return rows.map((row) => row.id);
}
