import type { Network } from '@portside/contract';
import type { Trial } from '../trial-type.ts';
import type { Buyer } from './call.ts';
import type { RechargeEntry } from './journal.ts';

/** The network with deposit addresses: 18 decimals, and a sandbox's default. */
export const OWN_NETWORK = 'BSC';
/** On the others they pay exact amounts. */
export const PAID_NETWORKS = ['TRON', 'ETH', OWN_NETWORK] as const;

/** On a random network by default. */
export function newRecharge(
  { journal }: Trial,
  { random, userId }: Buyer,
  amount: string,
  network: Network = random.pick(PAID_NETWORKS),
): RechargeEntry {
  const entry: RechargeEntry = {
    key: random.id(),
    userId,
    network,
    amount,
    state: 'asked',
    orderId: null,
    payAmountMicro: 0n,
    to: null,
    isPaid: false,
  };
  journal.recharges.set(entry.key, entry);
  return entry;
}
