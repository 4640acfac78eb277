import { errors, type Input } from '@portside/contract';
import { sql } from 'kysely';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { HOUR_MS } from '../../platform/clock.ts';
import { inTransaction } from '../../platform/context.ts';
import { bearer, createTestShop, type Answer, type TestShop } from '../../testing/app.ts';
import { recordDeposit as insertDeposit } from '../../testing/followed-chain.ts';
import { signInAdmin, type TestAdmin } from '../../testing/people.ts';
import { creditDeposits, readCredited } from '../deposits/credit-deposits.ts';
import { applyReversal } from '../deposits/decisions/apply-decision.ts';
import { findDeposit } from '../deposits/deposits.sql.ts';
import { findLedgerMismatches, listAvailableMovements, recordDeposit, recordSales } from '../ledger/index.ts';
import { combineWrites } from '../../platform/db/pipeline.ts';

let shop: TestShop;
let admin: TestAdmin;
beforeAll(async () => {
  shop = await createTestShop();
});
beforeEach(async () => {
  admin = await signInAdmin(shop.ctx);
  await shop.ctx.db.updateTable('bonuses').set({ is_on: false }).execute();
});

type Body = Partial<Input<'createBonus'>['body']>;
const BONUSES = '/api/admin/bonuses';
const TIERS = [
  { from: '100', amount: '5' },
  { from: '500', percent: '6' },
];
const create = (body: object = {}): Promise<Answer> =>
  shop.call('POST', BONUSES, { name: 'Autumn', tiers: TIERS, ...body }, admin.headers);
const replace = (id: string, body: object): Promise<Answer> =>
  shop.call('PUT', `${BONUSES}/${id}`, { name: 'Autumn', tiers: TIERS, ...body }, admin.headers);
/** An hour in which the code of the admin's sign-in gets too old. */
async function passAnHour(): Promise<void> {
  shop.clock.advance(HOUR_MS);
  admin = await signInAdmin(shop.ctx);
}

const later = (ms: number): string => new Date(shop.clock.now().getTime() + ms).toISOString();

type Person = Awaited<ReturnType<TestShop['register']>>;
const offered = async ({ token }: Person) =>
  (await shop.call('GET', '/api/bonuses', undefined, bearer(token))).data.items;

/** A deposit that waits to be credited, as its chain has it now. */
async function arrive(amountMicro: bigint): Promise<bigint> {
  const depositId = await insertDeposit(shop.ctx, amountMicro, { state: 'unmatched', user_id: null });
  await recordDeposit(shop.ctx, { depositId, network: 'ETH', amountMicro });
  return depositId;
}

const credit = (depositId: bigint, userId: string): Promise<void> =>
  inTransaction(shop.ctx, async (step) => {
    const deposit = (await findDeposit(step.db, depositId))!;
    await creditDeposits(step, [deposit], BigInt(userId), { by: 'buyer' });
  });

const reverse = (depositId: bigint): Promise<void> =>
  applyReversal(shop.ctx, { proposalId: 1n, terms: { deposit_id: String(depositId) } as never });

const pay = async (amountMicro: bigint, userId: string): Promise<bigint> => {
  const depositId = await arrive(amountMicro);
  await credit(depositId, userId);
  return depositId;
};
const balanceOf = async ({ token }: Person): Promise<string> =>
  (await shop.call('GET', '/api/users/balance', undefined, bearer(token))).data.balance;
const movementsOf = async ({ id }: Person) =>
  (await listAvailableMovements(shop.ctx.db, BigInt(id), { before: undefined, limit: 20 })).map(
    ({ kind, amountMicro }) => [kind, amountMicro],
  );

test('a payment earns what the best tier gives, and the mail and the list of bonuses say so', async () => {
  const { bonus } = (await create()).data;
  const buyer = await shop.register();
  expect(await offered(buyer)).toEqual([
    { from: '100', percent: null, amount: '5', ends_at: null },
    { from: '500', percent: '6', amount: null, ends_at: null },
  ]);
  await pay(99_999_999n, buyer.id);
  const deposit = await pay(100_003_400n, buyer.id);
  await pay(1_000_000_001n, buyer.id);
  expect((await movementsOf(buyer)).toReversed()).toEqual([
    ['credit', 99_999_999n],
    ['credit', 100_003_400n],
    ['bonus', 5_000_000n],
    ['credit', 1_000_000_001n],
    ['bonus', 60_000_000n],
  ]);
  expect(await balanceOf(buyer)).toBe('1265.00');
  expect((await readCredited(shop.ctx, deposit))?.facts).toMatchObject({ bonus: '5' });
  const { items } = (await shop.call('GET', BONUSES, undefined, admin.headers)).data;
  expect(items.find((one: any) => one.id === bonus.id)).toMatchObject({ payments: 2, given: '65' });
  expect(await findLedgerMismatches(shop.ctx.db)).toEqual([]);
});

