import { DAY_MS } from '../../../platform/clock.ts';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { signInAdmin, type TestAdmin } from '../../../testing/people.ts';
import { bearer, createFreshShop, createTestShop, type TestShop } from '../../../testing/app.ts';
import { buildGoods, fund, stockUp } from '../../../testing/build.ts';
import { sell } from '../../../testing/sale.ts';
import { propose } from '../../approvals/index.ts';
import { readAvailableMicro } from '../../ledger/index.ts';
import { openSession } from '../../sessions/open-session.ts';

/** Refunds above the limit of one person need a second one, and nobody refunds their own order. */

const ACTIONS = ['order.refund', 'claim.settle', 'order.read', 'balance.adjust', 'user.read'];

let shop: TestShop;
let ann: TestAdmin;
let bob: TestAdmin;
beforeAll(async () => {
  shop = await createTestShop();
});
beforeEach(async () => {
  [ann, bob] = [await signInAdmin(shop.ctx, ACTIONS), await signInAdmin(shop.ctx, ACTIONS)];
});

const refund = async ({ headers }: TestAdmin, orderNo: string) =>
  (await shop.call('POST', `/api/admin/orders/${orderNo}/refunds`, { reason: 'dead' }, headers)).data;
const replace = async ({ headers }: TestAdmin, orderNo: string, { call } = shop) => {
  const path = `/api/admin/orders/${orderNo}`;
  const items = (await call('GET', `${path}/items`, undefined, headers)).data.items;
  const body = { item_ids: [items[0].id], reason: 'dead' };
  const { code, data } = await call('POST', `${path}/replacements`, body, headers);
  return { code, proposal: data?.proposal };
};
const approve = ({ headers }: TestAdmin, { id }: { id: string }) =>
  shop.call('POST', `/api/proposals/${id}/approve`, undefined, headers);
const orderOf = async (price: number) => (await sell(shop, 1, { price })).orderNo;

/** With a code of this moment. */
async function signInAgain(admin: TestAdmin): Promise<TestAdmin> {
  const origin = { address: '203.0.113.5', userAgent: 'test', hasGivenCode: true };
  const { token } = await openSession(shop.ctx, admin.user, origin);
  return { ...admin, headers: bearer(token) };
}

async function buyFor({ user, headers }: TestAdmin, { ctx, call } = shop): Promise<string> {
  const goodsId = await buildGoods(ctx, { price_micro: 1_000_000n });
  await stockUp(ctx, goodsId, 2);
  await fund(ctx, user.id, 1_000_000n);
  const wanted = { goods_id: goodsId.toString(), quantity: 1 };
  return (await call('POST', '/api/orders', wanted, headers)).data.order_no;
}

test("an admin refunds an own order only with a colleague's approval, however small it is", async () => {
  const orderNo = await buyFor(ann);
  const { proposal } = await refund(ann, orderNo);
  expect(proposal).toMatchObject({ state: 'proposed', beneficiary: ann.user.username });
  expect(await readAvailableMicro(shop.ctx.db, ann.user.id)).toBe(0n);
  expect((await approve(bob, proposal)).data.state).toBe('applied');
  expect(await readAvailableMicro(shop.ctx.db, ann.user.id)).toBe(1_000_000n);
});

test('what one admin refunds alone within a day stays within the setting', async () => {
  const [small, other, third, large] = [60, 41, 40, 101].map(orderOf);
  expect((await refund(ann, await small!)).proposal).toBeNull();
  const { proposal } = await refund(ann, await other!);
  expect(proposal).toMatchObject({ state: 'proposed' });
  expect((await refund(ann, await third!)).proposal).toBeNull();
  expect((await refund(bob, await orderOf(100))).proposal).toBeNull();
  // Refunds that a colleague approved do not count towards what one person may refund alone.
  shop.clock.advance(DAY_MS);
  [ann, bob] = [await signInAgain(ann), await signInAgain(bob)];
  await approve(bob, proposal);
  await approve(bob, (await refund(ann, await large!)).proposal);
  expect((await refund(ann, await orderOf(100))).proposal).toBeNull();
  expect((await refund(ann, await orderOf(1))).proposal).not.toBeNull();
});

test('many refunds of one admin at the same time stay within it too', async () => {
  const orders: string[] = [];
  for (let count = 0; count < 5; count += 1) orders.push(await orderOf(40));
  const answers = await Promise.all(orders.map((orderNo) => refund(ann, orderNo)));
  expect(answers.filter(({ proposal }) => proposal === null)).toHaveLength(2);
});

