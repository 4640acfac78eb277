import type { Trial } from '../trial-type.ts';
import type { Buyer } from './call.ts';
import type { RechargeEntry } from './journal.ts';

export function newRecharge({ journal }: Trial, { random, userId }: Buyer, amount: string): RechargeEntry {
  const entry: RechargeEntry = {
    key: random.id(),
    userId,
    network: random.pick(['TRON', 'ETH']),
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
