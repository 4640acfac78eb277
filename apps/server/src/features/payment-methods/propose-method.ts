import { isPrivateChain, mainChainOf, type ChainNode } from '@portside/chain';
import type { Network, PaymentMethodChange, Proposal } from '@portside/contract';
import { requireAction } from '../../platform/actor.ts';
import type { Ctx } from '../../platform/context.ts';
import { refuseField } from '../../platform/refusal.ts';
import { requireFreshCode } from '../../platform/require-fresh-code.ts';
import { presentProposal, propose } from '../approvals/index.ts';
import { isSame } from './activate-method.ts';
import { isCheckoutProven } from './is-checkout-proven.ts';
import { parseMethod, type WrittenMethod } from './parse-method.ts';
import { factsOfMethod, presentKeptMethod } from './payment-methods.present.ts';
import {
  findActiveMethod,
  findNewestMethod,
  hasEverHadMethod,
  type NewMethod,
  type PaymentMethodRow,
} from './payment-methods.sql.ts';
import { requireServed } from './require-served.ts';

export type ChainFacts = {
  /** Whether the network is reached through nodes of this machine only. */
  isOnLoopback(network: Network): boolean;
  nodesOf(network: Network): readonly ChainNode[];
  /** Whether the chain's deposits are being recorded right now. */
  isFollowed(ctx: Ctx, chainId: bigint): Promise<boolean>;
};

/** Puts what was checked before a second person; null where it is set already. */
export type Propose = (ctx: Ctx) => Promise<Proposal | null>;

export const WRITE = 'paymentMethod.write';
/** In which every admin sees a new address and can veto it. */
const COOLS_MS = 24 * 3_600_000;

type Written = Omit<WrittenMethod, 'chain_id'> & {
  /** The one that the shop follows where absent; the main one before any method was set. */
  readonly chain_id?: number | undefined;
  readonly reason?: string | undefined;
};

/**
 * Checks a network's new addresses before any transaction, because nodes are asked. Refuses a private chain,
 * where play money is made at will, unless the nodes are on this machine, and whatever `parseMethod` and
 * `requireServed` refuse.
 */
export async function prepareMethod(ctx: Ctx, chains: ChainFacts, written: Written): Promise<Propose> {
  requireAction(ctx.actor, WRITE);
  const newest = await findNewestMethod(ctx.db, written.type);
  const followed = newest ? Number(newest.chain_id) : mainChainOf(written.type).chainId;
  const method = parseMethod({ ...written, chain_id: written.chain_id ?? followed });
  if (isPrivateChain(method.type, Number(method.chain_id)) && !chains.isOnLoopback(method.type)) {
    refuseField('parameterError', 'chain_id', 'wrong');
  }
  const active = await findActiveMethod(ctx.db, method.type);
  if (active && isSame(active, method)) return async () => null;
  requireFreshCode(ctx);
  const nodes = chains.nodesOf(method.type);
  await requireServed(nodes, method, newest);
  const isProven = await isCheckoutProven(nodes, method);
  return (step) => proposeMethod(step, { ...method, isProven }, written.reason);
}

/** The first addresses ever take effect at once. */
async function proposeMethod(
  ctx: Ctx,
  { isProven, ...method }: NewMethod & { readonly isProven: boolean },
  reason = '',
): Promise<Proposal | null> {
  const active = await findActiveMethod(ctx.db, method.type);
  if (active && isSame(active, method)) return null;
  const row = await propose(ctx, {
    kind: 'treasuryChangeApproved',
    subject: `paymentMethod:${method.type}`,
    terms: {
      ...factsOfMethod(method),
      checkout_proven: isProven,
      ...formerFacts(active),
    },
    reason,
    action: WRITE,
    coolsMs: COOLS_MS,
    isFirst: !(await hasEverHadMethod(ctx.db, method.type)),
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
  };
}

/** Top-ups that somebody switched off are not switched on again by one person alone. */
export async function proposeTopUps(ctx: Ctx, method: PaymentMethodRow, reason = ''): Promise<Proposal> {
  const { type, chain_id, wallet_address } = factsOfMethod(method);
  const row = await propose(ctx, {
    kind: 'topUpsOnApproved',
    subject: `paymentMethod:${type}`,
    terms: { type, method_id: method.id.toString(), chain_id, wallet_address },
    reason,
    action: WRITE,
  });
  return presentProposal(row, ctx.actor);
}

export async function answerChange(
  { db }: Ctx,
  type: NewMethod['type'],
  proposals: readonly (Proposal | null)[],
): Promise<PaymentMethodChange> {
  const method = await findActiveMethod(db, type);
  return {
    method: method ? presentKeptMethod(method) : null,
    proposals: proposals.filter((one) => one !== null),
  };
}
