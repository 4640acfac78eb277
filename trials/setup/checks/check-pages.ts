import { setTimeout as sleep } from 'node:timers/promises';
import { askOrder, type Buyer } from '../load/call.ts';
import type { OrderEntry } from '../load/journal.ts';
import { startViewer, type LiveViewer, type SeenEvent } from '../load/live-viewer.ts';
import { withShop } from '../open-shop.ts';
import { newOrder } from '../runs/order-burst.ts';
import { putOnSale } from '../seed-shop.ts';
import type { Trial } from '../trial-type.ts';
import { compareEventIds } from '../../../apps/server/src/platform/hub/local-delivery.ts';

/** The pause after which each of a buyer's pages comes back: the second misses what the first may still hear. */
const PAUSES_MS = [20, 400];
const ORDERS_A_BUYER = 2;
const HEARD_WITHIN_MS = 10_000;

type Shop = { readonly url: string };

/** Both pages of one buyer. */
export type Pages = { readonly buyer: Buyer; readonly pages: readonly [LiveViewer, LiveViewer] };

export const openPages = (buyers: readonly Buyer[], url: string): Pages[] =>
  buyers.map((buyer, index) => {
    const [one, other] = PAUSES_MS.map((pauseMs, page) =>
      startViewer(url, { ...buyer, address: `10.${100 + page}.${index}.1` }, pauseMs),
    );
    return { buyer, pages: [one!, other!] };
  });

/**
 * After the disruptions every viewer is counted, both pages of each buyer receive a new order, and a disconnected one
 * receives the next after reconnecting. Over the whole trial both received the same events, once and in order.
 */
export async function checkPages(
  trial: Trial,
  shop: Shop,
  watching: readonly Pages[],
  round: number,
): Promise<string[]> {
  const faults: string[] = [];
  const visitors = watching.length * PAUSES_MS.length;
  const miscounted = await soon(async () => {
    const answer = await fetch(`${shop.url}/api/live-figures`);
    const { data } = (await answer.json()) as { data: { online_users: number } };
    return data.online_users === visitors ? null : `${data.online_users} visitors of ${visitors}`;
  });
  if (miscounted !== null) faults.push(miscounted);
  // Separate products, because those under load sell out.
  const goodsId = await withShop(trial.target, trial.keys, (ctx) =>
    putOnSale(ctx, trial.journal, { tag: `told-${round}`, count: watching.length * ORDERS_A_BUYER }),
  );
  const told = await Promise.all(watching.map((one) => checkTold(trial, shop, one, goodsId)));
  faults.push(...told.flat());
  for (const { pages } of watching) faults.push(...comparePages(pages.map(({ seen }) => seen)));
  return faults;
}

async function checkTold(
  trial: Trial,
  shop: Shop,
  { buyer, pages }: Pages,
  goodsId: string,
): Promise<string[]> {
  const order = async (): Promise<OrderEntry> => {
    const entry = newOrder(trial, buyer.userId, goodsId);
    await askOrder({ url: shop.url, journal: trial.journal }, buyer, entry);
    return entry;
  };
  const first = await order();
  const untold = await heard(first, pages);
  if (untold !== null) return [untold];
  const [present, away] = pages;
  away.leave();
  const second = await order();
  const unheard = await heard(second, [present]);
  away.comeBack();
  const missed = unheard ?? (await heard(second, pages));
  return missed === null ? [] : [missed];
}

const heard = (
  { orderNo, state }: OrderEntry,
  pages: readonly LiveViewer[],
): Promise<string | null> | string => {
  if (state !== 'acknowledged') return `an order in peace was ${state}`;
  return soon(() => {
    const deaf = pages.filter(({ seen }) => !seen.some(({ data }) => data.includes(orderNo!)));
    return Promise.resolve(
      deaf.length === 0 ? null : `order ${orderNo} was not told to ${deaf.length} pages`,
    );
  });
};

/** What is still wrong; null if nothing. */
async function soon(look: () => Promise<string | null>): Promise<string | null> {
  const deadline = performance.now() + HEARD_WITHIN_MS;
  while (true) {
    const wrong = await look();
    if (wrong === null || performance.now() > deadline) return wrong;
    await sleep(20);
  }
}

/** Sent on every connection, so they are not replayed. */
const NEVER_REPEATED: ReadonlySet<string> = new Set(['figures', 'balance', 'session']);

type Heard = { readonly id: string; readonly isRepeated: boolean };

/**
 * Compares what several pages of one buyer saw, each from its first event to its last, over all connections and
 * processes: in order and without duplicates; whatever is replayed to a page that was away, all or nothing.
 */
export function comparePages(pages: readonly (readonly SeenEvent[])[]): string[] {
  const heard = pages.map((seen) => seen.flatMap(readId));
  const isInOrder = heard.every((events) =>
    events.every(({ id }, at) => at === 0 || compareEventIds(id, events[at - 1]!.id) > 0),
  );
  return [
    ...(isInOrder ? [] : ['a page heard an event twice, or an older after a newer one']),
    ...compareHeard(heard),
  ];
}

function compareHeard(pages: readonly (readonly Heard[])[]): string[] {
  if (pages.some((events) => events.length === 0)) return [];
  // A page knows nothing from before its first event; after its last, events may be in transit.
  const first = pages
    .map((events) => events[0]!.id)
    .toSorted(compareEventIds)
    .at(-1)!;
  const [last] = pages.map((events) => events.at(-1)!.id).toSorted(compareEventIds);
  const between = ({ id, isRepeated }: Heard): boolean =>
    isRepeated && compareEventIds(id, first) >= 0 && compareEventIds(id, last!) <= 0;
  const ids = pages.map((events) => new Set(events.filter(between).map(({ id }) => id)));
  const all = new Set(ids.flatMap((one) => [...one]));
  return ids
    .map((one) => all.size - one.size)
    .filter((missed) => missed > 0)
    .map(
      (missed) => `a page never heard ${missed} of ${all.size} events that another page of its buyer heard`,
    );
}

const readId = ({ id, name }: SeenEvent): Heard[] =>
  id === null ? [] : [{ id, isRepeated: !NEVER_REPEATED.has(name) }];
