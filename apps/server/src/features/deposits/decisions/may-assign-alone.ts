import { requireUser } from '../../../platform/actor.ts';
import type { Ctx } from '../../../platform/context.ts';
import { loadSettings } from '../../settings/index.ts';
import { listTiedUsers } from '../../users/index.ts';
import type { DepositRow } from '../deposits.sql.ts';
import type { CreditCandidate } from './candidates.ts';
import { sumSingleAssignments } from './single-assignments.sql.ts';

const DAY_MS = 24 * 3_600_000;

/** Whether the acting admin may credit this deposit to a candidate without a second person. */
type MayAssignAlone = (candidate: CreditCandidate) => boolean;

/**
 * The rule of what one admin may credit alone: an unmatched deposit within the limits of the settings, each and within
 * 24 hours, to a candidate who is neither themselves nor set up by them, and only if no other buyer has a proof or might
 * have had one. Naming a transaction is free, so by itself it is none: it neither lets a candidate have the deposit nor
 * keeps another one from it.
 */
export async function readSingleLimits(
  ctx: Ctx,
  { state, amount_micro: amountMicro }: DepositRow,
  candidates: readonly CreditCandidate[],
): Promise<MayAssignAlone> {
  const { db, clock, actor } = ctx;
  const { userId: adminId } = requireUser(actor);
  const tied = await listTiedUsers(ctx, adminId);
  const { singleAssignmentMaximumMicro: each, singleAssignmentDailyMaximumMicro: daily } =
    await loadSettings(db);
  const earlier = await sumSingleAssignments(db, adminId, new Date(clock.now().getTime() - DAY_MS));
  const isSmall = state === 'unmatched' && amountMicro <= each && earlier + amountMicro <= daily;
  const proven = candidates.filter(isProof);
  return (one) =>
    isSmall &&
    one.userId !== adminId &&
    !tied.has(one.userId) &&
    isProof(one) &&
    one.isOnlyOne &&
    proven.every(({ userId }) => userId === one.userId);
}

const isProof = ({ reason }: CreditCandidate): boolean => reason !== 'namedHash';