test('of several bonuses the best counts, and they are never added', async () => {
  await create();
  await create({
    tiers: [
      { from: '50', amount: '4' },
      { from: '100', percent: '7.5' },
    ],
  });
  const buyer = await shop.register();
  await pay(100_000_000n, buyer.id);
  expect((await movementsOf(buyer))[0]).toEqual(['bonus', 7_500_000n]);
});

test('what counts is when the chain had the payment, not when it was credited', async () => {
  const buyer = await shop.register();
  const before = await arrive(100_000_000n);
  await passAnHour();
  await create({ ends_at: later(HOUR_MS) });
  const within = await arrive(100_000_000n);
  shop.clock.advance(HOUR_MS);
  const after = await arrive(100_000_000n);
  for (const deposit of [before, within, after]) await credit(deposit, buyer.id);
  expect((await movementsOf(buyer)).filter(([kind]) => kind === 'bonus')).toHaveLength(1);
  expect(await offered(buyer)).toEqual([]);
});

test('a bonus for levels is for their buyers only', async () => {
  const { rows } = await sql<{ id: bigint }>`
    insert into buyer_levels (name, colour) values ('{"en": "Gold"}', '#c90') returning id`.execute(
    shop.ctx.db,
  );
  const gold = String(rows[0]!.id);
  const { data } = await create({ levels: [gold] });
  expect(data.bonus.levels).toEqual([gold]);
  const [buyer, other] = [await shop.register(), await shop.register()];
  await sql`update users set level_id = ${gold} where id = ${buyer.id}`.execute(shop.ctx.db);
  expect([(await offered(buyer)).length, (await offered(other)).length]).toEqual([2, 0]);
  await pay(100_000_000n, buyer.id);
  await pay(100_000_000n, other.id);
  expect([await balanceOf(buyer), await balanceOf(other)]).toEqual(['105.00', '100.00']);
  const list = (await shop.call('GET', BONUSES, undefined, admin.headers)).data;
  expect(list.levels).toContainEqual({ id: gold, name: 'Gold' });
});

test('a reversed deposit takes its bonus along, and what is spent of it becomes a debt', async () => {
  await create();
  const [saver, spender] = [await shop.register(), await shop.register()];
  const [kept, spent] = [await pay(100_000_000n, saver.id), await pay(100_000_000n, spender.id)];
  const sale = { orderId: kept + 1_000_000n, userId: BigInt(spender.id), totalMicro: 103_000_000n };
  await inTransaction(shop.ctx, ({ db, clock }) => combineWrites(db, recordSales([sale], clock.now())));
  await reverse(kept);
  await reverse(spent);
  expect(await balanceOf(saver)).toBe('0.00');
  expect(await movementsOf(saver)).toEqual([
    ['bonusReversal', -5_000_000n],
    ['reversal', -100_000_000n],
    ['bonus', 5_000_000n],
    ['credit', 100_000_000n],
  ]);
  const { rows } = await sql<{ balance_micro: bigint }>`
    select balance_micro from ledger_accounts where kind = 'debt' and user_id = ${spender.id}`.execute(
    shop.ctx.db,
  );
  expect(rows).toEqual([{ balance_micro: -103_000_000n }]);
  const user = await shop.ctx.db
    .selectFrom('users')
    .select('status')
    .where('id', '=', BigInt(spender.id))
    .execute();
  expect(user).toEqual([{ status: 'frozen' }]);
  await expect(reverse(kept)).rejects.toThrow();
  expect(await findLedgerMismatches(shop.ctx.db)).toEqual([]);
});

test('a version that knows no bonuses cannot reverse a deposit and leave its bonus', async () => {
  await create();
  const buyer = await shop.register();
  const deposit = await pay(100_000_000n, buyer.id);
  const reversal = shop.ctx.db.updateTable('deposits').set({ state: 'reversed' }).where('id', '=', deposit);
  await expect(reversal.execute()).rejects.toThrow('deposits_bonus_reversed');
  expect(await balanceOf(buyer)).toBe('105.00');
});

