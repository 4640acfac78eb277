import { formatMicro, type Data, type DepositCandidate, type Input } from '@portside/contract';
import { requireAction } from '../../../platform/actor.ts';
import type { Ctx } from '../../../platform/context.ts';
import { refuse } from '../../../platform/refusal.ts';
import { findDeposit, type DepositRow } from '../deposits.sql.ts';
import type { CreditCandidate, FindCandidates } from './candidates.ts';
import { readSingleLimits } from './may-assign-alone.ts';
import { ACTION } from './propose-decision.ts';

/**
 * Buyers to whom an unmatched deposit may belong, best first; none for any other. Refuses an unknown one (notFound).
 */
export async function listDepositCandidates(
  ctx: Ctx,
  { params, query }: Input<'listDepositCandidates'>,
  findCandidates: FindCandidates,
): Promise<Data<'listDepositCandidates'>> {
  requireAction(ctx.actor, ACTION);
  const deposit = (await findDeposit(ctx.db, BigInt(params.id))) ?? refuse('notFound');
  const candidates = deposit.state === 'unmatched' ? await findCandidates(ctx, deposit) : [];
  const mayAlone = await readSingleLimits(ctx, deposit, candidates);
  const items = candidates.slice(0, query.limit).map((one) => present(deposit, one, mayAlone(one)));
  return { items, next_cursor: null, total: candidates.length };
}

const present = (
  { amount_micro: came }: DepositRow,
  { username, reason, at, orderId, wantedMicro: wanted }: CreditCandidate,
  atOnce: boolean,
): DepositCandidate => ({
  username,
  reason,
  at: at.toISOString(),
  order_id: orderId,
  wanted: wanted === null ? null : formatMicro(wanted),
  difference: wanted === null ? null : formatMicro(wanted > came ? wanted - came : came - wanted),
  at_once: atOnce,
});
