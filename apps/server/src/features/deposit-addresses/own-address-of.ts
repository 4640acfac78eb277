import { depositAddressOf, type DepositFactory } from '@portside/checkout';
import { bytesToHex, type Hex } from 'viem';
import type { Keyring } from '../../platform/keyring.ts';

type OwnAddress = { readonly salt: Hex; readonly address: Hex };

/** Chain ids are of one network each, but two chains may hold a factory at the same address. */
type FactoryOnChain = { readonly chainId: bigint; readonly factory: DepositFactory };

/**
 * A buyer's address at a factory, in lower-case hex. The salt is a keyed hash, so nobody learns from an address whose
 * it is, nor which addresses of several networks belong together. The key never changes.
 */
export function ownAddressOf(
  keyring: Pick<Keyring, 'derive'>,
  { chainId, factory }: FactoryOnChain,
  userId: bigint,
): OwnAddress {
  const salt = bytesToHex(keyring.derive('deposit address', `${chainId}:${factory.factory}:${userId}`));
  return { salt, address: depositAddressOf(factory, salt) };
}
