import { formatMicro, parseMicro, type Input, type Proposal } from '@portside/contract';
import { requireAction } from '../../platform/actor.ts';
import type { Ctx } from '../../platform/context.ts';
import { refuse } from '../../platform/refusal.ts';
import { presentProposal, propose } from '../approvals/index.ts';
import { readAvailableMicro, sumManualCredits } from '../ledger/index.ts';
import { readSetting } from '../settings/index.ts';
import { findUser } from '../users/index.ts';

const DAY_MS = 24 * 3_600_000;
const ACTION = 'balance.adjust';

type AdjustmentRequest = Input<'adjustBalance'> & { readonly idempotencyKey: string };

/**
 * Proposes an adjustment of a user's balance, which a second person approves; one open proposal a user. Refuses a
 * credit beyond the daily limit of manual credits (amountOutOfRange) and a debit of more than the balance
 * (balanceTooLow).
 */
export async function adjustBalance(
  ctx: Ctx,
  { params, body, idempotencyKey }: AdjustmentRequest,
): Promise<Proposal> {
  requireAction(ctx.actor, ACTION);
  const user = (await findUser(ctx.db, BigInt(params.id))) ?? refuse('notFound');
  if (user.status === 'closed') refuse('notFound', 'closed');
  const { direction, reason } = body;
  const amountMicro = parseMicro(body.amount);
  const row = await propose(ctx, {
    kind: 'adjustmentApproved',
    subject: `user:${user.id}`,
    terms: {
      user_id: user.id.toString(),
      username: user.username,
      direction,
      amount: formatMicro(amountMicro),
    },
    reason,
    action: ACTION,
    ...(direction === 'credit' && { beneficiaryId: user.id }),
    idempotencyKey,
    requirePossible: (step) =>
      direction === 'credit'
        ? requireWithinDailyLimit(step, amountMicro)
        : requireBalance(step, user.id, amountMicro),
  });
  return presentProposal(row, ctx.actor);
}

/**
 * Refuses (amountOutOfRange) an amount that takes the manual credits of the last 24 hours beyond the setting. Open
 * proposals do not count, or a single one could block all others.
 */
export async function requireWithinDailyLimit({ db, clock }: Ctx, amountMicro: bigint): Promise<void> {
  const maximumMicro = await readSetting(db, 'manualCreditMaximumMicro');
  const earlierMicro = await sumManualCredits(db, new Date(clock.now().getTime() - DAY_MS));
  if (earlierMicro + amountMicro > maximumMicro) refuse('amountOutOfRange', 'credited by hand within a day');
}

async function requireBalance({ db }: Ctx, userId: bigint, amountMicro: bigint): Promise<void> {
  if ((await readAvailableMicro(db, userId)) < amountMicro) refuse('balanceTooLow');
}
