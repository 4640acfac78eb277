import { parseAddress } from '@portside/chain/networks/address';
import { create2PrefixOf } from '@portside/chain/networks/chains';
import { depositAddressOf, type DepositFactory } from '@portside/checkout/deposit-code';
import type { DepositAddress } from '@portside/contract';
import type { Hex } from 'viem';

export type ShownAddress = Pick<
  DepositAddress,
  'type' | 'chain_id' | 'address' | 'factory_address' | 'wallet_address' | 'salt'
>;

/** The factory that an address was computed from; null if the computed address is another one. */
type CheckedAddress = { readonly factory: DepositFactory | null };

/**
 * Computes the address from the published code, and the factory, salt and wallet that the shop names, and compares it
 * with the one that is shown. Also null if one of them is no address or salt at all. It does not prove that they are
 * the shop's and the buyer's: only the shop can compute a salt.
 */
export function checkAddress(shown: ShownAddress): CheckedAddress {
  const { type, chain_id: chainId } = shown;
  try {
    const factory = {
      prefix: create2PrefixOf(type, chainId),
      factory: parseAddress(type, shown.factory_address),
      treasury: parseAddress(type, shown.wallet_address),
    };
    const computed = depositAddressOf(factory, shown.salt as Hex);
    return { factory: computed === parseAddress(type, shown.address) ? factory : null };
  } catch {
    return { factory: null };
  }
}
