import type { Ctx } from '../../platform/context.ts';
import { refuse } from '../../platform/refusal.ts';
import { PAYOUTS } from './accounts.ts';
import { lockCommissionAccount } from './commission-accounts.sql.ts';
import { addToAccount, insertMovement } from './ledger.sql.ts';

type Payout = { readonly payoutId: bigint; readonly userId: bigint; readonly amountMicro: bigint };

/** An agent's commission was paid out; once per payout. Refuses more than the unpaid commission (balanceTooLow). */
export async function recordCommissionPayout({ db, clock }: Ctx, payout: Payout): Promise<void> {
  const { payoutId, userId, amountMicro } = payout;
  const account = await lockCommissionAccount(db, userId);
  if (!account || account.balanceMicro < amountMicro) return refuse('balanceTooLow', 'commission');
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
