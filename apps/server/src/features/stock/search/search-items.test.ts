import { randomUUID } from 'node:crypto';
import { beforeAll, expect, test } from 'vitest';
import { signInAdmin, type TestAdmin } from '../../../testing/people.ts';
import { buildBuyer, buildGoods } from '../../../testing/build.ts';
import { createWorld, type World } from '../../../testing/world.ts';
import { countTroubledItems, findOrdersOfItems, placeOrder } from '../../orders/index.ts';
import { createReport } from '../../reports/write-report.ts';
import { hasReport } from '../../reports/index.ts';
import { eraseWithdrawn, withdrawItems } from '../unsold/withdraw-items.ts';
import { findItemsByText } from './find-items.ts';
import { decideHeldLines } from '../import/held-lines.ts';
import { importStock } from '../import/imports.ts';
import { searchItems } from './search-items.ts';

const ports = { ordersOf: findOrdersOfItems, hasReport };
const FUNDS_MICRO = 1_000_000_000n;

let world: World;
let admin: TestAdmin;
beforeAll(async () => {
  world = await createWorld();
  admin = await signInAdmin(world.ctx, ['stock.read', 'order.read']);
});

/** A product of its own: name, password and a mailbox to recover it with. */
async function buildStock(count: number) {
  const { ctx } = world;
  const goodsId = await buildGoods(ctx, { columns: ['account', 'password', 'recovery'] });
  const tag = randomUUID();
  const name = (index: number) => `Gull-${index}@${tag}.example`;
  const lines = Array.from(
    { length: count },
    (_, index) => `${name(index)}----pass-${tag}-${index}----spare-${index}@${tag}.example`,
  );
  await importStock(ctx, { goodsId, gender: 'male', note: 'names', lines });
  const ids = (await findItemsByText(ctx, lines)).map((id) => id!);
  const buy = async (quantity: number): Promise<string> => {
    const body = { goods_id: String(goodsId), quantity, gender: 'male' as const };
    const buyer = await buildBuyer(ctx, FUNDS_MICRO);
    return (await placeOrder(buyer.ctx, { body, idempotencyKey: randomUUID() })).order_no;
  };
  return { goodsId, tag, name, lines, ids, buy };
}

type Part = Awaited<ReturnType<typeof searchItems>>;

/** All parts of a search, one after the other. */
async function searchAll(
  name: string,
  reach?: { items: number; found: number },
  who = admin,
): Promise<Part[]> {
  const parts: Part[] = [];
  let after: string | null | undefined;
  while (after !== null) {
    const part: Part = await searchItems(who.ctx, { body: { name, ...(after && { after }) } }, ports, reach);
    parts.push(part);
    ({ after } = part);
  }
  return parts;
}
const idsOf = (parts: readonly Part[]): string[] =>
  parts.flatMap(({ found }) => found.map(({ item_id: id }) => id));
const searches = () =>
  world.ctx.db
    .selectFrom('audit_entries')
    .selectAll()
    .where('action', '=', 'stock.search')
    .where('user_id', '=', admin.user.id)
    .orderBy('id', 'desc')
    .execute();
const single = (id: bigint) => ({ firstId: id, endId: id + 1n });

test('an account is found by its login in any case and by its mailbox, and never by its password', async () => {
  const { goodsId, tag, ids } = await buildStock(3);
  const [part] = await searchAll(` gULL-1@${tag.toUpperCase()}.example `);
  expect(part!.found).toEqual([
    { item_id: `${ids[1]}`, goods_id: `${goodsId}`, masked: 'Gul••••••', state: 'free', order_no: null },
  ]);
  expect(idsOf(await searchAll(`SPARE-2@${tag}.example`))).toEqual([`${ids[2]}`]);
  for (const nobodys of [`pass-${tag}-1`, `gull-1`, `${tag}.example`, `gull-1@${tag}.exampl`])
    expect(idsOf(await searchAll(nobodys))).toEqual([]);
});

