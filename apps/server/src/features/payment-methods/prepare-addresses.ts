import { formatAddress } from '@portside/chain';
import type { Network } from '@portside/contract';
import type { Ctx } from '../../platform/context.ts';
import { refuse } from '../../platform/refusal.ts';
import { prepareMethod, type ChainFacts, type Propose } from './propose-method.ts';
import { findActiveMethod } from './read-methods.ts';

type AddressesInput = {
  readonly type: Network;
  readonly contract_address?: string | undefined;
  readonly wallet_address?: string | undefined;
  readonly reason?: string | undefined;
};

/**
 * Checks addresses from the site config and prepares their proposal, as `prepareMethod`. Absent fields keep their
 * current values, and so do chain and checkout; a new wallet's checkout and factory are set with the payment method.
 */
export async function prepareAddresses(
  ctx: Ctx,
  chains: ChainFacts,
  { type, contract_address, wallet_address, reason }: AddressesInput,
): Promise<Propose> {
  if (contract_address === undefined && wallet_address === undefined) return async () => null;
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
