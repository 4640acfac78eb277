import { beforeAll, expect, test } from 'vitest';
import { signInAdmin } from '../../../testing/people.ts';
import { createTestShop, type Answer, type TestShop } from '../../../testing/app.ts';
import { buildBuyer, buildGoods, stockUp } from '../../../testing/build.ts';
import { sell, idsAt } from '../../../testing/sale.ts';
import { createWorld } from '../../../testing/world.ts';
import type { Live, LiveMessage } from '../../../platform/live.ts';
import { createWarrantyClaim, refuseWarrantyClaim } from './warranty-claims.ts';
import { placeOrder } from '../placing/place-order.ts';
import { HOUR_MS } from '../../../platform/clock.ts';

let shop: TestShop;
beforeAll(async () => {
  shop = await createTestShop();
});

test('dead accounts are claimed once each, within the warranty of the sale', async () => {
  const sale = await sell(shop, 3);
  const [one, two, three] = await sale.ids();
  expect((await sale.order()).claims_until).toBe(
    new Date(shop.clock.now().getTime() + 24 * HOUR_MS).toISOString(),
  );
  const claim = await sale.claim([one!, one!]);
  expect(claim.data).toMatchObject({ state: 'open', accounts: 1, item_ids: [one], reason: 'cannot sign in' });
  expect((await sale.claim([one!])).code).toBe(300_036);
  expect((await sale.claim([two!, one!])).code).toBe(300_036);
  expect((await sale.claim(['999999999'])).code).toBe(506);
  expect((await sale.claims()).map(({ id }) => id)).toEqual([claim.data.id]);
  shop.clock.advance(24 * HOUR_MS - 1);
  expect((await sale.claim([two!])).code).toBe(200);
  shop.clock.advance(1);
  expect((await sale.claim([three!])).code).toBe(300_035);
  // A day later nobody is signed in any more.
  const { headers } = await signInAdmin(shop.ctx);
  const { data } = await shop.call('GET', `/api/admin/orders/${sale.orderNo}`, undefined, headers);
  expect(
    data.events.map(({ kind, accounts }: { kind: string; accounts: number }) => [kind, accounts]),
  ).toEqual([
    ['placed', 3],
    ['claimed', 1],
    ['claimed', 1],
  ]);
});

test('what a product promises later does not change the warranty of a sale, and none is none', async () => {
  const sale = await sell(shop, 1, { warrantyHours: 0 });
  await shop.ctx.db.updateTable('goods').set({ warranty_hours: 48 }).where('id', '=', sale.goodsId).execute();
  expect((await sale.order()).claims_until).toBeNull();
  expect((await sale.claim(await sale.ids())).code).toBe(300_035);
});

test('the accounts of another order cannot be claimed', async () => {
  const [own, other] = [await sell(shop, 1), await sell(shop, 1)];
  expect((await own.claim(await other.ids())).code).toBe(506);
  const body = { item_ids: await other.ids(), reason: 'mine' };
  const path = `/api/orders/${other.orderNo}/claims`;
  expect((await shop.call('POST', path, body, own.buyer)).code).toBe(506);
});

test('open claims come first, the oldest of them first, page by page', async () => {
  const sale = await sell(shop, 6);
  const ids = await sale.ids();
  const no = (id: string) =>
    shop.call('POST', `/api/admin/claims/${id}/refusal`, { reason: 'works for us' }, sale.admin.headers);
  const claims: string[] = [];
  for (const id of ids.slice(0, 5)) claims.push((await sale.claim([id])).data.id);
  for (const id of [claims[0], claims[3]]) {
    const refused = await no(id!);
    expect(refused.data).toMatchObject({
      id,
      state: 'refused',
      answer: 'works for us',
      settled_by: sale.admin.user.username,
    });
  }
  const list = async (query: string): Promise<string[]> => {
    const found: string[] = [];
    let cursor: string | null = '';
    do {
      const path = `/api/admin/claims?${query}&limit=2${cursor && `&cursor=${cursor}`}`;
      const { data }: Answer = await shop.call('GET', path, undefined, sale.admin.headers);
      found.push(...data.items.map(({ id }: { id: string }) => id));
      cursor = data.next_cursor;
    } while (cursor);
    return found.filter((id) => claims.includes(id));
  };
  const [first, second, third, fourth, fifth] = claims;
  expect(await list('')).toEqual([second, third, fifth, fourth, first]);
  expect(await list('state=open')).toEqual([second, third, fifth]);
  expect(await list('state=refused')).toEqual([fourth, first]);
  const { tasks } = (await shop.call('GET', '/api/admin/tasks', undefined, sale.admin.headers)).data;
  expect(tasks.find(({ kind }: { kind: string }) => kind === 'claims').count).toBeGreaterThanOrEqual(3);
  expect((await no(first!)).code).toBe(300_038);
});

