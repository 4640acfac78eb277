import { askOrder, type Asking } from '../load/ask.ts';
import type { Buyer } from '../load/call.ts';
import type { OrderEntry } from '../load/journal.ts';
import { withShop } from '../open-shop.ts';
import { putOnSale } from '../seed-shop.ts';
import type { Trial } from '../trial-type.ts';

const STOCK = 60;
const ASKED = 100;
/** Meanwhile the whole shop may have been started anew, twice. */
const ANSWERED_WITHIN_MS = 90_000;

/** Puts the sixty accounts on sale; answers their product. */
export const stockOrderBurst = (trial: Trial, name: string): Promise<string> =>
  withShop(trial.target, trial.keys, (ctx) => putOnSale(ctx, trial.journal, { tag: name, count: STOCK }));

/**
 * A hundred orders at once for sixty accounts, and one order asked for a hundred times at once. Whoever gets no
 * answer asks again under the same key. Nobody may hear "sold out" while the sixty are not sold.
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
