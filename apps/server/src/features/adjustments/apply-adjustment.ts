import { formatBalance, parseMicro } from '@portside/contract';
import { recordAudit } from '../../platform/audit/record-audit.ts';
import { inTransaction, type Ctx } from '../../platform/context.ts';
import type { Approved } from '../approvals/index.ts';
import { adjustBalance, lockHandCredits, readAvailableMicro } from '../ledger/index.ts';
import type { AdjustmentTerms } from './adjustments.events.ts';
import { requireWithinDay } from './adjust-balance.ts';

/** Moves the money, and tells the user's pages. The day's limit holds here too: others were first, perhaps. */
export async function applyAdjustment(
  ctx: Ctx,
  { proposalId, terms }: Approved<AdjustmentTerms>,
): Promise<void> {
  const userId = BigInt(terms.user_id);
  const isCredit = terms.direction === 'credit';
  const amountMicro = isCredit ? parseMicro(terms.amount) : -parseMicro(terms.amount);
  await inTransaction(ctx, async (step) => {
    if (isCredit) {
      await lockHandCredits(step.db);
      await requireWithinDay(step, amountMicro);
    }
    await adjustBalance(step, { proposalId, userId, amountMicro });
    const balance = formatBalance(await readAvailableMicro(step.db, userId));
    step.live.publish({ to: userId, name: 'balance', data: { balance } });
    await recordAudit(step, {
      action: 'balance.adjust',
      subject: `user:${userId}`,
      after: { ...terms, proposal: proposalId, balance },
    });
  });
}
