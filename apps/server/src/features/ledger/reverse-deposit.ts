import type { Network } from '@portside/contract';
import { sql } from 'kysely';
import type { Ctx } from '../../platform/context.ts';
import type { Db } from '../../platform/db/db.ts';
import { refuse } from '../../platform/refusal.ts';
import { availableAccountOf } from './accounts.ts';
import { addToBalance, findInflow, insertMovement, lockBalances } from './ledger.sql.ts';

type Reversal = {
  readonly depositId: bigint;
  readonly userId: bigint;
  readonly network: Network;
  readonly amountMicro: bigint;
};

/**
 * A credited deposit turns out not to be on the chain: its coins leave the user again, and what has been
 * spent already becomes the user's debt. Once per deposit. Tells the debt, 0n where there is none.
 */
export async function reverseDeposit(ctx: Ctx, reversal: Reversal): Promise<{ debtMicro: bigint }> {
  const { db, clock } = ctx;
  const { depositId, userId, network, amountMicro } = reversal;
  const balanceMicro = (await lockBalances(db, [userId])).get(userId) ?? refuse('notFound');
  const takenMicro = balanceMicro < amountMicro ? balanceMicro : amountMicro;
  const debtMicro = amountMicro - takenMicro;
  const credit_account = await findInflow(db, network);
  const shared = { reference: depositId, credit_account, created_at: clock.now() };
  if (takenMicro > 0n) {
    const debit_account = availableAccountOf(userId);
    await insertMovement(db, { ...shared, kind: 'reversal', debit_account, amount_micro: takenMicro });
    await addToBalance(db, userId, -takenMicro);
  }
  if (debtMicro > 0n) {
    const debit_account = await addToDebt(db, userId, debtMicro);
    await insertMovement(db, { ...shared, kind: 'reversalDebt', debit_account, amount_micro: debtMicro });
  }
  return { debtMicro };
}

/** Opens the account at the first debt; its balance is what is owed, below zero. */
async function addToDebt(db: Db, userId: bigint, debtMicro: bigint): Promise<bigint> {
  const { id } = await db
    .insertInto('ledger_accounts')
    .values({ kind: 'debt', user_id: userId, network: null, balance_micro: -debtMicro })
    .onConflict((conflict) =>
      conflict
        .columns(['user_id', 'kind'])
        .doUpdateSet({ balance_micro: sql`ledger_accounts.balance_micro - ${debtMicro}` }),
    )
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}
