import type { Ctx } from '../../platform/context.ts';
import type { Db } from '../../platform/db/db.ts';
import { refuse } from '../../platform/refusal.ts';
import { PAYOUTS } from './accounts.ts';
import { addToAccount, insertMovement } from './ledger.sql.ts';
import { listMovementsOf, type AccountMovement } from './list-movements.ts';

/** Opens an agent's account for commission; one that is open stays. */
export async function openCommissionAccount(db: Db, userId: bigint): Promise<void> {
  await db
    .insertInto('ledger_accounts')
    .values({ kind: 'commission', user_id: userId, network: null, balance_micro: 0n })
    .onConflict((conflict) => conflict.columns(['user_id', 'kind']).doNothing())
    .execute();
}

type Payout = { readonly payoutId: bigint; readonly userId: bigint; readonly amountMicro: bigint };

/** An agent was paid, once a payout. Refuses more than he has earned (balanceTooLow). */
export async function recordPayout({ db, clock }: Ctx, payout: Payout): Promise<void> {
  const { payoutId, userId, amountMicro } = payout;
  const account = await db
    .selectFrom('ledger_accounts')
    .select(['id', 'balance_micro'])
    .where('user_id', '=', userId)
    .where('kind', '=', 'commission')
    .forNoKeyUpdate()
    .executeTakeFirst();
  if (!account || account.balance_micro! < amountMicro) return refuse('balanceTooLow', 'commission');
  await insertMovement(db, {
    kind: 'payout',
    reference: payoutId,
    debit_account: account.id,
    credit_account: PAYOUTS,
    amount_micro: amountMicro,
    created_at: clock.now(),
  });
  await addToAccount(db, account.id, -amountMicro);
}

type Part = { readonly before: bigint | undefined; readonly limit: number };

/** What moved an agent's commission, newest first. */
export async function listCommissionMovements(
  db: Db,
  userId: bigint,
  part: Part,
): Promise<AccountMovement[]> {
  const account = await db
    .selectFrom('ledger_accounts')
    .select('id')
    .where('user_id', '=', userId)
    .where('kind', '=', 'commission')
    .executeTakeFirst();
  return account ? listMovementsOf(db, account.id, part) : [];
}
