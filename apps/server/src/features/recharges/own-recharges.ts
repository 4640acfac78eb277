import type { Data, Input, Recharge, Network } from '@portside/contract';
import { requirePayer, requireUser } from '../../platform/actor.ts';
import { type Ctx, inTransaction } from '../../platform/context.ts';
import { cutPage, readIdCursor } from '../../platform/lists/by-id.ts';
import { refuse } from '../../platform/refusal.ts';
import { statesOf, statesBefore, statusOf } from './recharge-states.ts';
import { presentRecharges, publishRecharges, awaitsPayment } from './recharges.present.ts';
import {
  findOwnRecharge,
  listOwnRecharges,
  type RechargeRow,
  moveRecharge,
  saveSubmittedTxHash,
} from './recharges.sql.ts';
import { createTermsCheck } from './check-payment-terms.ts';
import { parseTxHash } from '@portside/chain';
import { namePayment, type LookUpChains } from '../deposits/index.ts';

/** The caller's own top-up; for a ticket, only the one it was made for. Refuses any other (notFound). */
export async function getOwnRecharge(ctx: Ctx, orderId: string): Promise<RechargeRow> {
  const { userId, rechargeId } = requirePayer(ctx.actor);
  const own = await findOwnRecharge(ctx.db, userId, orderId);
  return own && (rechargeId === null || rechargeId === own.id) ? own : refuse('notFound');
}

/** One top-up of the caller. Refuses any other (notFound). */
export async function readRecharge(ctx: Ctx, { params }: Input<'readRecharge'>): Promise<Recharge> {
  return present(ctx, await getOwnRecharge(ctx, params.order_id));
}

async function present(ctx: Ctx, row: RechargeRow): Promise<Recharge> {
  const [recharge] = await presentRecharges(ctx, [row]);
  return recharge!;
}

/** The caller's top-ups, newest first. */
export async function listRecharges(
  ctx: Ctx,
  { query }: Input<'listRecharges'>,
): Promise<Data<'listRecharges'>> {
  const { userId } = requireUser(ctx.actor);
  const filter = {
    states: query.status && statesOf(query.status),
    from: query.from === undefined ? undefined : new Date(query.from),
    to: query.to === undefined ? undefined : new Date(query.to),
    before: readIdCursor(query.cursor),
  };
  const rows = await listOwnRecharges(ctx.db, userId, filter, query.limit + 1);
  const { shown, nextCursor } = cutPage(rows, query.limit);
  return { items: await presentRecharges(ctx, shown), next_cursor: nextCursor, total: null };
}

/**
 * The caller's own top-up, about to be paid. Refuses one that is not the caller's (notFound) and one whose addresses
 * are not the shop's (addressesChanged).
 */
export async function getPayableRecharge(ctx: Ctx, orderId: string): Promise<RechargeRow> {
  const recharge = await getOwnRecharge(ctx, orderId);
  const findTerms = await createTermsCheck(ctx, [recharge.network]);
  return findTerms(recharge) ? recharge : refuse('addressesChanged', `top-up ${orderId}`);
}

/**
 * Cancels an unpaid top-up. Its amount stays reserved, so a payment that is already on its way is still
 * credited. Refuses a top-up whose payment was seen or that has ended otherwise (notCancellable).
 */
export async function cancelRecharge(ctx: Ctx, { params }: Input<'cancelRecharge'>): Promise<Recharge> {
  const row = await inTransaction(ctx, async (step) => {
    const own = await getOwnRecharge(step, params.order_id);
    if (own.state === 'cancelled') return own;
    const from = statesBefore('cancelled', 'buyer');
    const when = { cancelled_at: step.clock.now() };
    const cancelled = await moveRecharge(step.db, own.id, from, 'cancelled', when);
    if (!cancelled) return readCancelled(step, params.order_id);
    publishRecharges(step, [cancelled]);
    return cancelled;
  });
  return present(ctx, row);
}

/** It moved after it was read: another call cancelled it, or it was paid. */
async function readCancelled(ctx: Ctx, orderId: string): Promise<RechargeRow> {
  const now = await getOwnRecharge(ctx, orderId);
  return now.state === 'cancelled' ? now : refuse('notCancellable');
}

/**
 * Takes the hash of the transaction that pays a top-up, in time or late, and polls the chain at once for each new hash.
 * What it was is looked up on all networks. Credits nothing and changes no state; answers a credited top-up as it is.
 * Refuses one that is not the caller's (notFound), and a new hash for one whose late payments no longer count
 * (paymentNotAwaited).
 */
export async function submitTxHash(
  ctx: Ctx,
  { params, body }: Input<'submitTxHash'>,
  pollNow: (network: Network) => void,
  chains: LookUpChains = {},
): Promise<Recharge> {
  let own = await getOwnRecharge(ctx, params.order_id);
  const txHash = parseTxHash(body.tx_hash);
  if (own.submitted_tx_hash !== txHash && statusOf(own.state) !== 'successful') {
    if (!awaitsPayment(own)) refuse('paymentNotAwaited');
    own = await saveSubmittedTxHash(ctx.db, own.id, txHash, ctx.clock.now());
    pollNow(own.network);
  }
  await namePayment(ctx, { txHash, network: own.network, orderId: own.order_id }, chains);
  return present(ctx, own);
}
