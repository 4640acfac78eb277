import type { Finding } from '@portside/contract';
import type { Ctx } from '../../../platform/context.ts';
import { describeFindings } from '../../../platform/describe-findings.ts';
import { holdDeposit } from '../../ledger/index.ts';
import { moveDeposit, type DepositRow } from '../deposits.sql.ts';

/** Holds a deposit that is being recorded until two people decide on it. Announces `depositHeld`. */
export async function holdForReview(ctx: Ctx, deposit: DepositRow, heldReason: Finding): Promise<void> {
  const { id, network, amount_micro: amountMicro } = deposit;
  const isMoved = await moveDeposit(ctx.db, id, { from: 'final', to: 'held', by: 'matcher', heldReason });
  if (!isMoved) throw new Error(`deposit ${id} is not waiting to be matched`);
  await holdDeposit(ctx, { depositId: id, amountMicro });
  const reason = describeFindings('en', [heldReason]);
  ctx.log.warn({ deposit: id, network, reason }, 'deposit held');
  await ctx.events.announce(ctx, 'depositHeld', { deposit });
}
