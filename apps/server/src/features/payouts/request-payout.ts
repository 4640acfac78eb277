import {
  formatMicro,
  parseMicro,
  type Data,
  type Input,
  type Network,
  type PayoutRequest,
} from '@portside/contract';
import { formatAddress, recordOf, toUnits } from '@portside/chain';
import type { Hex } from 'viem';
import { requireUser } from '../../platform/actor.ts';
import { recordAudit } from '../../platform/audit/record-audit.ts';
import { inTransaction, type Ctx } from '../../platform/context.ts';
import { crashPoint } from '../../platform/crash-point.ts';
import { refuse } from '../../platform/refusal.ts';
import { isAgent } from '../agents/index.ts';
import { listBuyersAddresses } from '../deposit-addresses/index.ts';
import {
  lockCommissionAccount,
  publishBalance,
  reserveCommission,
  returnBalance,
  returnCommission,
} from '../ledger/index.ts';
import { notify, notifyStaff } from '../notices/index.ts';
import { findActiveMethod, findUsablePaymentMethods } from '../payment-methods/index.ts';
import { requireOwnPassword } from '../sessions/index.ts';
import { readSetting } from '../settings/index.ts';
import { findBlockedWallet, parseAddressField } from '../wallets/index.ts';
import {
  lockPayout,
  OPEN,
  ownerOf,
  presentFigures,
  presentPayout,
  readFigures,
  subjectOf,
  updatePayout,
  type PayoutRow,
} from './payouts.sql.ts';

export const SHOWN_REQUESTS = 20;

/** Refuses callers who are not agents (agentDoesNotExist). */
export async function readOwnPayouts(ctx: Ctx): Promise<Data<'readOwnPayouts'>> {
  const agentId = await requireAgent(ctx);
  const [figures, minimumMicro, methods, requests] = await Promise.all([
    readFigures(ctx, agentId),
    readSetting(ctx.db, 'payoutMinimumMicro'),
    findUsablePaymentMethods(ctx),
    ctx.db
      .selectFrom('payout_requests')
      .selectAll()
      .where('agent_id', '=', agentId)
      .orderBy('id', 'desc')
      .limit(SHOWN_REQUESTS)
      .execute(),
  ]);
  return {
    figures: presentFigures(figures),
    minimum: formatMicro(minimumMicro),
    networks: methods.map(({ type }) => type),
    requests: requests.map(presentPayout),
  };
}

async function requireAgent({ db, actor }: Ctx): Promise<bigint> {
  const { userId } = requireUser(actor);
  return (await isAgent(db, userId)) ? userId : refuse('agentDoesNotExist');
}

type RequestInput = Input<'requestPayout'> & { readonly idempotencyKey: string };

/**
 * Asks for a payout and reserves its amount. A repeated key answers with the same request. Refuses callers who are not
 * agents (agentDoesNotExist), a wrong password (oldPasswordWrong), a key used for something else (keyReused), a second
 * open request (payoutOpen), less than the minimum (amountOutOfRange), more than is free (balanceTooLow), a network
 * where the shop has no wallet (topUpsOff), and an address that is none there (invalidFormat) or to which the shop does
 * not pay (payoutAddressRefused).
 */
export async function requestPayout(
  ctx: Ctx,
  { body, idempotencyKey }: RequestInput,
): Promise<PayoutRequest> {
  const agentId = await requireAgent(ctx);
  await requireOwnPassword(ctx, body.password);
  const { type } = body;
  const amountMicro = parseMicro(body.amount);
  const address = parseAddressField(type, body.address, 'address');
  return inTransaction(ctx, async (step) => {
    // Serialises the agent's requests, sales, refunds and payouts.
    if (!(await lockCommissionAccount(step.db, agentId))) refuse('agentDoesNotExist');
    return openRequest(step, {
      owner: { kind: 'commission', agent_id: agentId, user_id: null },
      idempotencyKey,
      network: type,
      address,
      amountMicro,
      leastMicro: await readSetting(step.db, 'payoutMinimumMicro'),
      requireCovered: async () => {
        const { freeMicro } = await readFigures(step, agentId);
        if (freeMicro < amountMicro) refuse('balanceTooLow', 'free commission');
        return {};
      },
      reserve: (requestId) => reserveCommission(step, { requestId, userId: agentId, amountMicro }),
    });
  });
}

type Wanted = {
  readonly owner: Pick<PayoutRow, 'kind' | 'agent_id' | 'user_id'>;
  readonly idempotencyKey: string;
  readonly network: Network;
  readonly address: Hex;
  readonly amountMicro: bigint;
  readonly leastMicro: bigint;
  /** Refuses what the owner does not have; answers with what the request says of it. */
  requireCovered(): Promise<Partial<Pick<PayoutRow, 'is_signed' | 'payable_at'>>>;
  reserve(requestId: bigint): Promise<unknown>;
};