test('parts follow each other without a gap, and report the progress', async () => {
  const { name, tag, lines, ids } = await buildStock(25);
  const total = (await searchAll('nobody at all'))[0]!.of;
  for (const index of [0, 6, 7, 13, 24]) {
    const parts = await searchAll(name(index), { items: 7, found: 100 });
    expect(idsOf(parts)).toEqual([`${ids[index]}`]);
    expect(parts.reduce((sum, { opened }) => sum + opened, 0)).toBe(total);
    expect(parts.map(({ passed }) => passed)).toEqual(
      parts.map((_, part) => Math.min(total, (part + 1) * 7)),
    );
  }
  // The same name on every line: a part that found enough ends, and the next goes on behind it.
  const { batchId } = await importStock(world.ctx, {
    goodsId: await buildGoods(world.ctx),
    gender: 'male',
    note: 'twins',
    lines: lines.map((_, index) => `twin-${tag}----${index}`),
  });
  const decided = { params: { id: `${batchId}` }, body: { decision: 'sell' as const } };
  await decideHeldLines(world.ctx, decided, { countTroubled: countTroubledItems });
  const twins = idsOf(await searchAll(`twin-${tag}`, { items: 9, found: 4 }));
  expect(twins).toHaveLength(25);
  expect(new Set(twins).size).toBe(25);
});

test('sold and withdrawn accounts are found with their state, but not without their text', async () => {
  const { ctx } = world;
  const { name, ids, buy } = await buildStock(4);
  const orderNo = await buy(1);
  await withdrawItems(ctx, { items: [single(ids[1]!)], reason: 'reported' });
  const states = async (who = admin) =>
    (await Array.fromAsync([0, 1, 2], (index) => searchAll(name(index), undefined, who)))
      .flat()
      .flatMap(({ found }) => found.map(({ state, order_no }) => [state, order_no]));
  expect(await states()).toEqual([
    ['sold', orderNo],
    ['withdrawn', null],
    ['free', null],
  ]);
  const clerk = await signInAdmin(ctx, ['stock.read']);
  expect((await states(clerk))[0]).toEqual(['sold', null]);
  while ((await eraseWithdrawn(ctx)).more);
  const [part] = await searchAll(name(1));
  expect(part!.found).toEqual([]);
  expect(part!.passed).toBe(part!.of);
  expect(part!.opened).toBeLessThan(part!.of);
});

test('a text that cannot be opened is counted, and hides no other', async () => {
  const { ctx } = world;
  const { name, ids } = await buildStock(3);
  await ctx.db
    .updateTable('stock_items')
    .set({ sealed: Buffer.alloc(40) })
    .where('id', '=', ids[0]!)
    .execute();
  const parts = await searchAll(name(2));
  expect(idsOf(parts)).toEqual([`${ids[2]}`]);
  expect(parts[0]!.unreadable).toBe(1);
  await ctx.db.deleteFrom('stock_items').where('id', '=', ids[0]!).execute();
});

test('a search is audited once, with its takedown request and without the name', async () => {
  const { name } = await buildStock(20);
  const before = (await searches()).length;
  const told = { email: 'owner@example.test', subject: name(19), explanation: 'This is mine.' };
  await createReport(world.ctx, { body: told });
  const { id } = await world.ctx.db.selectFrom('reports').select('id').executeTakeFirstOrThrow();
  const body = { name: name(19), report_id: String(id) };
  const first = await searchItems(admin.ctx, { body }, ports, { items: 5, found: 100 });
  await searchItems(admin.ctx, { body: { ...body, after: first.after! } }, ports);
  const entries = await searches();
  expect(entries).toHaveLength(before + 1);
  expect(entries[0]).toMatchObject({ subject: `report:${id}`, after: { name: 'Gul••••••' } });
});

test('a search for an unknown takedown request is refused', async () => {
  const before = await searches();
  const body = { name: 'Gull', report_id: '999999999' };
  await expect(searchItems(admin.ctx, { body }, ports)).rejects.toMatchObject({ reason: 'notFound' });
  expect(await searches()).toEqual(before);
});

test('nobody continues a search that they have not begun', async () => {
  const { name } = await buildStock(5);
  const body = { name: name(4) };
  const { after } = await searchItems(admin.ctx, { body }, ports, { items: 1, found: 100 });
  const other = await signInAdmin(world.ctx, ['stock.read']);
  const goOn = (who: TestAdmin, change: object) =>
    searchItems(who.ctx, { body: { ...body, after: after!, ...change } }, ports);
  for (const refused of [
    goOn(other, {}),
    goOn(admin, { name: name(3) }),
    goOn(admin, { after: `9${after}` }),
    goOn(admin, { after: `0.${'0'.repeat(32)}` }),
  ])
    await expect(refused).rejects.toMatchObject({ reason: 'parameterError' });
  expect(idsOf([await goOn(admin, { name: name(4).toUpperCase() })])).toHaveLength(1);
});
