import type { Language } from '@portside/contract';
import { sql } from 'kysely';
import { idArray } from '../../platform/db/arrays.ts';
import type { Db } from '../../platform/db/db.ts';

export type Buyer = { readonly email: string; readonly isActive: boolean };

/** What an order must know of its buyers, by id; unknown ids are absent. */
export async function findBuyers(db: Db, ids: readonly bigint[]): Promise<Map<bigint, Buyer>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .selectFrom('users')
    .select(['id', 'email', 'status'])
    .where(sql<boolean>`id = any(${idArray(ids)}::bigint[])`)
    .execute();
  return new Map(rows.map((row) => [row.id, { email: row.email, isActive: row.status === 'active' }]));
}

/** In which language a user is written to. */
export async function readLanguage(db: Db, userId: bigint): Promise<Language> {
  const row = await db
    .selectFrom('users')
    .select('language')
    .where('id', '=', userId)
    .executeTakeFirstOrThrow();
  return row.language;
}
