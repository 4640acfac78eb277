import { formatBalance, parseMicro } from '@portside/contract';
import { recordAudit } from '../../platform/audit/record-audit.ts';
import { inTransaction, type Ctx } from '../../platform/context.ts';
import type { Approved } from '../approvals/index.ts';
import { postAdjustment, lockManualCredits, readAvailableMicro } from '../ledger/index.ts';

import { requireWithinDailyLimit } from './adjust-balance.ts';

/** `amount` is a positive decimal in USDT; `direction` says whether the user receives or loses it. */
export type AdjustmentTerms = {
  readonly user_id: string;
  readonly username: string;
  readonly direction: 'credit' | 'debit';
  readonly amount: string;
};

/**
 * Moves the money and pushes the new balance to the user's pages. Checks the daily limit of manual credits again
 * (amountOutOfRange): others may have been approved since this one was proposed.
 */
export async function applyAdjustment(
  ctx: Ctx,
  { proposalId, terms }: Approved<AdjustmentTerms>,
): Promise<void> {
  const userId = BigInt(terms.user_id);
  const isCredit = terms.direction === 'credit';
  const amountMicro = isCredit ? parseMicro(terms.amount) : -parseMicro(terms.amount);
  await inTransaction(ctx, async (step) => {
    if (isCredit) {
      await lockManualCredits(step.db);
      await requireWithinDailyLimit(step, amountMicro);
    }
    await postAdjustment(step, { proposalId, userId, amountMicro });
    const balance = formatBalance(await readAvailableMicro(step.db, userId));
    step.live.publish({ to: userId, name: 'balance', data: { balance } });
    await recordAudit(step, {
      action: 'balance.adjust',
      subject: `user:${userId}`,
      after: { ...terms, proposal: proposalId, balance },
    });
  });
}
