import { DAY_MS } from '../../platform/clock.ts';
import { readCodes, recordOf, type ChainNode } from '@portside/chain';
import { checkoutCode } from '@portside/checkout';
import { paths, type Network, type PaymentMethodChange, type Proposal } from '@portside/contract';
import type { Hex } from 'viem';
import type { Ctx } from '../../platform/context.ts';
import { refuseField } from '../../platform/refusal.ts';
import { presentProposal, propose } from '../approvals/index.ts';
import { isSame } from './activate-method.ts';
import {
  findLookAlike,
  parseMethod,
  type MethodInput,
  factsOfMethod,
  presentKeptMethod,
} from './method-rules.ts';
import { isFactoryProven, type NodeQuorum, requireServed } from './prove-contracts.ts';
import type { NewMethod, PaymentMethodRow } from './payment-methods.sql.ts';
import { findActiveMethod, findNewestMethod, isActive } from './read-methods.ts';
import { checkMethods } from './seal-methods.ts';

export type ChainFacts = {
  /** Whether all nodes of the network are on this machine. */
  isOnLoopback(network: Network): boolean;
  nodesOf(network: Network): readonly ChainNode[];
  /** How many of them must report the same. */
  quorumOf(network: Network): number;
  /** Which of these addresses are buyers' own deposit addresses, on whatever network. */
  listBuyersAddresses(ctx: Ctx, addresses: readonly Hex[]): Promise<readonly Hex[]>;
  /** Whether the method's chain is followed, and its wallet was looked at and found in order. */
  isOffered(ctx: Ctx, method: PaymentMethodRow): Promise<boolean>;
};

/**
 * Creates the proposal of a checked method, in the caller's transaction; null where it is already active. `isFirst`: no
 * network has ever had an address (`isBeforeFirstMethod`), so it takes effect at once.
 */
export type Propose = (ctx: Ctx, isFirst: boolean) => Promise<Proposal | null>;

/** Delay before a new address takes effect, during which any admin can reject it. */
const DELAY_MS = DAY_MS;

type Request = Omit<MethodInput, 'chain_id'> & {
  /** The chain that the shop follows where absent; the main one before any method was set. */
  readonly chain_id?: number | undefined;
  readonly reason?: string | undefined;
};

/**
 * Checks a network's new addresses; call it before the transaction, because it requests nodes. Refuses a buyer's own
 * address (parameterError), and what `parseMethod` and `requireServed` refuse.
 */
export async function prepareMethod(ctx: Ctx, request: Request, chains: ChainFacts): Promise<Propose> {
  const { type } = request;
  const newest = await findNewestMethod(ctx, type);
  const active = newest && isActive(newest) ? newest : undefined;
  const followed = newest ? Number(newest.chain_id) : recordOf(type).mainChainId;
  const method = withKnownMode(
    parseMethod({ ...request, chain_id: request.chain_id ?? followed }, chains.isOnLoopback(type)),
    request.mode === undefined ? active : undefined,
  );
  if (active && isSame(active, method)) return async () => null;
  await requireNoBuyers(ctx, method, chains);
  const asked = { nodes: chains.nodesOf(method.type), quorum: chains.quorumOf(method.type) };
  await requireServed(asked, method, newest);
  await requireOwnAddresses(asked, method);
  const isProven = await isCheckoutProven(asked, method);
  return (step, isFirst) => proposeMethod(step, { ...method, isProven, isFirst }, request.reason);
}

/**
 * Without a mode the caller means the present one, as long as the wallet stays: a factory pays to one wallet only.
 */
function withKnownMode(method: NewMethod, active: PaymentMethodRow | undefined): NewMethod {
  const { chain_id, wallet_address } = method;
  if (active?.chain_id !== chain_id || active.wallet_address !== wallet_address) return method;
  return { ...method, mode: active.mode, factory_address: active.factory_address };
}

/** Refuses a wallet or checkout that is a buyer's own address: what is paid there would be the buyer's. */
async function requireNoBuyers(
  ctx: Ctx,
  { wallet_address: wallet, checkout_address: checkout }: NewMethod,
  chains: ChainFacts,
): Promise<void> {
  const found = await chains.listBuyersAddresses(ctx, checkout ? [wallet, checkout] : [wallet]);
  if (found.length > 0)
    refuseField('parameterError', found.includes(wallet) ? 'wallet_address' : 'checkout_address', 'ofBuyer');
}

