import { setTimeout as sleep } from 'node:timers/promises';
import { askOrder } from './ask.ts';
import type { LiveViewer } from './live-viewer.ts';
import { newOrder } from './rush-shop.ts';
import type { Server } from './server.ts';
import type { Trial } from './trial.ts';

export const PAGES_A_BUYER = 2;
const HEARD_WITHIN_MS = 3_000;

/** In peace again: everybody is counted, and both pages of each buyer hear of a new order, once and in order. */
export async function checkPages(
  trial: Trial,
  server: Server,
  viewers: readonly LiveViewer[],
): Promise<string[]> {
  const faults: string[] = [];
  const online = await soon(async () => {
    const answer = await fetch(`${server.url}/api/live-figures`);
    const { data } = (await answer.json()) as { data: { online_users: number } };
    return data.online_users === viewers.length ? null : `${data.online_users} visitors of ${viewers.length}`;
  });
  if (online !== null) faults.push(online);
  for (const [index, buyer] of trial.buyers.entries()) {
    const entry = newOrder(trial, buyer.userId, trial.goods[0]!);
    await askOrder({ url: server.url, journal: trial.journal }, buyer, entry);
    if (entry.state !== 'acknowledged') continue;
    const pages = viewers.slice(index * PAGES_A_BUYER, (index + 1) * PAGES_A_BUYER);
    const unheard = await soon(() => {
      const hears = pages.filter(({ seen }) => seen.some(({ data }) => data.includes(entry.orderNo!)));
      return Promise.resolve(
        hears.length === pages.length ? null : `order ${entry.orderNo} was not told everywhere`,
      );
    });
    if (unheard !== null) faults.push(unheard);
  }
  for (const { seen } of viewers) {
    const numbers = seen.flatMap(({ id }) => (id === null ? [] : [Number(id.split('-')[1])]));
    if (numbers.some((number, at) => at > 0 && number <= numbers[at - 1]!))
      faults.push('a page heard an event twice, or an older after a newer one');
  }
  return faults;
}

/** Null as soon as nothing is wrong any more, else what still is. */
async function soon(look: () => Promise<string | null>): Promise<string | null> {
  const deadline = performance.now() + HEARD_WITHIN_MS;
  while (true) {
    const wrong = await look();
    if (wrong === null || performance.now() > deadline) return wrong;
    await sleep(20);
  }
}
