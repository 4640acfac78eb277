import { setTimeout as sleep } from 'node:timers/promises';
import { askOrder, askRecharge, hint, pay, readAccounts, type Asking } from './ask.ts';
import type { Buyer } from './call.ts';
import type { OrderEntry, RechargeEntry } from './journal.ts';
import { newRecharge } from './new-recharge.ts';
import type { Trial } from '../trial-type.ts';

/** Of a buyer between two steps. The tests let them take longer: other tests need the processors too. */
const MOST_THINKING_MS = Number(process.env['TRIAL_THINKING_MS'] ?? 12);
/** Out of 100 steps of a buyer. */
const STEPS = { order: 74, repeat: 84, read: 90, topUp: 95 } as const;

/** All buyers at once until the end: first everything without an answer, then random steps. */
export async function runLoad(trial: Trial, url: string, isOver: () => boolean): Promise<void> {
  const asking = { url, journal: trial.journal };
  await Promise.all(
    trial.buyers.map(async (buyer) => {
      await askAgain(trial, asking, buyer);
      while (!isOver()) {
        await step(trial, asking, buyer);
        await sleep(buyer.random.below(MOST_THINKING_MS));
      }
    }),
  );
}

/** Repeats every call of this buyer without an answer, with the same keys. */
export async function askAgain({ journal }: Trial, asking: Asking, buyer: Buyer): Promise<void> {
  const isOpen = (entry: OrderEntry | RechargeEntry): boolean =>
    entry.userId === buyer.userId && entry.state === 'asked';
  for (const entry of [...journal.orders.values()].filter(isOpen)) await askOrder(asking, buyer, entry);
  for (const entry of [...journal.recharges.values()].filter(isOpen)) await askRecharge(asking, buyer, entry);
}

async function step(trial: Trial, asking: Asking, buyer: Buyer): Promise<void> {
  const { random, userId } = buyer;
  const choice = random.below(100);
  if (choice < STEPS.order) return askOrder(asking, buyer, newOrder(trial, buyer));
  if (choice < STEPS.read) {
    const mine = trial.journal.ordersOf('acknowledged').filter((entry) => entry.userId === userId);
    if (mine.length === 0) return undefined;
    const entry = random.pick(mine);
    return choice < STEPS.repeat ? askOrder(asking, buyer, entry) : readAccounts(asking, buyer, entry);
  }
  if (choice >= STEPS.topUp) return hint(asking, buyer);
  const entry = newRecharge(trial, buyer, `${10 + random.below(5)}.${10 + random.below(90)}`);
  await askRecharge(asking, buyer, entry);
  if (entry.state === 'acknowledged' && random.chance(0.7)) await pay(trial.chains, trial.journal, entry);
  return undefined;
}

function newOrder({ goods, journal }: Trial, { random, userId }: Buyer): OrderEntry {
  // Sometimes more than the buyer can pay or than is in stock: a refusal must change nothing.
  const quantity = random.chance(0.04) ? 9_000 : 1 + random.below(5);
  const entry: OrderEntry = {
    key: random.id(),
    userId,
    goodsId: random.pick(goods),
    quantity,
    state: 'asked',
    orderNo: null,
  };
  journal.orders.set(entry.key, entry);
  return entry;
}