/** Refuses a factory that is not the published one with the method's wallet (parameterError). */
async function requireOwnAddresses(asked: NodeQuorum, method: NewMethod): Promise<void> {
  if (method.factory_address !== null && !(await isFactoryProven(asked, method)))
    refuseField('parameterError', 'factory_address', 'unproven');
}

async function proposeMethod(
  ctx: Ctx,
  { isProven, isFirst, ...method }: NewMethod & { readonly isProven: boolean; readonly isFirst: boolean },
  reason = '',
): Promise<Proposal | null> {
  const { rows, fault, approved } = await checkMethods(ctx, method.type);
  const active = fault === null ? rows.find(isActive) : undefined;
  if (active && isSame(active, method)) return null;
  const row = await propose(ctx, {
    kind: 'treasuryChangeApproved',
    subject: `paymentMethod:${method.type}`,
    terms: {
      ...factsOfMethod(method),
      checkout_proven: isProven,
      ...formerFacts(active),
      ...findLookAlikes(method, [...rows, ...(approved ?? [])]),
    },
    reason,
    action: paths.updatePaymentMethod[2],
    coolsMs: DELAY_MS,
    isFirst,
  });
  return presentProposal(row, ctx.actor);
}

function formerFacts(active: PaymentMethodRow | undefined) {
  const former = active && factsOfMethod(active);
  return {
    former_chain_id: former?.chain_id ?? null,
    former_contract_address: former?.contract_address ?? null,
    former_wallet_address: former?.wallet_address ?? null,
    former_checkout_address: former?.checkout_address ?? null,
    former_mode: former?.mode ?? null,
    former_factory_address: former?.factory_address ?? null,
  };
}

/** Compared with every wallet, checkout and factory that the network has or had, the newest first. */
function findLookAlikes(method: NewMethod, others: readonly PaymentMethodRow[]) {
  const {
    wallet_address: wallet,
    checkout_address: checkout,
    factory_address: factory,
  } = factsOfMethod(method);
  const known = others
    .map(factsOfMethod)
    .flatMap((one) => [one.wallet_address, one.checkout_address, one.factory_address]);
  return {
    wallet_looks_like: findLookAlike(wallet, known),
    checkout_looks_like: findLookAlike(checkout, known),
    factory_looks_like: findLookAlike(factory, known),
  };
}

/** Proposes to switch top-ups on again, which takes a second person. */
export async function proposeTopUps(ctx: Ctx, method: PaymentMethodRow, reason = ''): Promise<Proposal> {
  const { type, chain_id, wallet_address } = factsOfMethod(method);
  const row = await propose(ctx, {
    kind: 'topUpsOnApproved',
    subject: `paymentMethod:${type}`,
    terms: { type, method_id: method.id.toString(), chain_id, wallet_address },
    reason,
    action: paths.updatePaymentMethod[2],
  });
  return presentProposal(row, ctx.actor);
}

/** The method as it is now, and the proposals that would change it. */
export async function answerChange(
  ctx: Ctx,
  type: NewMethod['type'],
  proposals: readonly (Proposal | null)[],
): Promise<PaymentMethodChange> {
  const method = await findActiveMethod(ctx, type);
  return {
    method: method ? presentKeptMethod(method) : null,
    proposals: proposals.filter((one) => one !== null),
  };
}

/**
 * Whether the quorum of nodes confirms that the method's checkout contract pays its wallet in its token. Both are
 * immutable parts of the contract's code, so another wallet needs another contract; the payment page compares the same
 * code. Only reported, never a refusal: a stolen wallet must be replaceable even while no node answers.
 */
async function isCheckoutProven({ nodes, quorum }: NodeQuorum, method: NewMethod): Promise<boolean> {
  const { chain_id, contract_address, wallet_address, checkout_address } = method;
  if (checkout_address === null) return false;
  const codes = await readCodes(nodes, Number(chain_id), checkout_address);
  const expected = checkoutCode(contract_address, wallet_address);
  return codes.filter((code) => code === expected).length >= quorum;
}