/** Records a request and reserves its amount. The caller has locked the account that it comes from. */
export async function openRequest(step: Ctx, wanted: Wanted): Promise<PayoutRequest> {
  const { db, clock } = step;
  const { owner, network, address, amountMicro, idempotencyKey } = wanted;
  const userId = (owner.agent_id ?? owner.user_id)!;
  const ofOwner = db
    .selectFrom('payout_requests')
    .selectAll()
    .where('kind', '=', owner.kind)
    .where(owner.kind === 'commission' ? 'agent_id' : 'user_id', '=', userId);
  const known = await ofOwner.where('idempotency_key', '=', idempotencyKey).executeTakeFirst();
  if (known) {
    const isSame =
      known.network === network && known.address === address && known.amount_micro === amountMicro;
    return isSame ? presentPayout(known) : refuse('keyReused');
  }
  if (await ofOwner.where('state', 'in', OPEN).executeTakeFirst()) refuse('payoutOpen');
  if (amountMicro < wanted.leastMicro) refuse('amountOutOfRange');
  const method = await findActiveMethod(step, network);
  const isUsable = (await findUsablePaymentMethods(step)).some((one) => one.type === network);
  if (!method || !isUsable) return refuse('topUpsOff', network);
  requirePayable(network, amountMicro);
  const place = { network, address, token: method.contract_address };
  await requireAllowed(step, place, [method.wallet_address, method.checkout_address, method.factory_address]);
  const covered = await wanted.requireCovered();
  const now = clock.now();
  const row = await db
    .insertInto('payout_requests')
    .values({
      ...owner,
      ...place,
      ...covered,
      amount_micro: amountMicro,
      chain_id: method.chain_id,
      idempotency_key: idempotencyKey,
      created_at: now,
      changed_at: now,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
  crashPoint('payout request: recorded');
  await wanted.reserve(row.id);
  crashPoint('payout request: held');
  const after = { amount: formatMicro(amountMicro), network, address: formatAddress(network, address) };
  await recordAudit(step, { action: 'payout.request', subject: subjectOf(row.id), after });
  await notify(step, { userId, event: 'payoutRequested', reference: row.id });
  await notifyStaff(step, { event: 'payoutWaiting', reference: row.id });
  return presentPayout(row);
}

/** Refuses an amount that the network's token cannot have (amountOutOfRange). */
function requirePayable(type: Network, amountMicro: bigint): void {
  try {
    toUnits(amountMicro, recordOf(type).token.decimals);
  } catch (error) {
    refuse('amountOutOfRange', (error as Error).message);
  }
}

/**
 * Refuses (payoutAddressRefused) the token itself, buyers' own addresses, which only the shop can empty, a wallet on a block
 * list, and `others`. Asked again before each step.
 */
export async function requireAllowed(
  { db }: Ctx,
  { network, address, token }: Pick<PayoutRow, 'network' | 'address' | 'token'>,
  others: readonly (Hex | null)[] = [],
): Promise<void> {
  const isShops =
    [token, ...others].includes(address) || (await listBuyersAddresses(db, [address])).length > 0;
  if (isShops) refuse('payoutAddressRefused', 'of the shop or the token');
  if (await findBlockedWallet(db, network, address)) refuse('payoutAddressRefused', 'blocked');
}

/**
 * Withdraws an own request; its amount is free again. Repeated, it changes nothing. Refuses one that is not the caller's
 * (notFound), or that somebody has begun to pay (payoutSettled).
 */
export async function cancelPayout(ctx: Ctx, { params }: Input<'cancelPayout'>): Promise<PayoutRequest> {
  const { userId } = requireUser(ctx.actor);
  const answer = await inTransaction(ctx, async (step) => {
    const row = await lockPayout(step.db, BigInt(params.id));
    if (ownerOf(row) !== userId) refuse('notFound');
    if (row.state === 'cancelled') return presentPayout(row);
    if (row.state !== 'requested' && row.state !== 'approved') refuse('payoutSettled', row.state);
    const cancelled = await endPayout(step, row, { state: 'cancelled' });
    await recordAudit(step, { action: 'payout.cancel', subject: subjectOf(row.id) });
    return presentPayout(cancelled);
  });
  crashPoint('payout end: after commit');
  return answer;
}

/** Ends a locked, unpaid request and gives its amount back. */
export async function endPayout(
  ctx: Ctx,
  row: PayoutRow,
  end: { readonly state: 'cancelled' | 'rejected'; readonly reason?: string },
): Promise<PayoutRow> {
  if (!OPEN.includes(row.state)) refuse('payoutSettled', row.state);
  const held = { requestId: row.id, userId: ownerOf(row), amountMicro: row.amount_micro };
  if (row.kind === 'commission') await returnCommission(ctx, held);
  else publishBalance(ctx, held.userId, (await returnBalance(ctx, held)).balanceMicro);
  crashPoint('payout end: given back');
  return updatePayout(ctx, row.id, end);
}
