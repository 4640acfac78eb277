import { CANDIDATE_REASONS } from '@portside/contract';
import type { CreditCandidate, FindCandidates } from '../../deposits/index.ts';
import type { Ctx } from '../../../platform/context.ts';
import { isGenuine } from '../recharge-macs.ts';
import { listByOrderId } from '../recharge-macs.sql.ts';
import { spanOfTime } from '../order-id.ts';
import { listNamers, listNearRecharges, type CandidateRow } from './find-candidates.sql.ts';

/**
 * A payment may differ by this much from what a top-up waited for: the fee of an exchange, rounding, the tail left out.
 */
const LEAST_DIFFERENCE_MICRO = 5_000_000n;
const DIFFERENCE_PERMILLE = 20n;
const MOST = 20;
/** The longest quote and the day for which its amount stays reserved. */
const RESERVED_MS = 2 * 24 * 3_600_000;
/** Clocks of the shop and of the chain differ. */
const SKEW_MS = 60_000;

/**
 * Buyers to whom an unmatched deposit may belong, best first: who named its transaction, then who had an open top-up of
 * about its amount on the same wallet when it was sent, then whose top-up had just ended; the nearest amounts first.
 * Each user and top-up once, with its best reason. A top-up that somebody else has written or changed suggests nobody.
 */
export const findCandidates: FindCandidates = async (ctx, deposit) => {
  const { db } = ctx;
  const sentAt = deposit.block_time.getTime();
  const span = spanOfTime(new Date(sentAt - RESERVED_MS - SKEW_MS), new Date(sentAt + SKEW_MS));
  const near = { span, leastMicro: LEAST_DIFFERENCE_MICRO, permille: DIFFERENCE_PERMILLE };
  const rows = [
    ...(await listNamers(db, deposit, MOST)),
    ...(await listNearRecharges(db, deposit, near, MOST)),
  ];
  const genuine = await keepGenuine(ctx, rows);
  const candidates = genuine.map(present).toSorted((a, b) => compare(a, b, deposit.amount_micro));
  return candidates.filter((one, index) => !candidates.slice(0, index).some((better) => covers(better, one)));
};

async function keepGenuine(ctx: Ctx, rows: readonly CandidateRow[]): Promise<CandidateRow[]> {
  const named = await listByOrderId(
    ctx.db,
    rows.flatMap(({ order_id }) => order_id ?? []),
  );
  const genuine = new Set(named.filter((row) => isGenuine(ctx, row)).map(({ order_id }) => order_id));
  return rows.filter(({ order_id }) => order_id === null || genuine.has(order_id));
}

const present = (row: CandidateRow): CreditCandidate => ({
  userId: row.user_id,
  username: row.username,
  reason: row.reason,
  at: row.at,
  orderId: row.order_id,
  wantedMicro: row.wanted_micro,
});

/** By reason, then by difference; a named transaction without a top-up counts as one that waits for nothing. */
function compare(a: CreditCandidate, b: CreditCandidate, cameMicro: bigint): number {
  const byReason = CANDIDATE_REASONS.indexOf(a.reason) - CANDIDATE_REASONS.indexOf(b.reason);
  const difference = ({ wantedMicro: wanted }: CreditCandidate): bigint =>
    (wanted ?? 0n) > cameMicro ? wanted! - cameMicro : cameMicro - (wanted ?? 0n);
  return byReason === 0 ? Number(difference(a) - difference(b)) : byReason;
}

/** Whether the same user's better candidate says as much: the same top-up, or any where the worse one has none. */
const covers = (better: CreditCandidate, one: CreditCandidate): boolean =>
  better.userId === one.userId && (one.orderId === null || one.orderId === better.orderId);
