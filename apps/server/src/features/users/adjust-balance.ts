import { findUser, findUserByUsername, lockUser } from './users.sql.ts';
import { DAY_MS } from '../../platform/clock.ts';
import {
  paths,
  formatMicro,
  parseMicro,
  type Input,
  type Proposal,
  formatBalance,
  type Decision,
} from '@portside/contract';
import { type Ctx, inTransaction } from '../../platform/context.ts';
import { refuse } from '../../platform/refusal.ts';
import { presentProposal, propose, type Approved, findDecisions } from '../approvals/index.ts';
import {
  readAvailableMicro,
  sumManualCredits,
  postAdjustment,
  lockManualCredits,
  type AccountMovement,
  publishBalance,
} from '../ledger/index.ts';
import { readSetting } from '../settings/index.ts';
import { recordAudit } from '../../platform/audit/record-audit.ts';
import { requireUser } from '../../platform/actor.ts';

/**
 * The caller's available balance in USDT with two decimals. Callers with `user.read` can name another user; for anyone
 * else every other name is refused alike, whether it exists or not (noPermission).
 */
export async function readBalance(
  { db, actor }: Ctx,
  { query }: Input<'readBalance'>,
): Promise<{ balance: string }> {
  const { userId, actions } = requireUser(actor);
  if (query.username === undefined) return { balance: formatBalance(await readAvailableMicro(db, userId)) };
  const named = await findUserByUsername(db, query.username);
  const maySeeOthers = actions.has('user.read');
  if (named?.id !== userId && !maySeeOthers) refuse('noPermission');
  return { balance: formatBalance(await readAvailableMicro(db, (named ?? refuse('notFound')).id)) };
}

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
    action: paths.adjustBalance[2],
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
async function requireWithinDailyLimit({ db, clock }: Ctx, amountMicro: bigint): Promise<void> {
  const maximumMicro = await readSetting(db, 'manualCreditMaximumMicro');
  const earlierMicro = await sumManualCredits(db, new Date(clock.now().getTime() - DAY_MS));
  if (earlierMicro + amountMicro > maximumMicro) refuse('amountOutOfRange', 'credited by hand within a day');
}

async function requireBalance({ db }: Ctx, userId: bigint, amountMicro: bigint): Promise<void> {
  if ((await readAvailableMicro(db, userId)) < amountMicro) refuse('balanceTooLow');
}

/** `amount` is a positive decimal in USDT; `direction` says whether the user receives or loses it. */
type AdjustmentTerms = {
  readonly user_id: string;
  readonly username: string;
  readonly direction: 'credit' | 'debit';
  readonly amount: string;
};

/**
 * Moves the money and pushes the new balance to the user's pages. Checks the daily limit of manual credits again
 * (amountOutOfRange): others may have been approved since this one was proposed. Refuses a user whose profile was closed
 * since (userDoesNotExist).
 */
export async function applyAdjustment(
  ctx: Ctx,
  { proposalId, terms }: Approved<AdjustmentTerms>,
): Promise<void> {
  const userId = BigInt(terms.user_id);
  const isCredit = terms.direction === 'credit';
  const amountMicro = isCredit ? parseMicro(terms.amount) : -parseMicro(terms.amount);
  await inTransaction(ctx, async (step) => {
    if ((await lockUser(step.db, userId))?.status === 'closed') refuse('userDoesNotExist', 'closed');
    if (isCredit) {
      await lockManualCredits(step.db);
      await requireWithinDailyLimit(step, amountMicro);
    }
    await postAdjustment(step, { proposalId, userId, amountMicro });
    const balanceMicro = await readAvailableMicro(step.db, userId);
    publishBalance(step, userId, balanceMicro);
    await recordAudit(step, {
      action: 'balance.adjust',
      subject: `user:${userId}`,
      after: { ...terms, proposal: proposalId, balance: formatBalance(balanceMicro) },
    });
  });
}

/** Who proposed and approved each adjustment, by movement id. An adjustment's movement refers to its proposal. */
export const findAdjustmentDecisions = (
  ctx: Ctx,
  movements: readonly AccountMovement[],
): Promise<Map<bigint, Decision>> =>
  findDecisions(
    ctx,
    new Map(
      movements.filter(({ kind }) => kind === 'adjustment').map(({ id, reference }) => [id, reference]),
    ),
  );

declare module '../../platform/events.ts' {
  interface EventPayloads {
    adjustmentApproved: Approved<AdjustmentTerms>;
  }
}
