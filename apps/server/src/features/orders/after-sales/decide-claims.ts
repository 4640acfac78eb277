import { errors, formatMicro, paths, type Data, type Input } from '@portside/contract';
import { shareOf } from '@portside/contract/wire/quote';
import { requireAction } from '../../../platform/actor.ts';
import type { Ctx } from '../../../platform/context.ts';
import { Refusal, refuse } from '../../../platform/refusal.ts';
import { findOrderByNo } from '../orders.sql.ts';
import { refundByShop, refundOrder } from './refund-order.ts';
import { findAloneMicro, type ShopRemedy } from './remedies.ts';
import { replaceByShop, replaceItems } from './replace-items.ts';
import {
  countRemedies,
  findWarrantyClaim,
  NO_REMEDIES,
  selectWarrantyClaims,
  type WarrantyClaimDetailsRow,
} from './warranty-claims.sql.ts';
import { refuseWarrantyClaim } from './warranty-claims.ts';

/** What deciding these claims is about: how many are open, their accounts, and what a refund of them would pay. */
export async function previewClaimDecisions(
  ctx: Ctx,
  { body }: Input<'previewClaimDecisions'>,
): Promise<Data<'previewClaimDecisions'>> {
  const ids = [...new Set(body.ids)];
  const found = await selectWarrantyClaims(ctx.db)
    .where('warranty_claims.id', 'in', ids.map(BigInt))
    .where('warranty_claims.state', '=', 'open')
    .execute();
  // As they are decided: each counts those before it.
  const claims = found.toSorted((a, b) => ids.indexOf(String(a.id)) - ids.indexOf(String(b.id)));
  const remedies = await countRemedies(
    ctx.db,
    claims.map(({ id }) => id),
  );
  let [accounts, sumMicro, aloneMicro] = [0, 0n, 0n];
  const aloneOf = new Map<string, number>();
  // An order has one proposal at a time.
  const proposed = new Set<string>();
  for (const claim of claims) {
    const order = (await findOrderByNo(ctx.db, claim.order_no))!;
    const { replaced, refunded } = remedies.get(claim.id) ?? NO_REMEDIES;
    const left = claim.quantity - replaced - refunded;
    const earlier = aloneOf.get(claim.order_no) ?? 0;
    const { total_micro: totalMicro, quantity, refunded_quantity: before } = order;
    const shareMicro = shareOf(totalMicro, quantity, left, before + earlier);
    const mostMicro = await findAloneMicro(ctx, order, { accounts: earlier, micro: aloneMicro });
    if (mostMicro === null || shareOf(totalMicro, quantity, left) > mostMicro) proposed.add(claim.order_no);
    else {
      aloneMicro += shareMicro;
      aloneOf.set(claim.order_no, earlier + left);
    }
    accounts += left;
    sumMicro += shareMicro;
  }
  return { open: claims.length, accounts, amount: formatMicro(sumMicro), second_person: proposed.size };
}

/**
 * Decides several claims the same way, with one answer to their buyers: each in a step of its own, so that one which
 * cannot be decided holds up no other. Repeated, nothing is decided twice. Refuses to refund without the permission
 * (noPermission).
 */
export async function decideWarrantyClaims(
  ctx: Ctx,
  { body: { ids, decision, reason } }: Input<'decideWarrantyClaims'>,
): Promise<Data<'decideWarrantyClaims'>> {
  if (decision === 'refund') requireAction(ctx.actor, paths.refundOrder[2]);
  const items: Data<'decideWarrantyClaims'>['items'] = [];
  for (const id of new Set(ids)) {
    const claim = await findWarrantyClaim(ctx.db, BigInt(id));
    const about = { id, order_no: claim?.order_no ?? null };
    try {
      if (!claim) refuse('notFound');
      items.push({ ...about, outcome: await decide(ctx, claim, decision, reason), code: null });
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      items.push({ ...about, outcome: 'failed', code: errors[error.reason].code });
    }
  }
  return { items };
}

/**
 * The shop itself replaces or refunds accounts of a claim; what else is left of it stays open. False where it would be too
 * much (`readShopRemedy`). What it refuses may have begun: the caller rolls it back.
 */
export async function remedyClaimed(
  ctx: Ctx,
  remedy: 'replace' | 'refund',
  wanted: ShopRemedy,
): Promise<boolean> {
  const { order_no: orderNo } = (await findWarrantyClaim(ctx.db, wanted.claimId)) ?? refuse('notFound');
  return (remedy === 'replace' ? replaceByShop : refundByShop)(ctx, orderNo, wanted);
}

type Decision = Input<'decideWarrantyClaims'>['body']['decision'];
type Outcome = Data<'decideWarrantyClaims'>['items'][number]['outcome'];

async function decide(
  ctx: Ctx,
  { id, order_no, state, answer }: WarrantyClaimDetailsRow,
  decision: Decision,
  reason: string,
): Promise<Outcome> {
  if (decision === 'refuse') {
    // As a repeated call finds it.
    if (state === 'refused' && answer === reason) return 'refused';
    await refuseWarrantyClaim(ctx, { params: { id: String(id) }, body: { reason } });
    return 'refused';
  }
  const request = { params: { order_no }, body: { claim_id: String(id), reason } };
  const { proposal } = await (decision === 'refund' ? refundOrder : replaceItems)(ctx, request);
  if (proposal) return 'proposed';
  return decision === 'refund' ? 'refunded' : 'replaced';
}
