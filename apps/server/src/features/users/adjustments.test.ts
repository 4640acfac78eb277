import { DAY_MS } from '../../platform/clock.ts';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { signInAdmin, type TestAdmin } from '../../testing/people.ts';
import { createFreshShop, createTestShop, type Answer, type TestShop } from '../../testing/app.ts';
import { buildBuyer, buildGoods, stockUp } from '../../testing/build.ts';
import { applyDueProposals } from '../approvals/index.ts';
import { findLedgerMismatches, readAvailableMicro } from '../ledger/index.ts';
import { placeOrder } from '../orders/index.ts';

let shop: TestShop;
let ann: TestAdmin;
let bob: TestAdmin;
beforeAll(async () => {
  shop = await createTestShop();
});
beforeEach(async () => {
  // Of each test its own day, because the limit is the whole shop's.
  shop.clock.advance(2 * DAY_MS);
  [ann, bob] = [await signInAdmin(shop.ctx), await signInAdmin(shop.ctx)];
});

const adjust = (id: bigint, body: object, key: string = crypto.randomUUID()): Promise<Answer> =>
  shop.call(
    'POST',
    `/api/users/${id}/adjustments`,
    { reason: 'goodwill', ...body },
    {
      ...ann.headers,
      'idempotency-key': key,
    },
  );
const approve = ({ data }: Answer): Promise<Answer> =>
  shop.call('POST', `/api/proposals/${data.id}/approve`, undefined, bob.headers);
const balance = async (id: bigint): Promise<string> =>
  (await shop.call('GET', `/api/users/${id}`, undefined, ann.headers)).data.exact_balance;

test('two people credit and debit a balance, once, and the ledger tells why', async () => {
  const { id } = await buildBuyer(shop.ctx);
  const credit = await adjust(id, { direction: 'credit', amount: '12.345678' }, 'once');
  expect([credit.data.state, await balance(id)]).toEqual(['proposed', '0']);
  expect((await adjust(id, { direction: 'credit', amount: '12.345678' }, 'once')).data.id).toBe(
    credit.data.id,
  );
  expect((await adjust(id, { direction: 'credit', amount: '1' })).code).toBe(300_021);
  expect((await approve(credit)).data.state).toBe('applied');
  await approve(credit);
  expect(await balance(id)).toBe('12.345678');
  await approve(await adjust(id, { direction: 'debit', amount: '2.345678' }));
  expect(await balance(id)).toBe('10');
  const { items } = (await shop.call('GET', `/api/users/${id}/movements`, undefined, ann.headers)).data;
  expect(items).toMatchObject([
    { amount: '-2.345678' },
    {
      amount: '12.345678',
      kind: 'adjustment',
      reference: credit.data.id,
      decision: { proposed_by: ann.user.username, approved_by: bob.user.username, reason: 'goodwill' },
    },
  ]);
  expect((await findLedgerMismatches(shop.ctx.db)).filter(({ userId }) => userId === id)).toEqual([]);
});

test('pending adjustments of a user are listed for that user only', async () => {
  const [one, other] = [await buildBuyer(shop.ctx), await buildBuyer(shop.ctx)];
  const asked = await adjust(one.id, { direction: 'credit', amount: '1' });
  await adjust(other.id, { direction: 'credit', amount: '2' });
  const path = `/api/proposals?subject=user:${one.id}`;
  const { items } = (await shop.call('GET', path, undefined, bob.headers)).data;
  expect(items).toMatchObject([{ id: asked.data.id, state: 'proposed', terms: { amount: '1' } }]);
});

test('a debit above the balance cannot be proposed', async () => {
  const { id } = await buildBuyer(shop.ctx, 5_000_000n);
  expect((await adjust(id, { direction: 'debit', amount: '5.000001' })).code).toBe(300_001);
  const path = `/api/proposals?subject=user:${id}`;
  expect((await shop.call('GET', path, undefined, ann.headers)).data.items).toEqual([]);
  expect((await approve(await adjust(id, { direction: 'debit', amount: '5' }))).data.state).toBe('applied');
});

