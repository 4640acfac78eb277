import type { AdminWarrantyClaim, Input } from '@portside/contract';
import { requireAction, requireUser } from '../../../platform/actor.ts';
import { recordAudit } from '../../../platform/audit/record-audit.ts';
import { inTransaction, type Ctx } from '../../../platform/context.ts';
import { refuse } from '../../../platform/refusal.ts';
import { recordTimelineEntry } from '../order-timeline.sql.ts';
import { lockOrder } from '../orders.sql.ts';
import { publishWarrantyClaims } from './publish-warranty-claims.ts';
import { presentAdminWarrantyClaims } from './warranty-claims.present.ts';
import {
  countRemedies,
  findWarrantyClaim,
  NO_REMEDIES,
  settleWarrantyClaim,
  type WarrantyClaimDetailsRow,
} from './warranty-claims.sql.ts';

/**
 * Refuses what is left of an open claim, with a reason that the buyer reads. Refuses an unknown claim (notFound) and
 * one that is settled (claimSettled).
 */
export async function refuseWarrantyClaim(
  ctx: Ctx,
  { params, body }: Input<'refuseWarrantyClaim'>,
): Promise<AdminWarrantyClaim> {
  requireAction(ctx.actor, 'claim.settle');
  const { userId } = requireUser(ctx.actor);
  return inTransaction(ctx, async (step) => {
    const { db, clock } = step;
    const order = await lockOrder(db, (await getClaim(step, BigInt(params.id))).order_id);
    const claim = await getClaim(step, BigInt(params.id));
    if (claim.state !== 'open') refuse('claimSettled');
    const { reason: answer } = body;
    await settleWarrantyClaim(db, claim.id, {
      state: 'refused',
      answer,
      settledBy: userId,
      now: clock.now(),
    });
    const quantity = await countUnremedied(step, claim);
    await recordTimelineEntry(step, order, { kind: 'claimRefused', quantity, note: answer });
    await publishWarrantyClaims(step, order, [claim.id], 'refused');
    await recordAudit(step, {
      action: 'claim.refuse',
      subject: `claim:${claim.id}`,
      after: { order: order.order_no, accounts: quantity, reason: answer },
    });
    const [refused] = await presentAdminWarrantyClaims(db, [await getClaim(step, claim.id)], ctx.language);
    return refused!;
  });
}

const getClaim = async ({ db }: Ctx, id: bigint): Promise<WarrantyClaimDetailsRow> =>
  (await findWarrantyClaim(db, id)) ?? refuse('notFound');

/** Items of the claim that were neither replaced nor refunded. */
async function countUnremedied({ db }: Ctx, { id, quantity }: WarrantyClaimDetailsRow): Promise<number> {
  const { replaced, refunded } = (await countRemedies(db, [id])).get(id) ?? NO_REMEDIES;
  return quantity - replaced - refunded;
}
