import { parseMicro } from '@portside/contract';
import { DEMO_CATEGORIES, makeDemoLines } from '../features/sandbox/index.ts';
import { BACK_IN_STOCK } from './demo-announcements.ts';
import { DEMO_BUYERS } from './demo-people.ts';
import type { History } from './history.ts';

/** A demo product by its English name. */
const SOUGHT = 'Quilletpost mailbox, aged 1 year';

const findSought = ({ goods }: History) => goods.find(({ names }) => names.en === SOUGHT)!;

/** The richest buyers take all that is left of a product, one after the other. */
export async function sellOut(history: History, day: number): Promise<void> {
  const { caller, people, stock, watchStock } = history;
  // What was never seen in stock cannot run out of it.
  await watchStock();
  const { id, price, min_quantity: least } = findSought(history);
  const buyers = await Promise.all(
    DEMO_BUYERS.filter(({ joined }) => joined >= day).map(async ({ username }) => {
      const person = people.get(username)!;
      return { person, balance: parseMicro((await caller.as(person, 'readBalance')).balance) };
    }),
  );
  for (const { person, balance } of buyers.toSorted((a, b) => Number(b.balance - a.balance))) {
    const left = stock.get(id)!;
    const quantity = Math.min(left, Number(balance / parseMicro(price)));
    if (left === 0 || quantity < least) break;
    await caller.as(person, 'placeOrder', {
      body: { goods_id: id, quantity, gender: 'random' },
    });
    stock.set(id, left - quantity);
  }
  await watchStock();
}

/** The owner imports it anew, and announces it. */
export async function restock(history: History): Promise<void> {
  const { caller, owner, stock, watchStock } = history;
  const { id } = findSought(history);
  const demo = DEMO_CATEGORIES.flatMap(({ goods }) => goods).find(({ name }) => name.en === SOUGHT)!;
  for (const gender of ['male', 'female'] as const) {
    const lines = [...makeDemoLines(demo, demo.stock[gender]!)];
    const opened = { goods_id: id, gender, note: 'Delivery', has_right_to_sell: true } as const;
    const batch = await caller.as(owner, 'openImport', { body: opened });
    const params = { id: batch.id };
    const body = { from_line: 0, text: `${lines.join('\n')}\n`, form: { kind: 'text' } } as const;
    await caller.as(owner, 'addImportLines', { params, body });
    await caller.as(owner, 'finishImport', { params });
    stock.set(id, stock.get(id)! + lines.length);
  }
  await watchStock();
  await announce(history);
}

async function announce({ caller, owner }: History): Promise<void> {
  await caller.as(owner, 'createAnnouncement', {
    body: {
      position: 'purchase',
      state: 'published',
      ...BACK_IN_STOCK,
    },
  });
}
