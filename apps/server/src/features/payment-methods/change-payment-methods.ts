import { findNetworkByName, formatAddress } from '@portside/chain';
import {
  paths,
  NETWORKS,
  type Input,
  type Network,
  type PaymentMethodChange,
  type Proposal,
  type Data,
  type PaymentMethod,
} from '@portside/contract';
import { requireAction } from '../../platform/actor.ts';
import { inTransaction, type Ctx } from '../../platform/context.ts';
import { refuseValue, refuse } from '../../platform/refusal.ts';
import {
  answerChange,
  prepareMethod,
  type ChainFacts,
  proposeTopUps,
  type Propose,
} from './propose-method.ts';
import {
  isBeforeFirstMethod,
  getActiveMethod,
  findActiveMethod,
  listActiveMethods,
  type Reader,
} from './read-methods.ts';
import { switchMethod } from './activate-method.ts';
import { recordAudit } from '../../platform/audit/record-audit.ts';
import { factsOfMethod, presentKeptMethod, isUsable, presentPaymentMethod } from './method-rules.ts';
import { lockMethods, retireMethod } from './payment-methods.sql.ts';
import { sealMethods, checkMethods } from './seal-methods.ts';
import { pageOf } from '../../platform/lists/pages.ts';

/**
 * All active and retired methods, newest first, as they are in the table, and whether the shop has written them.
 * Where a network's rows are gone, those that were approved are listed.
 */
export async function listPaymentMethods(
  ctx: Ctx,
  { query }: Input<'listPaymentMethods'>,
): Promise<Data<'listPaymentMethods'>> {
  const checked = await Promise.all(NETWORKS.map((network) => checkMethods(ctx, network)));
  const methods = checked.flatMap(({ rows, fault, approved }) =>
    (rows.length > 0 ? rows : (approved ?? [])).map((row) => ({ row, sealed: fault === null })),
  );
  const newestFirst = methods.toSorted((one, other) => (one.row.id < other.row.id ? 1 : -1));
  return pageOf(
    newestFirst.map(({ row, sealed }) => ({ ...presentKeptMethod(row), sealed })),
    query,
  );
}

/** Enabled methods with a right seal and a trusted token, whether or not their chain is currently followed. */
export async function findUsablePaymentMethods(reader: Reader): Promise<PaymentMethod[]> {
  return (await listActiveMethods(reader)).filter(isUsable).map(presentPaymentMethod);
}

/** Networks that accept top-ups now, exactly those that `createRecharge` accepts, in the order of the records. */
export async function listEnabledPaymentMethods(
  ctx: Ctx,
  { query }: Input<'listEnabledPaymentMethods'>,
  chains: Pick<ChainFacts, 'isOffered'>,
): Promise<Data<'listEnabledPaymentMethods'>> {
  const usable = (await listActiveMethods(ctx)).filter(isUsable);
  const offered = await Promise.all(usable.map((method) => chains.isOffered(ctx, method)));
  return pageOf(usable.filter((_, index) => offered[index]).map(presentPaymentMethod), query);
}

/**
 * Sets a network's addresses. The shop's very first take effect at once; all others are a proposal, a further network's
 * first ones too. Refuses an unknown network (invalidFormat) instead of falling back to another one.
 */
export async function createPaymentMethod(
  ctx: Ctx,
  { body }: Input<'createPaymentMethod'>,
  chains: ChainFacts,
): Promise<PaymentMethodChange> {
  const type = readType(body.type);
  const propose = await prepareMethod(ctx, { ...body, type }, chains);
  return inTransaction(ctx, async (step) =>
    answerChange(step, type, [await propose(step, await isBeforeFirstMethod(step))]),
  );
}

/** By the specification, callers that name no network mean the first. */
function readType(word = ''): Network {
  if (word === '') return NETWORKS[0];
  return findNetworkByName(word) ?? refuseValue('invalidFormat', 'type', 'unknown', word);
}

/**
 * Changes a network's active method: new addresses and switching on are proposals, switching off is immediate.
 * Refuses a retired method (notFound) and one that the shop has not written (addressesChanged).
 */
export async function updatePaymentMethod(
  ctx: Ctx,
  { params, body }: Input<'updatePaymentMethod'>,
  chains: ChainFacts,
): Promise<PaymentMethodChange> {
  const { type } = await getActiveMethod(ctx, BigInt(params.id));
  const propose = await prepareMethod(ctx, { ...body, type }, chains);
  return inTransaction(ctx, async (step) => {
    const method = await getActiveMethod(step, BigInt(params.id));
    const proposals = [await propose(step, false)];
    if (body.enabled && !method.enabled) proposals.push(await proposeTopUps(step, method, body.reason));
    if (!body.enabled) await switchMethod(step, method.id, false);
    return answerChange(step, type, proposals);
  });
}

/**
 * Retires a network's method immediately; its wallet is watched for another 90 days, with a factory permanently.
 * Refuses a retired one (notFound) and one that the shop has not written (addressesChanged).
 */
export async function deletePaymentMethod(ctx: Ctx, id: bigint): Promise<PaymentMethodChange> {
  return inTransaction(ctx, async (step) => {
    const { type } = await getActiveMethod(step, id);
    await lockMethods(step.db, type);
    const method = await getActiveMethod(step, id);
    await retireMethod(step.db, id, step.clock.now());
    await recordAudit(step, {
      action: 'paymentMethod.retire',
      subject: `paymentMethod:${method.type}`,
      before: factsOfMethod(method),
      after: { address_version: await sealMethods(step, type) },
    });
    return answerChange(step, method.type, []);
  });
}

type AddressesInput = {
  readonly type: Network;
  readonly contract_address?: string | undefined;
  readonly wallet_address?: string | undefined;
  readonly reason?: string | undefined;
};

/**
 * Checks addresses from the site config and prepares their proposals, as `prepareMethod`. Refuses callers who may not change
 * payment methods (noPermission). Absent fields keep their
 * current values, and so do chain and checkout; a new wallet's checkout and factory are set with the payment method.
 * The shop's very first addresses may be those of several networks.
 */
export async function prepareAddresses(
  ctx: Ctx,
  addresses: readonly AddressesInput[],
  chains: ChainFacts,
): Promise<(ctx: Ctx) => Promise<Proposal[]>> {
  const prepared: Propose[] = [];
  for (const one of addresses)
    if (one.contract_address !== undefined || one.wallet_address !== undefined)
      prepared.push(await prepareNetwork(ctx, one, chains));
  return async (step) => {
    const proposals: Proposal[] = [];
    const isFirst = prepared.length > 0 && (await isBeforeFirstMethod(step));
    for (const propose of prepared) {
      const proposal = await propose(step, isFirst);
      if (proposal) proposals.push(proposal);
    }
    return proposals;
  };
}

async function prepareNetwork(
  ctx: Ctx,
  { type, contract_address, wallet_address, reason }: AddressesInput,
  chains: ChainFacts,
): Promise<Propose> {
  requireAction(ctx.actor, paths.createPaymentMethod[2]);
  const active = await findActiveMethod(ctx, type);
  const known = (address: `0x${string}` | null | undefined) =>
    address ? formatAddress(type, address) : undefined;
  return prepareMethod(
    ctx,
    {
      type,
      chain_id: active ? Number(active.chain_id) : undefined,
      contract_address: contract_address ?? known(active?.contract_address),
      wallet_address:
        wallet_address ?? known(active?.wallet_address) ?? refuse('missingParameters', 'wallet address'),
      checkout_address: known(active?.checkout_address),
      reason,
    },
    chains,
  );
}
