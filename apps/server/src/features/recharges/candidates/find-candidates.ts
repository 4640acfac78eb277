import { CANDIDATE_REASONS } from '@portside/contract';
import type { CreditCandidate, FindCandidates } from '../../deposits/index.ts';
import type { Ctx } from '../../../platform/context.ts';
import { isGenuine } from '../recharge-macs.ts';
import { listByOrderId } from '../recharge-macs.sql.ts';
import { spanOfTime } from '../order-id.ts';
import { listPayableRecharges, listRivals, listSigners, type CandidateRow } from './find-candidates.sql.ts';

/**
 * A payment may differ by this much from what a top-up waited for: the fee of an exchange, rounding, the tail left out.
 */
const LEAST_DIFFERENCE_MICRO = 5_000_000n;
const DIFFERENCE_PERMILLE = 20n;
/** Of each reason; the back office shows them all. */
const MOST = { ofReason: 20, ofUser: 3 };
/** The longest quote and the day for which its amount stays reserved. */
const RESERVED_MS = 2 * 24 * 3_600_000;
/** Clocks of the shop and of the chain differ. */
const SKEW_MS = 60_000;
/** The rest of a block's second. */
const SECOND_MS = 999;

/**
 * Buyers to whom an unmatched deposit may belong, best proof first: for whom its sender has signed, then who had an open
 * top-up of about its amount on the same wallet when it was sent, then whose top-up had just ended; the nearest amounts
 * first. Last, who named it for an open top-up of another amount: anyone can. A top-up that was written or changed outside
 * the shop suggests nobody.
 */
export const findCandidates: FindCandidates = async (ctx, deposit) => {
  const { db } = ctx;
  const sentAt = deposit.block_time.getTime();
  const span = spanOfTime(new Date(sentAt - RESERVED_MS - SKEW_MS), new Date(sentAt + SECOND_MS));
  const near = { span, leastMicro: LEAST_DIFFERENCE_MICRO, permille: DIFFERENCE_PERMILLE };
  const rows = [
    ...(await listSigners(db, deposit, MOST.ofReason)),
    ...(await listPayableRecharges(db, deposit, near, MOST)),
  ];
  const rivals = await listRivals(db, deposit, near);
  return (await keepGenuine(ctx, rows)).map((row) => present(row, rivals)).toSorted(byProof);
};

async function keepGenuine(ctx: Ctx, rows: readonly CandidateRow[]): Promise<CandidateRow[]> {
  const named = await listByOrderId(
    ctx.db,
    rows.flatMap(({ order_id }) => order_id ?? []),
  );
  const genuine = new Set(named.filter((row) => isGenuine(ctx, row)).map(({ order_id }) => order_id));
  return rows.filter(({ order_id }) => order_id === null || genuine.has(order_id));
}

const present = (row: CandidateRow, rivals: readonly bigint[]): CreditCandidate => ({
  userId: row.user_id,
  username: row.username,
  reason: row.reason,
  at: row.at,
  orderId: row.order_id,
  wantedMicro: row.wanted_micro,
  isOnlyOne: rivals.every((id) => id === row.user_id),
});

/** Those of one reason stay in their order. */
const byProof = (a: CreditCandidate, b: CreditCandidate): number =>
  CANDIDATE_REASONS.indexOf(a.reason) - CANDIDATE_REASONS.indexOf(b.reason);
