import type { Network } from '@portside/contract';
import type { Ctx } from '../../platform/context.ts';
import { refuse } from '../../platform/refusal.ts';
import { availableAccountOf } from './accounts.ts';
import { addToBalance, addToDebt, findInflow, insertMovement, lockBalances } from './ledger.sql.ts';

type Reversal = {
  readonly depositId: bigint;
  readonly userId: bigint;
  readonly network: Network;
  readonly amountMicro: bigint;
};

/**
 * A credited deposit turns out not to be on the chain: its amount is taken from the user's balance, and what is spent
 * already becomes the user's debt. Once per deposit. Returns the debt, 0n where there is none.
 */
export async function debitReversedDeposit(ctx: Ctx, reversal: Reversal): Promise<{ debtMicro: bigint }> {
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
