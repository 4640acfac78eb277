import { formatMicro, parseMicro } from '@portside/contract';
import { DEMO_SUPPLIER, makeDemoLines } from '../features/sandbox/index.ts';
import { MINUTE_MS } from '../platform/clock.ts';
import type { History } from './history.ts';

/**
 * The past of the supplier as whom people try the sandbox: accounts that the shop had from the first day, some that they
 * brought themselves, a payment, and today's, which an operator has yet to let in.
 */

const [STARTER, VETERAN] = DEMO_SUPPLIER.goods.map(({ name }) => name.en);

const find = ({ goods }: History, name: string | undefined) =>
  goods.find(({ names }) => names.en === name)!.id;

async function findSupplier({ caller, owner }: History): Promise<string> {
  const { items } = await caller.as(owner, 'listSuppliers');
  return items.find(({ name }) => name === DEMO_SUPPLIER.name)!.id;
}

const wait = ({ clock }: History, minutes: number): void =>
  clock.moveTo(new Date(clock.now().getTime() + minutes * MINUTE_MS));

/** The owner says of the first accounts who they came from, and what they cost. */
export async function buyFromSupplier(history: History): Promise<void> {
  const { caller, owner } = history;
  const supplierId = await findSupplier(history);
  const query = { goods_id: find(history, STARTER), limit: '100' };
  const { items: batches } = await caller.as(owner, 'listStockBatches', { query });
  const body = { cost: { amount: '1.1', per: 'each' as const }, supplier_id: supplierId };
  for (const { id } of batches) await caller.as(owner, 'updateStockBatch', { params: { id }, body });
}

async function bring(history: History, name: string | undefined, count: number, cost: string, note: string) {
  const { caller, supplier } = history;
  const demo = DEMO_SUPPLIER.goods.find((one) => one.name.en === name)!;
  const text = [...makeDemoLines(demo, count)].join('\n');
  const into = { goods_id: find(history, name), gender: 'unspecified' as const, cost, note };
  const body = { ...into, text, has_right_to_sell: true as const };
  await caller.as(supplier, 'importOwnStock', { body });
}

export async function bringAndRelease(history: History): Promise<void> {
  const { caller, owner, stock } = history;
  await bring(history, STARTER, 60, '1.05', 'Lot 12');
  wait(history, 20);
  const goodsId = find(history, STARTER);
  const query = { goods_id: goodsId, limit: '1' };
  const { items } = await caller.as(owner, 'listStockBatches', { query });
  await caller.as(owner, 'releaseStockBatch', { params: { id: items[0]!.id } });
  stock.set(goodsId, stock.get(goodsId)! + 60);
}

/** Half of what is due, as the owner records and the second owner approves. */
export async function paySupplier(history: History): Promise<void> {
  const { caller, owner, colleague } = history;
  const params = { id: await findSupplier(history) };
  const { due } = await caller.as(owner, 'readSupplierAccount', { params });
  const amount = formatMicro(parseMicro(due) / 2n);
  const body = { amount, note: 'USDT on TRON, half of what was due' };
  const { proposal } = await caller.as(owner, 'recordSupplierPayment', { params, body });
  wait(history, 2);
  await caller.as(colleague, 'approveProposal', { params: { id: proposal!.id } });
}

export const bringToday = (history: History): Promise<void> => bring(history, VETERAN, 12, '9.5', 'Lot 13');
