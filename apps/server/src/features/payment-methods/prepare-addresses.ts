import { formatAddress } from '@portside/chain';
import type { Network, Proposal } from '@portside/contract';
import type { Ctx } from '../../platform/context.ts';
import { refuse } from '../../platform/refusal.ts';
import { prepareMethod, type ChainFacts, type Propose } from './propose-method.ts';
import { findActiveMethod, isBeforeFirstMethod } from './read-methods.ts';

type AddressesInput = {
  readonly type: Network;
  readonly contract_address?: string | undefined;
  readonly wallet_address?: string | undefined;
  readonly reason?: string | undefined;
};

/**
 * Checks addresses from the site config and prepares their proposals, as `prepareMethod`. Absent fields keep their
 * current values, and so do chain and checkout; a new wallet's checkout and factory are set with the payment method.
 * The shop's very first addresses may be those of several networks.
 */
export async function prepareAddresses(
  ctx: Ctx,
  chains: ChainFacts,
  addresses: readonly AddressesInput[],
): Promise<(ctx: Ctx) => Promise<Proposal[]>> {
  const prepared: Propose[] = [];
  for (const one of addresses)
    if (one.contract_address !== undefined || one.wallet_address !== undefined)
      prepared.push(await prepareNetwork(ctx, chains, one));
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
  chains: ChainFacts,
  { type, contract_address, wallet_address, reason }: AddressesInput,
): Promise<Propose> {
  const active = await findActiveMethod(ctx, type);
  const known = (address: `0x${string}` | null | undefined) =>
    address ? formatAddress(type, address) : undefined;
  return prepareMethod(ctx, chains, {
    type,
    chain_id: active ? Number(active.chain_id) : undefined,
    contract_address: contract_address ?? known(active?.contract_address),
    wallet_address:
      wallet_address ?? known(active?.wallet_address) ?? refuse('missingParameters', 'wallet address'),
    checkout_address: known(active?.checkout_address),
    reason,
  });
}