test('who gains by a refund does not approve it', async () => {
  const credit = { direction: 'credit', amount: '5', reason: 'a bonus' };
  const path = `/api/users/${bob.user.id}/adjustments`;
  const eve = await signInAdmin(shop.ctx, ACTIONS);
  const { data } = await shop.call('POST', path, credit, ann.headers);
  expect((await approve(bob, data)).code).toBe(300_020);
  const seen = async ({ headers }: TestAdmin) =>
    (await shop.call('GET', `/api/proposals?subject=user:${bob.user.id}`, undefined, headers)).data.items[0]
      .can_approve;
  expect([await seen(bob), await seen(eve)]).toEqual([false, true]);
  expect((await approve(eve, data)).data.state).toBe('applied');
  const debit = { ...credit, direction: 'debit' };
  const taken = await shop.call('POST', path, debit, ann.headers);
  expect((await approve(bob, taken.data)).data.state).toBe('applied');
  const paid = (await refund(ann, await buyFor(bob))).proposal;
  expect(paid).toBeNull();
});

test('replacing accounts takes a fresh code, and of an own order a second person', async () => {
  const orderNo = await buyFor(ann);
  const { proposal } = await replace(ann, orderNo);
  expect(proposal).toMatchObject({ state: 'proposed', beneficiary: ann.user.username });
  shop.clock.advance(5 * 60_000 + 1);
  expect((await replace(bob, orderNo)).code).toBe(300_017);
  const later = await signInAgain(bob);
  expect((await approve(later, proposal)).data.state).toBe('applied');
  const { items } = (await shop.call('GET', `/api/admin/orders/${orderNo}/items`, undefined, later.headers))
    .data;
  expect(items.map((item: any) => item.state)).toEqual(['replaced', 'good']);
  const lone = await createFreshShop();
  const owner = await signInAdmin(lone.ctx);
  const alone = await replace(owner, await buyFor(owner, lone), lone);
  expect(alone.proposal).toMatchObject({ state: 'cooling' });
});

test('replacements and refunds are counted together, at the prices of the orders', async () => {
  const sold = async (price: number) => (await sell(shop, 2, { price })).orderNo;
  const [first, second, third, large] = [await sold(30), await sold(30), await sold(30), await sold(60)];
  expect((await replace(ann, first)).proposal).toBeNull();
  expect((await refund(ann, await orderOf(40))).proposal).toBeNull();
  expect((await replace(ann, second)).proposal).toBeNull();
  expect((await replace(ann, third)).proposal).toMatchObject({ state: 'proposed', terms: { amount: '30' } });
  expect((await refund(ann, await orderOf(1))).proposal).toMatchObject({ state: 'proposed' });
  // And of one order, no matter which admin.
  expect((await replace(bob, large)).proposal).toBeNull();
  const eve = await signInAdmin(shop.ctx, ACTIONS);
  expect((await refund(eve, large)).proposal).toMatchObject({ state: 'proposed' });
});

test('what of an order was replaced counts for its refund on any later day', async () => {
  const sale = await sell(shop, 2, { price: 60 });
  const [, second] = await sale.ids();
  expect((await replace(ann, sale.orderNo)).proposal).toBeNull();
  shop.clock.advance(DAY_MS + 1);
  ann = await signInAgain(ann);
  const body = { item_ids: [second], reason: 'dead' };
  const path = `/api/admin/orders/${sale.orderNo}/refunds`;
  const { data } = await shop.call('POST', path, body, ann.headers);
  expect(data.proposal).toMatchObject({ state: 'proposed', terms: { amount: '60' } });
});

test('where everybody who could approve gains by it, a refund waits as for a single admin', async () => {
  const action = 'deposit.assign';
  const [one, two] = [await signInAdmin(shop.ctx, [action]), await signInAdmin(shop.ctx, [action])];
  await shop.ctx.db
    .updateTable('users')
    .set({ status: 'frozen' })
    .where('role_id', 'is not', null)
    .where('id', 'not in', [one.user.id, two.user.id])
    .execute();
  const to = (beneficiaryId: bigint) =>
    propose(one.ctx, {
      kind: 'depositAssignmentApproved',
      subject: `test:${beneficiaryId}`,
      terms: {} as never,
      reason: 'a test',
      action,
      beneficiaryId,
    });
  expect([(await to(two.user.id)).state, (await to(one.user.id)).state]).toEqual(['cooling', 'proposed']);
});

test('how much an admin may still decide alone, and what waits, is known beforehand', async () => {
  const [first, second, own] = [await orderOf(60), await orderOf(50), await buyFor(ann)];
  const limits = async ({ headers }: TestAdmin, orderNo: string) =>
    (await shop.call('GET', `/api/admin/orders/${orderNo}/after-sales`, undefined, headers)).data;
  expect(await limits(ann, first)).toMatchObject({ alone_up_to: '100', pending: [], stock: 3 });
  expect(await limits(ann, own)).toMatchObject({ alone_up_to: null, stock: 1 });
  expect((await refund(ann, first)).proposal).toBeNull();
  expect(await limits(ann, first)).toMatchObject({ alone_up_to: '40' });
  expect(await limits(ann, second)).toMatchObject({ alone_up_to: '40' });
  expect(await limits(bob, second)).toMatchObject({ alone_up_to: '100' });
  expect((await refund(ann, second)).proposal).toMatchObject({ state: 'proposed' });
  expect(await limits(bob, second)).toMatchObject({ pending: ['refund'] });
});
