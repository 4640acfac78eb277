import type { SetupStep } from '@portside/contract';
import { sql } from 'kysely';
import type { Db } from '../../platform/db/db.ts';

export async function listSkips(db: Db): Promise<ReadonlySet<SetupStep>> {
  const rows = await db.selectFrom('setup_skips').select('step').execute();
  return new Set(rows.map(({ step }) => step));
}

/** False where it was skipped before. */
export async function insertSkip(db: Db, step: SetupStep, userId: bigint, now: Date): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('setup_skips')
    .values({ step, user_id: userId, skipped_at: now })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirstOrThrow();
  return numInsertedOrUpdatedRows === 1n;
}

/** False where it was not skipped. */
export async function deleteSkip(db: Db, step: SetupStep): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('setup_skips')
    .where('step', '=', step)
    .executeTakeFirstOrThrow();
  return numDeletedRows === 1n;
}

export const isCompleted = async (db: Db): Promise<boolean> =>
  (await db.selectFrom('setup_completions').select('id').executeTakeFirst()) !== undefined;

/** Whether the set-up was finished once. A shop that has sold something is open too, whatever steps it left. */
export async function isShopOpen(db: Db): Promise<boolean> {
  const { rows } = await sql<{ found: boolean }>`
    select exists (select from setup_completions) or exists (select from orders) as found`.execute(db);
  return rows[0]!.found;
}

export async function recordCompletion(db: Db, now: Date): Promise<void> {
  await db
    .insertInto('setup_completions')
    .values({ id: 1, completed_at: now })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** Whether a mail server has taken any e-mail of the shop's. */
export async function hasSentMail(db: Db): Promise<boolean> {
  const { rows } = await sql<{ found: boolean }>`
    select exists (select from mails where state = 'sent')
      or exists (select from audit_entries where action = 'mail.test' and after ->> 'problem' is null) as found`.execute(
    db,
  );
  return rows[0]!.found;
}

/** Whether a product on sale has a free account. */
export async function hasProductInStock(db: Db): Promise<boolean> {
  const { rows } = await sql<{ found: boolean }>`
    select exists (
      select from stock_ranges range join goods on goods.id = range.goods_id
      where goods.on_sale and range.next_id < range.end_id) as found`.execute(db);
  return rows[0]!.found;
}

type SetupSkipsTable = { step: SetupStep; user_id: bigint | null; skipped_at: Date };

/** One row, once every step was done or skipped. */
type SetupCompletionsTable = { id: 1; completed_at: Date };

declare module '../../platform/db/db.ts' {
  interface Database {
    setup_skips: SetupSkipsTable;
    setup_completions: SetupCompletionsTable;
  }
}
