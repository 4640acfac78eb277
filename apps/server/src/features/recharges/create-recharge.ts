import { chainsOf } from '@portside/chain';
import { parseMicro, type Input, type Network, type Recharge } from '@portside/contract';
import { requireUser } from '../../platform/actor.ts';
import { inTransaction, type Ctx } from '../../platform/context.ts';
import { crashPoint } from '../../platform/crash-point.ts';
import { refuse } from '../../platform/refusal.ts';
import { getOwnAddress } from '../deposit-addresses/index.ts';
import { readFollowedHead } from '../deposits/index.ts';
import { lockBalances } from '../ledger/index.ts';
import { findActiveMethod, isUsable, type PaymentMethodRow } from '../payment-methods/index.ts';
import { loadSettings } from '../settings/index.ts';
import { isTreasurySound, type LookFirst } from '../treasury/index.ts';
import { openRecharge } from './open-recharge.ts';
import { publishRecharges, presentRecharges } from './recharges.present.ts';
import { findByKey, type RechargeRow } from './recharges.sql.ts';
import { requireRoomFor, countOpen } from './reserved-amounts.ts';

const MAX_OPEN = 3;
/** Amounts are asked for in cents: the digits below tell open top-ups apart. */
const STEP_MICRO = 10_000n;

type Request = { readonly network: Network; readonly amountMicro: bigint; readonly idempotencyKey: string };

/**
 * Creates a top-up with its chain, addresses, exact amount and the end of its quote. The same key answers the same
 * top-up. Refuses another body under a known key (keyReused), an amount outside the settings, for an own address below
 * the least that is credited there (amountOutOfRange), or one with more than two decimals (invalidFormat), a network that is off
 * or not followed or whose wallet was not looked at or is refused by its token (topUpsOff), more than three open
 * top-ups (tooManyOpenRecharges), too many amounts held by the buyer or their address (tooManyUnpaidRecharges), a new
 * address where too many were opened (tooManyNewAddresses), and an amount of which none is free (amountsTaken).
 */
export async function createRecharge(
  ctx: Ctx,
  { body, idempotencyKey }: Input<'createRecharge'> & { readonly idempotencyKey: string },
  lookFirst: LookFirst = () => Promise.resolve(),
): Promise<Recharge> {
  const { userId } = requireUser(ctx.actor);
  const request = { network: body.type, amountMicro: parseMicro(body.amount), idempotencyKey };
  // Before the transaction, which must not wait for a node.
  await lookFirst(ctx, body.type);
  const row = await inTransaction(ctx, async (step) => {
    // One at a time for each buyer, so that concurrent calls cannot bypass the key or the limits.
    await lockBalances(step.db, [userId]);
    const earlier = await findByKey(step.db, userId, idempotencyKey);
    return earlier ? sameOrRefuse(earlier, request) : open(step, userId, request);
  });
  crashPoint('recharge: after commit');
  const [recharge] = await presentRecharges(ctx, [row]);
  return recharge!;
}

const sameOrRefuse = (earlier: RechargeRow, { network, amountMicro }: Request): RechargeRow =>
  earlier.network === network && earlier.amount_micro === amountMicro ? earlier : refuse('keyReused');

async function open(ctx: Ctx, userId: bigint, request: Request): Promise<RechargeRow> {
  const { amountMicro, network, idempotencyKey } = request;
  const settings = await loadSettings(ctx.db);
  if (amountMicro > settings.rechargeMaximumMicro) refuse('amountOutOfRange');
  const { method, head } = await getFollowedMethod(ctx, network);
  if ((await countOpen(ctx.db, userId)) >= MAX_OPEN) refuse('tooManyOpenRecharges');
  const own = await getOwnAddress(ctx, method, userId);
  // An own address takes less than the settings ask for; still smaller deposits would not be credited at once.
  const leastMicro = own ? chainsOf(network).leastDepositMicro : settings.rechargeMinimumMicro;
  if (amountMicro < leastMicro) refuse('amountOutOfRange');
  if (amountMicro % STEP_MICRO !== 0n) refuse('invalidFormat', 'an amount has two decimals');
  const reservedAddress = own ? null : await requireRoomFor(ctx, userId);
  const { quoteMinutes } = settings;
  const row = await openRecharge(ctx, {
    userId,
    method,
    head,
    amountMicro,
    idempotencyKey,
    quoteMinutes,
    ownAddress: own?.address ?? null,
    reservedAddress,
  });
  publishRecharges(ctx, [row]);
  crashPoint('recharge: opened');
  return row;
}

async function getFollowedMethod(
  ctx: Ctx,
  network: Network,
): Promise<{ method: PaymentMethodRow; head: number }> {
  const method = await findActiveMethod(ctx, network);
  if (!method || !isUsable(method)) return refuse('topUpsOff', 'no usable payment method');
  if (!(await isTreasurySound(ctx, method)))
    return refuse('topUpsOff', 'the wallet is not known to be in order');
  const head = await readFollowedHead(ctx.db, method.chain_id, ctx.clock.now());
  return head === null ? refuse('topUpsOff', 'the chain is not being followed') : { method, head };
}
