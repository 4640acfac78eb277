import { beforeEach, expect, test } from 'vitest';
import { signInAdmin, type TestAdmin } from '../../testing/people.ts';
import { createFreshShop, type TestShop } from '../../testing/app.ts';
import { sell } from '../../testing/sale.ts';
import { applyDueProposals } from '../approvals/index.ts';
import { HOUR_MS } from '../../platform/clock.ts';

let shop: TestShop;
let ann: TestAdmin;
beforeEach(async () => {
  shop = await createFreshShop();
  ann = await signInAdmin(shop.ctx);
});

const read = async () => (await shop.call('GET', '/api/settings', undefined, ann.headers)).data;
const put = (body: object) => shop.call('PUT', '/api/settings', body, ann.headers);
const approve = (who: TestAdmin, { id }: { id: string }) =>
  shop.call('POST', `/api/proposals/${id}/approve`, undefined, who.headers);

test('raising a limit takes two people; other settings of the call take effect at once', async () => {
  const bob = await signInAdmin(shop.ctx);
  const before = await read();
  const raised = { refund_approval_above: '1000000', manual_credit_maximum: '9999999' };
  const asked = await put({ ...before, ...raised, site_name: 'Quay', reason: 'a large customer' });
  expect(asked.data).toMatchObject({ ...before, site_name: 'Quay' });
  expect(asked.data.proposals).toMatchObject([
    {
      kind: 'limitRaiseApproved',
      state: 'proposed',
      reason: 'a large customer',
      terms: { limit: 'refund_approval_above', former_amount: '100', amount: '1000000' },
    },
    { terms: { limit: 'manual_credit_maximum', former_amount: '5000', amount: '9999999' } },
  ]);
  expect(await read()).toEqual({ ...before, site_name: 'Quay' });
  const [refunds] = asked.data.proposals;
  expect((await approve(ann, refunds)).code).toBe(300_020);
  expect((await approve(bob, refunds)).data.state).toBe('applied');
  expect(await read()).toEqual({ ...before, site_name: 'Quay', refund_approval_above: '1000000' });
});

test('lowering a limit takes effect at once; restoring it counts as raising', async () => {
  await signInAdmin(shop.ctx);
  const before = await read();
  const lower = { ...before, refund_approval_above: '5' };
  expect((await put(lower)).data).toEqual(lower);
  expect((await put({ ...lower, refund_approval_above: '5.00' })).data.proposals).toBeUndefined();
  const { refund_approval_above: _, ...absent } = before;
  expect((await put(absent)).data).toMatchObject({
    refund_approval_above: '5.00',
    proposals: [{ terms: { amount: '100' } }],
  });
});

test('no admin alone can raise the limit, refund and lower it again', async () => {
  const sale = await sell(shop, 10, { price: 100 });
  const settings = await read();
  await shop.call('PUT', '/api/settings', { ...settings, refund_approval_above: '1000' }, sale.admin.headers);
  expect((await sale.refund()).data.proposal).toMatchObject({ state: 'proposed' });
  expect(await sale.balance()).toBe('10');
});

test('a single admin waits three days', async () => {
  const before = await read();
  const asked = await put({ ...before, refund_approval_above: '200' });
  expect(asked.data.proposals).toMatchObject([{ state: 'cooling' }]);
  const work = () => applyDueProposals(shop.ctx);
  shop.clock.advance(72 * HOUR_MS - 1);
  await work();
  const again = await signInAdmin(shop.ctx);
  const now = async () => (await shop.call('GET', '/api/settings', undefined, again.headers)).data;
  expect((await now()).refund_approval_above).toBe('100');
  shop.clock.advance(1);
  await work();
  expect((await now()).refund_approval_above).toBe('200');
});