test('a debit that the balance no longer covers at its approval fails, and a repeated request gets the first answer', async () => {
  const { id, ctx } = await buildBuyer(shop.ctx, 5_000_000n);
  const asked = await adjust(id, { direction: 'debit', amount: '5' }, 'spent');
  const goodsId = await buildGoods(shop.ctx);
  await stockUp(shop.ctx, goodsId, 1);
  const body = { goods_id: goodsId.toString(), quantity: 1, gender: 'random' as const };
  await placeOrder(ctx, { body, idempotencyKey: 'spend' });
  expect((await adjust(id, { direction: 'debit', amount: '5' }, 'spent')).data.id).toBe(asked.data.id);
  const failed = (await approve(asked)).data;
  expect(failed).toMatchObject({ state: 'failed', outcome_error: 'balanceTooLow' });
});

test('all admins together can credit only so much by hand within a day', async () => {
  const [one, other] = [await buildBuyer(shop.ctx), await buildBuyer(shop.ctx)];
  expect((await adjust(one.id, { direction: 'credit', amount: '5000.000001' })).code).toBe(300_010);
  const first = await adjust(one.id, { direction: 'credit', amount: '3000' });
  const second = await adjust(other.id, { direction: 'credit', amount: '3000' });
  expect((await approve(first)).data.state).toBe('applied');
  expect((await approve(second)).data.state).toBe('failed');
  expect([await balance(one.id), await balance(other.id)]).toEqual(['3000', '0']);
});

test('a credit that is approved after its user’s profile was closed fails', async () => {
  const { id } = await buildBuyer(shop.ctx);
  const credit = await adjust(id, { direction: 'credit', amount: '30' });
  const closed = await shop.call('PUT', `/api/users/${id}/status`, { status: 'closed' }, ann.headers);
  expect(closed.code).toBe(200);
  expect((await approve(credit)).data.state).toBe('failed');
  expect(await balance(id)).toBe('0');
});

test('the limit of a day holds for credits that are approved at the same time', async () => {
  const buyers = await Promise.all(Array.from({ length: 5 }, () => buildBuyer(shop.ctx)));
  const asked: Answer[] = [];
  for (const { id } of buyers) asked.push(await adjust(id, { direction: 'credit', amount: '2000' }));
  const states = (await Promise.all(asked.map(approve))).map(({ data }) => data.state);
  expect(states.filter((state) => state === 'applied')).toHaveLength(2);
});

test('the limit of a day holds for credits that come due at the same time', async () => {
  const lone = await createFreshShop();
  const owner = await signInAdmin(lone.ctx);
  const buyers = await Promise.all(Array.from({ length: 5 }, () => buildBuyer(lone.ctx)));
  const body = { direction: 'credit', amount: '2000', reason: 'goodwill' };
  for (const { id } of buyers) await lone.call('POST', `/api/users/${id}/adjustments`, body, owner.headers);
  lone.clock.advance(3 * DAY_MS);
  await Promise.all([applyDueProposals(lone.ctx), applyDueProposals(lone.ctx)]);
  const balances = await Promise.all(buyers.map(({ id }) => readAvailableMicro(lone.ctx.db, id)));
  // The first that were proposed.
  expect(balances).toEqual([2_000_000_000n, 2_000_000_000n, 0n, 0n, 0n]);
});

test.each([
  [{ direction: 'credit', amount: '0' }, 519],
  [{ direction: 'credit', amount: '-1' }, 519],
  [{ direction: 'credit', amount: '0.0000001' }, 519],
  [{ direction: 'up', amount: '1' }, 519],
  [{ direction: 'credit', amount: '1', reason: 'x' }, 519],
])('%j is refused', async (body, code) => {
  const { id } = await buildBuyer(shop.ctx);
  expect((await adjust(id, body)).code).toBe(code);
});
