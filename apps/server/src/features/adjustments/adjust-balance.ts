import { formatMicro, parseMicro, type Input, type Proposal } from '@portside/contract';
import { requireAction } from '../../platform/actor.ts';
import type { Ctx } from '../../platform/context.ts';
import { refuse } from '../../platform/refusal.ts';
import { presentProposal, propose } from '../approvals/index.ts';
import { readAvailableMicro, sumHandCredits } from '../ledger/index.ts';
import { readSetting } from '../settings/index.ts';
import { findUser } from '../users/index.ts';

const DAY_MS = 24 * 3_600_000;
const ACTION = 'balance.adjust';

type Asked = Input<'adjustBalance'> & { readonly idempotencyKey: string };

/**
 * Puts an adjustment of a user's balance before a second person; one at a time for each user. Refuses a
 * credit beyond what may be credited by hand within a day (amountOutOfRange), and a debit of more than there is
 * (balanceTooLow).
 */
export async function adjustBalance(ctx: Ctx, { params, body, idempotencyKey }: Asked): Promise<Proposal> {
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
        ? requireWithinDay(step, amountMicro)
        : requireCovered(step, user.id, amountMicro),
  });
  return presentProposal(row, ctx.actor);
}

/**
 * What was credited by hand in the last 24 hours, with this, stays within the setting. What is only proposed does
 * not count, or one proposal would keep all others from being made.
 */
export async function requireWithinDay({ db, clock }: Ctx, amountMicro: bigint): Promise<void> {
  const maximumMicro = await readSetting(db, 'manualCreditMaximumMicro');
  const earlierMicro = await sumHandCredits(db, new Date(clock.now().getTime() - DAY_MS));
  if (earlierMicro + amountMicro > maximumMicro) refuse('amountOutOfRange', 'credited by hand within a day');
}

async function requireCovered({ db }: Ctx, userId: bigint, amountMicro: bigint): Promise<void> {
  if ((await readAvailableMicro(db, userId)) < amountMicro) refuse('balanceTooLow');
}
