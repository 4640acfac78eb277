import { askOrder, type Asking, type Buyer } from '../load/call.ts';
import type { OrderEntry } from '../load/journal.ts';
import { withShop } from '../open-shop.ts';
import { putOnSale } from '../seed-shop.ts';
import type { Trial } from '../trial-type.ts';

const STOCK = 60;
const ASKED = 100;
/** Long enough for two restarts of the whole shop. */
const ANSWERED_WITHIN_MS = 90_000;

/** Puts sixty accounts on sale; returns their product's id. */
export const stockOrderBurst = (trial: Trial, name: string): Promise<string> =>
  withShop(trial.target, trial.keys, (ctx) => putOnSale(ctx, trial.journal, { tag: name, count: STOCK }));

/**
 * A hundred simultaneous orders for sixty accounts, and one order repeated a hundred times at once. Buyers without an
 * answer repeat the order with the same key. No order may get "sold out" before all sixty are sold.
 */
export async function runOrderBurst(trial: Trial, url: string, goodsId: string): Promise<string[]> {
  const { journal, buyers } = trial;
  const asking = { url, journal };
  const ask = (entry: OrderEntry): Promise<void> => {
    const buyer = buyers.find(({ userId }) => userId === entry.userId)!;
    return askUntilAnswered(asking, buyer, entry);
  };
  const rush = Array.from({ length: ASKED }, (_, at) =>
    newOrder(trial, buyers[at % buyers.length]!.userId, goodsId),
  );
  const oneKey = newOrder(trial, buyers[0]!.userId, trial.goods[0]!);
  await Promise.all([...rush, ...Array.from({ length: ASKED }, () => oneKey)].map(ask));
  const sold = rush.filter((entry) => entry.state === 'acknowledged').length;
  return sold === STOCK ? [] : [`of ${STOCK} accounts ${sold} were sold to ${ASKED} who asked`];
}

export function newOrder({ journal, random }: Trial, userId: string, goodsId: string): OrderEntry {
  const entry: OrderEntry = { key: random.id(), userId, goodsId, quantity: 1, state: 'asked', orderNo: null };
  journal.orders.set(entry.key, entry);
  return entry;
}

async function askUntilAnswered(asking: Asking, buyer: Buyer, entry: OrderEntry): Promise<void> {
  const deadline = performance.now() + ANSWERED_WITHIN_MS;
  do {
    await askOrder(asking, buyer, entry);
  } while (entry.state === 'asked' && performance.now() < deadline);
}
