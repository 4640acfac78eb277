import type { Language } from '@portside/contract';
import { sql } from 'kysely';
import { idArray } from '../../platform/db/arrays.ts';
import type { Db } from '../../platform/db/db.ts';
import { query, type Query } from '../../platform/db/pipeline.ts';

type Buyer = { readonly email: string; readonly isActive: boolean };

type BuyerRow = { readonly id: string; readonly email: string; readonly status: string };

/** What an order needs to know of its buyers, by id; unknown ids are absent. */
export const buyersOf = (ids: readonly bigint[]): Query<BuyerRow, Map<bigint, Buyer>> =>
  query(
    sql`select id::text, email, status from users where id = any(${idArray(ids)}::bigint[])`,
    (rows) =>
      new Map(
        rows.map(({ id, email, status }) => [BigInt(id), { email, isActive: status === 'active' }] as const),
      ),
  );

/** The language of a user's e-mails. Throws where there is no such user. */
export async function readLanguage(db: Db, userId: bigint): Promise<Language> {
  const language = (await readLanguages(db, [userId])).get(userId);
  if (language === undefined) throw new Error(`no user ${userId}`);
  return language;
}

/** The same of several users, by user; unknown ones are absent. */
export async function readLanguages(db: Db, userIds: readonly bigint[]): Promise<Map<bigint, Language>> {
  const rows = await db
    .selectFrom('users')
    .select(['id', 'language'])
    .where(sql<boolean>`id = any(${idArray(userIds)}::bigint[])`)
    .execute();
  return new Map(rows.map(({ id, language }) => [id, language]));
}
