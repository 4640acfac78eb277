import type { Db } from '../../platform/db/db.ts';
import { listMovementsOf, type AccountMovement } from './movements.sql.ts';

/** Opens an agent's commission account; an open one stays as it is. */
export async function openCommissionAccount(db: Db, userId: bigint): Promise<void> {
  await db
    .insertInto('ledger_accounts')
    .values({ kind: 'commission', user_id: userId, network: null, balance_micro: 0n })
    .onConflict((conflict) => conflict.columns(['user_id', 'kind']).doNothing())
    .execute();
}

type CommissionAccount = { readonly id: bigint; readonly balanceMicro: bigint };

/** Held to the end of the transaction; undefined where the user has none. */
export async function lockCommissionAccount(db: Db, userId: bigint): Promise<CommissionAccount | undefined> {
  const row = await db
    .selectFrom('ledger_accounts')
    .select(['id', 'balance_micro'])
    .where('user_id', '=', userId)
    .where('kind', '=', 'commission')
    .forNoKeyUpdate()
    .executeTakeFirst();
  return row && { id: row.id, balanceMicro: row.balance_micro! };
}

type Page = { readonly before: bigint | undefined; readonly limit: number };

/** The movements of an agent's commission account, newest first, before the one with that id. */
export async function listCommissionMovements(
  db: Db,
  userId: bigint,
  page: Page,
): Promise<AccountMovement[]> {
  const account = await db
    .selectFrom('ledger_accounts')
    .select('id')
    .where('user_id', '=', userId)
    .where('kind', '=', 'commission')
    .executeTakeFirst();
  return account ? listMovementsOf(db, account.id, page) : [];
}