test('a claim that is settled step by step counts its replaced and refunded accounts', async () => {
  const sale = await sell(shop, 4);
  const [one, two, three, four] = await sale.ids();
  const claimId = (await sale.claim([one!, two!, three!])).data.id;
  const count = async () => {
    const [own] = await sale.claims();
    const { data } = await shop.call('GET', '/api/admin/claims?limit=100', undefined, sale.admin.headers);
    const known = data.items.find(({ id }: { id: string }) => id === claimId);
    const { claim } = (await sale.items()).find(({ id }) => id === three)!;
    const told = [own, known, claim].map(({ state, accounts, replaced, refunded }) =>
      [state, accounts, replaced, refunded].join(' '),
    );
    return [...new Set(told)];
  };
  expect(await count()).toEqual(['open 3 0 0']);
  await sale.replace({ item_ids: [one] });
  // Nobody claimed this one.
  await sale.replace({ item_ids: [four] });
  expect(await count()).toEqual(['open 3 1 0']);
  await sale.refund({ item_ids: [two] });
  expect(await count()).toEqual(['open 3 1 1']);
  const path = `/api/admin/claims/${claimId}/refusal`;
  const refused = await shop.call('POST', path, { reason: 'works for us' }, sale.admin.headers);
  expect(refused.data).toMatchObject({ state: 'refused', accounts: 3, replaced: 1, refunded: 1 });
  expect(await count()).toEqual(['refused 3 1 1']);
  expect((await sale.events()).at(-1)).toMatchObject({ kind: 'claimRefused', accounts: 1 });
});

test('buyer and admins get live events when a claim is created and settled, others do not', async () => {
  const { ctx, live } = await createWorld();
  const goodsId = await buildGoods(ctx);
  await stockUp(ctx, goodsId, 1);
  const [buyer, stranger] = [await buildBuyer(ctx, 1_000_000n), await buildBuyer(ctx)];
  const reader = await signInAdmin(ctx, ['claim.read', 'claim.settle']);
  const [clerk, owner] = [await signInAdmin(ctx, ['order.read']), await signInAdmin(ctx)];
  const heard = await Promise.all(
    [buyer, stranger, reader.user, clerk.user, owner.user].map(({ id }) => listen(live, id)),
  );
  const body = { goods_id: goodsId.toString(), quantity: 1, gender: 'random' } as const;
  const { order_no } = await placeOrder(buyer.ctx, { body, idempotencyKey: 'one' });
  const [item_id] = await idsAt(ctx.db, order_no, [0]);
  const claim = { params: { order_no }, body: { item_ids: [item_id!], reason: 'cannot sign in' } };
  const { id } = await createWarrantyClaim(buyer.ctx, claim);
  await refuseWarrantyClaim(reader.ctx, { params: { id }, body: { reason: 'works for us' } });
  const told = ['open', 'refused'].map((state) => ({ id, order_no, state }));
  expect(heard).toEqual([told, [], told, [], told]);
});

/** The events about claims in the user's stream. */
async function listen(live: Live, userId: bigint): Promise<unknown[]> {
  const heard: unknown[] = [];
  const send = ({ name, text }: LiveMessage): void => {
    if (name === 'claim') heard.push(JSON.parse(/data: (.*)/.exec(text)![1]!));
  };
  const viewer = { userId, sessionId: null, visitorId: `visitor-${userId}`, address: `claims ${userId}` };
  await live.join({ ...viewer, send, end: () => undefined });
  return heard;
}
