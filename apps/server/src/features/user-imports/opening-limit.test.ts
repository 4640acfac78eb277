import { DAY_MS } from '../../platform/clock.ts';
import { errors } from '@portside/contract';
import { beforeEach, expect, test } from 'vitest';
import { signInAdmin, type TestAdmin } from '../../testing/people.ts';
import { createFreshShop, type TestShop } from '../../testing/app.ts';
import { watchMoney } from '../alarms/index.ts';
import { applyDueProposals } from '../approvals/index.ts';
import { importUsers } from './index.ts';

let shop: TestShop;
let ann: TestAdmin;
let bob: TestAdmin;
const signIn = async () => {
  [ann, bob] = [await signInAdmin(shop.ctx), await signInAdmin(shop.ctx)];
};
beforeEach(async () => {
  shop = await createFreshShop();
  await signIn();
});

let files = 0;
/** Proposes a file with one user of that balance. */
const propose = (balance: string) => {
  files += 1;
  const text = `username,email,balance\nold-${files},old-${files}@old.example,${balance}\n`;
  const body = { text, file_name: `${files}.csv`, reason: 'we move here' };
  return shop.call('POST', '/api/admin/user-imports', body, ann.headers);
};
const openProposals = async () =>
  (await shop.call('GET', '/api/proposals?state=open', undefined, bob.headers)).data.items;
const approveById = async ({ id }: { id: string }) =>
  (await shop.call('POST', `/api/proposals/${id}/approve`, undefined, bob.headers)).data;
const approve = async (which = 0) => approveById((await openProposals())[which]);
const run = async () => {
  while ((await importUsers(shop.ctx)).more);
};
const imported = async () => {
  const { sum } = await shop.ctx.db
    .selectFrom('ledger_movements')
    .select(({ fn }) => fn.sum<string | null>('amount_micro').as('sum'))
    .where('kind', '=', 'openingBalance')
    .executeTakeFirstOrThrow();
  return BigInt(sum ?? 0);
};
const alarms = async () => {
  await watchMoney(shop.ctx);
  const { data } = await shop.call('GET', '/api/admin/tasks', undefined, bob.headers);
  return data.alarms.filter(({ kind }: any) => kind.startsWith('balances'));
};

test('two people cannot bring over more than the limit in a day: a file is no way round manual credits', async () => {
  expect((await propose('5000.000001')).code).toBe(errors.amountOutOfRange.code);
  expect((await propose('3000')).code).toBe(200);
  expect((await propose('2000.000001')).code).toBe(200);
  expect((await approve(1)).state).toBe('applied');
  // What was approved meanwhile counts, also before its users are made.
  expect((await approve()).state).toBe('failed');
  await run();
  expect(await imported()).toBe(3_000_000_000n);
  expect((await propose('2000.000001')).code).toBe(errors.amountOutOfRange.code);
  expect((await propose('0')).code).toBe(200);
  shop.clock.advance(DAY_MS + 1);
  await signIn();
  expect((await propose('5000')).code).toBe(200);
});

test('two approvals at once do not pass the limit together', async () => {
  await propose('3000');
  await propose('3000');
  const approved: { state: string }[] = await Promise.all((await openProposals()).map(approveById));
  expect(new Set(approved.map(({ state }) => state))).toEqual(new Set(['applied', 'failed']));
});

test('raising the limit takes a second person, lowering it does not', async () => {
  const settings = (await shop.call('GET', '/api/settings', undefined, ann.headers)).data;
  const put = (opening_balance_maximum: string) =>
    shop.call('PUT', '/api/settings', { ...settings, opening_balance_maximum }, ann.headers);
  expect((await put('9000')).data).toMatchObject({ opening_balance_maximum: '5000' });
  expect((await propose('9000')).code).toBe(errors.amountOutOfRange.code);
  expect((await openProposals())[0].terms).toMatchObject({ limit: 'opening_balance_maximum' });
  await approve();
  expect((await propose('9000')).code).toBe(200);
  expect((await put('100')).data).toMatchObject({ opening_balance_maximum: '100' });
});

test('in an open shop approved balances wait a day, in which any admin can reject them', async () => {
  const completed = { id: 1 as const, completed_at: shop.clock.now() };
  await shop.ctx.db.insertInto('setup_completions').values(completed).execute();
  await propose('10');
  expect((await approve()).state).toBe('cooling');
  const { items } = (await shop.call('GET', '/api/admin/user-imports', undefined, ann.headers)).data;
  expect(items[0].state).toBe('cooling');
  shop.clock.advance(DAY_MS - 1);
  await applyDueProposals(shop.ctx);
  await run();
  expect(await imported()).toBe(0n);
  shop.clock.advance(1);
  await applyDueProposals(shop.ctx);
  await run();
  expect(await imported()).toBe(10_000_000n);
  await signIn();
  // Users without balances are no money.
  await propose('0');
  expect((await approve()).state).toBe('applied');
});

test('every admin is told of proposed balances, and of those that were imported', async () => {
  const clerk = await signInAdmin(shop.ctx, ['support.read']);
  await propose('12.5');
  const proposed = { kind: 'balancesProposed', findings: [{ code: 'balancesProposed' }, {}, {}] };
  expect(await alarms()).toMatchObject([proposed]);
  const [{ findings }] = await alarms();
  expect(findings[0].facts).toMatchObject({ who: ann.user.username, users: 1, total: '12.5' });
  await approve();
  expect(await alarms()).toMatchObject([
    { kind: 'balancesImported', findings: [{ facts: { users: 1, total: '12.5' } }] },
  ]);
  const mails = await shop.ctx.db
    .selectFrom('mails')
    .select('id')
    .where('kind', '=', 'alarm')
    .where('recipient', '=', clerk.user.email)
    .execute();
  expect(mails).toHaveLength(2);
  await propose('0');
  expect(await alarms()).toHaveLength(1);
  shop.clock.advance(3 * DAY_MS + 1);
  await signIn();
  expect(await alarms()).toEqual([]);
});
