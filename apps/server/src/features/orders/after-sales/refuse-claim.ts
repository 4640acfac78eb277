import type { AdminClaim, Input } from '@portside/contract';
import { requireAction, requireUser } from '../../../platform/actor.ts';
import { recordAudit } from '../../../platform/audit/record-audit.ts';
import { inTransaction, type Ctx } from '../../../platform/context.ts';
import { refuse } from '../../../platform/refusal.ts';
import { presentAdminClaims } from './claims.present.ts';
import {
  countSettledItems,
  findClaim,
  NOTHING_SETTLED,
  settleClaim,
  type KnownClaimRow,
} from './claims.sql.ts';
import { recordOrderEvent } from '../order-events.sql.ts';
import { lockOrder } from '../orders.sql.ts';
import { publishClaims } from './publish-claims.ts';

/** Says no to what is left of a claim, with a reason that its buyer reads. Refuses one that was decided (claimSettled). */
export async function refuseClaim(ctx: Ctx, { params, body }: Input<'refuseClaim'>): Promise<AdminClaim> {
  requireAction(ctx.actor, 'claim.settle');
  const { userId } = requireUser(ctx.actor);
  return inTransaction(ctx, async (step) => {
    const { db, clock } = step;
    const order = await lockOrder(db, (await getClaim(step, BigInt(params.id))).order_id);
    const claim = await getClaim(step, BigInt(params.id));
    if (claim.state !== 'open') refuse('claimSettled');
    const { reason: answer } = body;
    await settleClaim(db, claim.id, { state: 'refused', answer, settledBy: userId, now: clock.now() });
    const quantity = await countLeft(step, claim);
    await recordOrderEvent(step, order, { kind: 'claimRefused', quantity, note: answer });
    await publishClaims(step, order, [claim.id], 'refused');
    await recordAudit(step, {
      action: 'claim.refuse',
      subject: `claim:${claim.id}`,
      after: { order: order.order_no, accounts: quantity, reason: answer },
    });
    const [answered] = await presentAdminClaims(db, [await getClaim(step, claim.id)], ctx.language);
    return answered!;
  });
}

const getClaim = async ({ db }: Ctx, id: bigint): Promise<KnownClaimRow> =>
  (await findClaim(db, id)) ?? refuse('notFound');

/** Those that were replaced or paid back are not refused. */
async function countLeft({ db }: Ctx, { id, quantity }: KnownClaimRow): Promise<number> {
  const { replaced, refunded } = (await countSettledItems(db, [id])).get(id) ?? NOTHING_SETTLED;
  return quantity - replaced - refunded;
}