test('a bonus is replaced, with both states in the audit log, and keeps its start', async () => {
  const { bonus: data } = (await create()).data;
  await passAnHour();
  const { data: now } = await replace(data.id, { tiers: [{ from: '10', percent: '0.5' }], is_on: false });
  expect(now.bonus).toMatchObject({
    starts_at: data.starts_at,
    is_on: false,
    tiers: [{ from: '10', percent: '0.5' }],
  });
  const entry = await shop.ctx.db
    .selectFrom('audit_entries')
    .select(['before', 'after'])
    .where('action', '=', 'bonus.update')
    .where('subject', '=', `bonus:${data.id}`)
    .executeTakeFirstOrThrow();
  expect(entry).toEqual({
    before: { bonus_tiers: '100: 5, 500: 6 %', is_on: true },
    after: { bonus_tiers: '10: 0.5 %', is_on: false },
  });
  expect((await replace('999999', {})).code).toBe(errors.notFound.code);
});

const LARGE = [{ from: '100', percent: '20.01' }];
const approve = (who: TestAdmin, { id }: { id: string }): Promise<Answer> =>
  shop.call('POST', `/api/proposals/${id}/approve`, undefined, who.headers);

test('more than a fifth of a payment takes a second person, whoever it is for and however it comes about', async () => {
  const colleague = await signInAdmin(shop.ctx);
  const asked = (await create({ tiers: LARGE, reason: 'a fair' })).data;
  expect(asked).toMatchObject({
    bonus: null,
    proposal: {
      kind: 'bonusApproved',
      state: 'proposed',
      reason: 'a fair',
      terms: { tiers: '100: 20.01 %' },
    },
  });
  const buyer = await shop.register();
  await pay(100_000_000n, buyer.id);
  expect(await balanceOf(buyer)).toBe('100.00');
  expect((await approve(admin, asked.proposal)).code).toBe(errors.secondPersonNeeded.code);
  expect((await approve(colleague, asked.proposal)).data.state).toBe('applied');
  await pay(100_000_000n, buyer.id);
  expect(await balanceOf(buyer)).toBe('220.01');

  const { items } = (await shop.call('GET', BONUSES, undefined, admin.headers)).data;
  const { id } = items[0];
  expect((await replace(id, { tiers: LARGE, ends_at: later(HOUR_MS) })).data.proposal.state).toBe('proposed');
  // Ending it is for one person, and ends what is proposed of it.
  expect((await replace(id, { tiers: LARGE, is_on: false })).data.bonus).toMatchObject({ is_on: false });
  const open = await shop.call(
    'GET',
    '/api/proposals?state=open&kind=bonusApproved',
    undefined,
    admin.headers,
  );
  expect(open.data.items).toEqual([]);
  expect((await replace(id, { tiers: LARGE })).data.bonus).toBeNull();
  const fixed = { tiers: [{ from: '10', amount: '2.01' }] };
  expect((await replace(id, fixed)).code).toBe(errors.proposalOpen.code);
  expect((await replace(id, { tiers: [{ from: '10', amount: '2' }] })).data.bonus).toMatchObject({ id });
});

test('several new bonuses can be proposed side by side, each once', async () => {
  await signInAdmin(shop.ctx);
  const ask = async (body: object) =>
    (await create({ tiers: LARGE, reason: 'a fair', ...body })).data.proposal;
  const [spring, autumn] = [await ask({ name: 'Spring' }), await ask({ name: 'Late autumn' })];
  expect(autumn).toMatchObject({ state: 'proposed', terms: { name: 'Late autumn' } });
  expect(autumn.id).not.toBe(spring.id);
  expect((await ask({ name: 'Spring' })).id).toBe(spring.id);
});

test('nobody makes a bonus for payments that were made already', async () => {
  const buyer = await shop.register();
  const before = await arrive(100_000_000n);
  await passAnHour();
  const { bonus } = (await create({ starts_at: later(-2 * HOUR_MS) })).data;
  expect(bonus.starts_at).toBe(later(0));
  expect((await replace(bonus.id, { starts_at: later(-HOUR_MS) })).data.bonus.starts_at).toBe(later(0));
  await credit(before, buyer.id);
  expect(await balanceOf(buyer)).toBe('100.00');
});

test.each<[Body | object]>([
  [{ tiers: [] }],
  [{ tiers: [{ from: '0', amount: '5' }] }],
  [{ tiers: [{ from: '100' }] }],
  [{ tiers: [{ from: '100', amount: '5', percent: '5' }] }],
  [{ tiers: [{ from: '100', percent: '0' }] }],
  [{ tiers: [{ from: '100', percent: '100.01' }] }],
  [{ tiers: [{ from: '0.000001', amount: '5' }] }],
  [
    {
      tiers: [
        { from: '100', amount: '5' },
        { from: '100.0', amount: '6' },
      ],
    },
  ],
  [{ levels: ['999999'] }],
  [{ ends_at: '2026-01-01T00:00:00Z' }],
])('%j is no bonus', async (body) => {
  const { code } = await create(body);
  expect([errors.invalidFormat.code, errors.missingParameters.code]).toContain(code);
});
