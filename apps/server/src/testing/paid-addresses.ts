import type { Network } from '@portside/contract';
import type { Hex } from 'viem';
import { openOwnAddress, type Buyer, type ChainWorld } from './chain-world.ts';

type PaidAddress = { readonly buyer: Buyer; readonly address: Hex; readonly salt: Hex };

/** A new buyer's own address on a network that has a factory, paid with these amounts. */
export async function createPaidAddress(
  world: ChainWorld,
  network: Network,
  ...amounts: string[]
): Promise<PaidAddress> {
  const buyer = await world.createBuyer();
  const own = await openOwnAddress(buyer, network);
  for (const amount of amounts) await world.pay(network, amount, own.address);
  return { buyer, ...own };
}
