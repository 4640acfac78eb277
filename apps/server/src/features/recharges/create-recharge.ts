import { parseMicro, type Input, type Network, type Recharge } from '@portside/contract';
import { requireUser } from '../../platform/actor.ts';
import { inTransaction, type Ctx } from '../../platform/context.ts';
import { crashPoint } from '../../platform/crash-point.ts';
import { refuse } from '../../platform/refusal.ts';
import { readFollowedHead } from '../deposits/index.ts';
import { lockBalances } from '../ledger/index.ts';
import { findActiveMethod, isUsable, type PaymentMethodRow } from '../payment-methods/index.ts';
import { loadSettings } from '../settings/index.ts';
import { openRecharge } from './open-recharge.ts';
import { publishRecharges } from './publish-recharges.ts';
import { presentRecharges } from './recharges.present.ts';
import { countUnpaid, findByKey, type RechargeRow } from './recharges.sql.ts';

const MOST_OPEN = 3;
/** Between two hundredths there is room for the tails of one amount, and no round payment can meet another's. */
const STEP_MICRO = 10_000n;
/** Amounts stay reserved after a cancel; without a limit one buyer could reserve them all. */
const MOST_RESERVED = 100;

type Request = { readonly network: Network; readonly amountMicro: bigint; readonly idempotencyKey: string };

/**
 * Asks for a top-up: fixes chain, addresses, exact amount and end of the quote. The same key answers with
 * the same top-up. Refuses another body under a known key (keyReused), an amount outside the settings
 * (amountOutOfRange) or with more than two decimals (invalidFormat), a network that is off or not being followed (topUpsOff), more than three open ones
 * (tooManyOpenRecharges) and hoarding of amounts (tooManyTries).
 */
export async function createRecharge(
  ctx: Ctx,
  { body, idempotencyKey }: Input<'createRecharge'> & { readonly idempotencyKey: string },
): Promise<Recharge> {
  const { userId } = requireUser(ctx.actor);
  const request = { network: body.type, amountMicro: parseMicro(body.amount), idempotencyKey };
  const row = await inTransaction(ctx, async (step) => {
    // One at a time for each buyer, so that neither the key nor the limits can be passed in a race.
    await lockBalances(step.db, [userId]);
    const earlier = await findByKey(step.db, userId, idempotencyKey);
    return earlier ? sameOrRefuse(earlier, request) : open(step, userId, request);
  });
  crashPoint('recharge: after commit');
  const [recharge] = await presentRecharges(ctx.db, [row]);
  return recharge!;
}

const sameOrRefuse = (earlier: RechargeRow, { network, amountMicro }: Request): RechargeRow =>
  earlier.network === network && earlier.amount_micro === amountMicro ? earlier : refuse('keyReused');

async function open(ctx: Ctx, userId: bigint, request: Request): Promise<RechargeRow> {
  const { amountMicro, network, idempotencyKey } = request;
  const settings = await loadSettings(ctx.db);
  if (amountMicro < settings.rechargeMinimumMicro || amountMicro > settings.rechargeMaximumMicro) {
    refuse('amountOutOfRange');
  }
  if (amountMicro % STEP_MICRO !== 0n) refuse('invalidFormat', 'an amount has two decimals');
  const { method, head } = await getFollowedMethod(ctx, network);
  const unpaid = await countUnpaid(ctx.db, userId);
  if (unpaid.open >= MOST_OPEN) refuse('tooManyOpenRecharges');
  if (unpaid.reserved >= MOST_RESERVED) refuse('tooManyTries', 'amounts reserved without being paid');
  const { quoteMinutes } = settings;
  const row = await openRecharge(ctx, {
    userId,
    method,
    head,
    amountMicro,
    idempotencyKey,
    quoteMinutes,
  });
  await publishRecharges(ctx, [row]);
  crashPoint('recharge: opened');
  return row;
}

async function getFollowedMethod(
  ctx: Ctx,
  network: Network,
): Promise<{ method: PaymentMethodRow; head: number }> {
  const method = await findActiveMethod(ctx.db, network);
  if (!method || !isUsable(method)) return refuse('topUpsOff', 'no usable payment method');
  const head = await readFollowedHead(ctx.db, method.chain_id, ctx.clock.now());
  return head === null ? refuse('topUpsOff', 'the chain is not being followed') : { method, head };
}
