import { parseAddress } from '@portside/chain/networks/address';
import { create2PrefixOf } from '@portside/chain/networks/chains';
import { depositAddressOf, depositInitCode } from '@portside/checkout/deposit-code';
import type { DepositAddress } from '@portside/contract';
import { keccak256, type Hex } from 'viem';

export type CheckedAddress = { readonly isRight: boolean; readonly codeHash: Hex };

/**
 * Computes the address from the published code of the factory, the salt and the shop's wallet, and compares it with the
 * one that is shown. False also where one of them is no address or salt at all.
 */
export function checkAddress(shown: DepositAddress): CheckedAddress {
  const { type, chain_id: chainId } = shown;
  try {
    const factory = {
      prefix: create2PrefixOf(type, chainId),
      factory: parseAddress(type, shown.factory_address),
      treasury: parseAddress(type, shown.wallet_address),
    };
    const computed = depositAddressOf(factory, shown.salt as Hex);
    return {
      isRight: computed === parseAddress(type, shown.address),
      codeHash: keccak256(depositInitCode(factory)),
    };
  } catch {
    return { isRight: false, codeHash: '0x' };
  }
}
