import { sql } from 'kysely';
import type { Db } from '../../platform/db/db.ts';
import { availableAccountOf } from './accounts.ts';
import type { MovementKind } from './ledger.tables.ts';

/** As the account's holder sees it: the amount is negative where the account was debited. */
export type AccountMovement = {
  readonly id: bigint;
  readonly kind: MovementKind;
  readonly reference: bigint;
  readonly amountMicro: bigint;
  readonly createdAt: Date;
};

type Page = { readonly before: bigint | undefined; readonly limit: number };

/** The movements of a user's spendable balance, newest first, before the one with that id. */
export const listAvailableMovements = (db: Db, userId: bigint, page: Page): Promise<AccountMovement[]> =>
  listMovementsOf(db, availableAccountOf(userId), page);

/** The same of any account. Each side is read by its own index, so that a long history costs no more than a short one. */
export async function listMovementsOf(
  db: Db,
  account: bigint,
  { before, limit }: Page,
): Promise<AccountMovement[]> {
  const older = before === undefined ? sql`` : sql`and id < ${before}`;
  const { rows } = await sql<AccountMovement>`
    (select id, kind, reference, amount_micro as "amountMicro", created_at as "createdAt"
      from ledger_movements where credit_account = ${account} and credit_account >= 1000 ${older}
      order by id desc limit ${limit})
    union all
    (select id, kind, reference, -amount_micro, created_at
      from ledger_movements where debit_account = ${account} and debit_account >= 1000 ${older}
      order by id desc limit ${limit})
    order by id desc limit ${limit}`.execute(db);
  return rows;
}
