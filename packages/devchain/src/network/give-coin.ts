import { recordOf } from '@portside/chain/networks/registry';
import { numberToHex, parseUnits, type Hex } from 'viem';
import type { NetworkType } from '../devchain.ts';
import type { LocalChain } from '../node/local-chain.ts';
import { FACES } from './faces.ts';

/**
 * Raises an address's balance of the native coin to what the network's face gives for fees; a higher one stays. Throws
 * on an address that is not 20 bytes.
 */
export async function giveCoin(chain: LocalChain, type: NetworkType, to: Hex): Promise<bigint> {
  if (!/^0x[0-9a-fA-F]{40}$/.test(to)) throw new Error('The receiver is not a 20-byte address');
  const { coin, family } = recordOf(type);
  const wanted = parseUnits(FACES[family].feeCoins, coin.decimals);
  return chain.runSerially(async () => {
    const balance = BigInt(await chain.rpc<Hex>('eth_getBalance', to, 'latest'));
    if (balance >= wanted) return balance;
    await chain.rpc('anvil_setBalance', to, numberToHex(wanted));
    return wanted;
  });
}
