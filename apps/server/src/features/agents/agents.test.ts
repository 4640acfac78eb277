import { parseMicro } from '@portside/contract';
import { parse } from 'csv-parse/sync';
import { sql } from 'kysely';
import { randomBytes } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import { signInAdmin, TEST_PASSWORD, type TestAdmin, createPerson } from '../../testing/people.ts';
import { bearer, createTestShop, type Answer, type TestShop } from '../../testing/app.ts';
import { buildGoods, fund, stockUp } from '../../testing/build.ts';
import { isOnPostgres, createWorld } from '../../testing/world.ts';
import { newShortCode } from '../../platform/tokens.ts';
import { findLedgerMismatches } from '../ledger/index.ts';
import { addAgent } from './write-agent.ts';
import { findAgentByCode, findAgentOfUser } from './index.ts';

const named = { platformName: 'Harbour Trade', telegram: '@harbour' };

test('promotion codes have eight unambiguous characters and do not repeat', () => {
  const codes = Array.from({ length: 2_000 }, newShortCode);
  expect(codes.filter((code) => !/^[A-HJKMNP-Z2-9]{8}$/.test(code))).toEqual([]);
  expect(new Set(codes).size).toBe(codes.length);
});

test('an agent is found by the promotion code in any case, until paused or blocked', async () => {
  const { ctx } = await createWorld();
  const { user } = await createPerson(ctx);
  const agent = await addAgent(ctx, { userId: user.id, ...named });
  expect(agent).toMatchObject({
    state: 'active',
    commission_basis_points: 0,
    platform_name: 'Harbour Trade',
  });
  expect(await findAgentByCode(ctx.db, agent.promotion_code.toLowerCase())).toEqual(agent);
  expect(await findAgentByCode(ctx.db, newShortCode())).toBeUndefined();
  const { user: buyer } = await createPerson(ctx);
  await ctx.db.updateTable('users').set({ agent_id: user.id }).where('id', '=', buyer.id).execute();
  expect(await findAgentOfUser(ctx.db, buyer.id)).toEqual(agent);
  const setStatus = (status: 'active' | 'frozen') =>
    ctx.db.updateTable('users').set({ status }).where('id', '=', user.id).execute();
  await setStatus('frozen');
  expect(await findAgentByCode(ctx.db, agent.promotion_code)).toBeUndefined();
  expect(await findAgentOfUser(ctx.db, buyer.id)).toBeUndefined();
  await setStatus('active');
  await ctx.db.updateTable('agents').set({ state: 'paused' }).where('user_id', '=', user.id).execute();
  expect(await findAgentByCode(ctx.db, agent.promotion_code)).toBeUndefined();
});

test('nobody becomes an agent twice', async () => {
  const { ctx } = await createWorld();
  const { user } = await createPerson(ctx);
  await addAgent(ctx, { userId: user.id, ...named });
  await expect(addAgent(ctx, { userId: user.id, ...named })).rejects.toMatchObject({
    reason: 'dataExists',
  });
});

describe('calls of agents', () => {
  let shop: TestShop;
  let admin: TestAdmin;

  beforeAll(async () => {
    shop = await createTestShop();
    admin = await signInAdmin(shop.ctx, ['agent.read', 'agent.write', 'agent.payout']);
  });

  const ask = (method: string, path: string, body?: unknown, headers = admin.headers): Promise<Answer> =>
    shop.call(method, `/api/${path}`, body, headers);

  /** A user who is an agent, as their page shows them. */
  async function buildAgent(more: object = {}) {
    const user = await shop.register();
    const body = { username: user.username, platform_name: 'Quay', telegram: '@quay', ...more };
    return { ...user, agent: (await ask('POST', 'agents', body)).data };
  }

  /** Adds to an agent's commission account what a sale would add. */
  async function earn(userId: string, amount: string): Promise<void> {
    await sql`with account as (
      update ledger_accounts set balance_micro = balance_micro + ${parseMicro(amount)}
      where user_id = ${BigInt(userId)} and kind = 'commission' returning id)
    insert into ledger_movements (kind, reference, debit_account, credit_account, amount_micro, created_at)
    select 'commission', nextval('ledger_account_ids') + 10000000000, 5, id, ${parseMicro(amount)}, ${shop.clock.now()}
    from account`.execute(shop.ctx.db);
  }

  test('an agent is created, shown to visitors with the promotion code, changed and paused', async () => {
    const { agent, username } = await buildAgent({ commission_percent: '2.5' });
    expect(agent).toMatchObject({
      username,
      commission_percent: '2.5',
      state: 'active',
      users: 0,
      commission_balance: '0',
    });
    const code = agent.promotion_code.toLowerCase();
    const shown = () => shop.call('GET', `/api/agent-codes/${code}`);
    expect((await shown()).data).toEqual({ platform_name: 'Quay', telegram: '@quay' });
    const twice = await ask('POST', 'agents', { username, platform_name: 'Again' });
    expect(twice.code).toBe(500_002);
    expect((await ask('POST', 'agents', { username: 'nobody at all', platform_name: 'X' })).code).toBe(
      200_001,
    );
    const change = { platform_name: 'Pier', commission_percent: '0.75', state: 'paused' };
    expect((await ask('PUT', `agents/${agent.id}`, change)).data).toEqual({
      ...agent,
      ...change,
      telegram: '',
    });
    expect((await shown()).code).toBe(508);
    expect((await ask('PUT', 'agents/999999999', change)).code).toBe(503);
    const listed = (await ask('GET', 'agents')).data.items;
    expect(listed[0]).toMatchObject({ id: agent.id, platform_name: 'Pier' });
    expect((await ask('GET', `agents/${agent.id}`)).data).toEqual(listed[0]);
  });

  test('a promotion code is understood with what is pasted round it', async () => {
    const { agent } = await buildAgent({});
    const code = agent.promotion_code;
    let referred = 0;
    const link = `https://harbours.example/?promotion_code=${code}&utm_source=${'x'.repeat(300)}`;
    for (const text of [
      `Code: «${code}».`,
      `${code.slice(0, 3)}\u200b${code.slice(3).toLowerCase()}`,
      link,
    ]) {
      const { data } = await shop.call('GET', `/api/agent-codes/${encodeURIComponent(text)}`);
      expect(data, text).toEqual({ platform_name: 'Quay', telegram: '@quay' });
      const asked = await shop.call('GET', `/api/support?promotion_code=${encodeURIComponent(text)}`);
      expect(asked.data.contact, text).toMatchObject({ telegram: '@quay' });
      const username = `n${randomBytes(6).toString('hex')}`;
      const email = `${username}@example.com`;
      const body = { username, email, password: TEST_PASSWORD, agree: true, invitation_code: text };
      expect((await shop.call('POST', '/api/auth/register', body)).code, text).toBe(200);
      const users = (await ask('GET', `agents/${agent.id}`)).data.users as number;
      expect(users, text).toBe((referred += 1));
      expect((await ask('GET', `agents?q=${encodeURIComponent(text)}`)).data.items, text).toHaveLength(1);
    }
    expect((await shop.call('GET', '/api/agent-codes/no%20code')).code).toBe(508);
  });

  test('agents are found by a part of their platform name, by username, code and state', async () => {
    const { agent, username } = await buildAgent({ platform_name: 'North 100% Pier' });
    const found = async (query: string) =>
      (await ask('GET', `agents?${query}`)).data.items.map(({ id }: { id: string }) => id);
    expect(await found('q=100%25+pi')).toEqual([agent.id]);
    expect(await found(`q=${username.toUpperCase()}`)).toEqual([agent.id]);
    expect(await found(`q=${agent.promotion_code.slice(0, 7).toLowerCase()}`)).toEqual([agent.id]);
    // A percent sign is no wildcard.
    expect(await found('q=%25')).toEqual([agent.id]);
    expect(await found('q=100%25+pi&state=paused')).toEqual([]);
  });

  test.each(['100.01', '-1', '1.234', '1,234', 'all'])('%s is no rate', async (commission_percent) => {
    const { username } = await shop.register();
    expect((await ask('POST', 'agents', { username, platform_name: 'X', commission_percent })).code).toBe(
      519,
    );
  });

  test('a rate may have a comma', async () => {
    expect((await buildAgent({ commission_percent: '2,5' })).agent.commission_percent).toBe('2.5');
  });

  test("an agent's page shows the referral link, the referred users and what they bought", async () => {
    const { agent, token } = await buildAgent();
    const brought = await shop.register();
    const set = (id: string, agent_id?: string) => ask('PUT', `users/${id}/agent`, { agent_id });
    expect((await set(brought.id, agent.id)).data.agent).toEqual({ id: agent.id, username: agent.username });
    expect((await set(agent.id, agent.id)).code).toBe(300_092);
    expect((await set(brought.id, brought.id)).code).toBe(503);
    const goodsId = await buildGoods(shop.ctx);
    await stockUp(shop.ctx, goodsId, 3);
    await fund(shop.ctx, BigInt(brought.id), 3_000_000n);
    await ask('POST', 'orders', { goods_id: goodsId.toString(), quantity: 3 }, bearer(brought.token));
    const own = (await ask('GET', 'agents/own', undefined, bearer(token))).data;
    expect(own).toMatchObject({ users: 1, sales: { orders: 1, accounts: 3, amount: '3' } });
    expect(own.link).toBe(`http://localhost:3000/?promotion_code=${agent.promotion_code}`);
    expect((await ask('GET', 'agents/own', undefined, bearer(brought.token))).code).toBe(508);
    const isAgent = async (as: string) =>
      (await ask('GET', 'auth/me', undefined, bearer(as))).data.is_agent as boolean;
    expect([await isAgent(token), await isAgent(brought.token)]).toEqual([true, false]);
    expect((await set(brought.id)).data.agent).toBeNull();
  });

  test('nobody earns on their own orders through others: agents never refer each other in a ring', async () => {
    const [ann, ben, cyn] = [await buildAgent(), await buildAgent(), await buildAgent()];
    const set = (user: { id: string }, agent?: { id: string }) =>
      ask('PUT', `users/${user.id}/agent`, { agent_id: agent?.id });
    expect((await set(ben, ann)).code).toBe(200);
    expect((await set(ann, ben)).code).toBe(300_092);
    expect((await set(cyn, ben)).code).toBe(200);
    expect((await set(ann, cyn)).code).toBe(300_092);
    // Set again, it is no ring; nor is it one once the chain is cut.
    expect((await set(cyn, ben)).code).toBe(200);
    expect((await set(ben)).code).toBe(200);
    expect((await set(ann, cyn)).code).toBe(200);
  });

  test.runIf(isOnPostgres)('two admins who set both directions at the same time make no ring', async () => {
    for (let round = 0; round < 10; round += 1) {
      const [ann, ben] = [await buildAgent(), await buildAgent()];
      const codes = await Promise.all(
        [
          [ann, ben],
          [ben, ann],
        ].map(async ([user, by]) => (await ask('PUT', `users/${user!.id}/agent`, { agent_id: by!.id })).code),
      );
      expect(codes.toSorted((one, other) => one - other)).toEqual([200, 300_092]);
    }
  });

  test('setting a commission, and an agent, takes a fresh code', async () => {
    const [{ agent }, other] = [await buildAgent(), await shop.register()];
    const late = await signInAdmin(shop.ctx, ['agent.write']);
    const { db, clock } = shop.ctx;
    const given = new Date(clock.now().getTime() - 5 * 60_000 - 1);
    const set = { code_at: given };
    await db.updateTable('sessions').set(set).where('user_id', '=', late.user.id).execute();
    const terms = { platform_name: 'Quay', commission_percent: '100' };
    const calls: [method: string, path: string, body: object][] = [
      ['POST', 'agents', { username: other.username, ...terms }],
      ['PUT', `agents/${agent.id}`, { ...terms, state: 'active' }],
      ['PUT', `users/${other.id}/agent`, { agent_id: agent.id }],
    ];
    for (const [method, path, body] of calls) {
      expect((await ask(method, path, body, late.headers)).code).toBe(300_017);
    }
    expect((await ask('GET', `agents/${agent.id}`)).data).toEqual(agent);
  });

  test('a payout is at most the unpaid commission, once per key, and is in the statement', async () => {
    const { agent, token } = await buildAgent();
    await earn(agent.id, '10');
    const pay = (amount: string, key: string) =>
      ask(
        'POST',
        `agents/${agent.id}/payouts`,
        { amount, note: `by transfer, ${key}` },
        { ...admin.headers, 'idempotency-key': key },
      );
    expect((await pay('10.000001', 'a')).code).toBe(300_001);
    const paid = await pay('4', 'a');
    expect((await pay('4', 'a')).data).toEqual(paid.data);
    expect((await pay('5', 'a')).code).toBe(300_007);
    const race = await Promise.all(['b', 'c', 'd'].map((key) => pay('3', key)));
    expect(race.filter(({ code }) => code === 200)).toHaveLength(2);
    const { items } = (await ask('GET', `agents/${agent.id}/statement`)).data;
    const told = (lines: { kind: string; amount: string; note: string }[]) =>
      lines.map(({ kind, amount, note }) => [kind, amount, note]);
    expect(told(items)).toEqual([
      ['payout', '-3', expect.stringMatching(/^by transfer, [bcd]$/)],
      ['payout', '-3', expect.stringMatching(/^by transfer, [bcd]$/)],
      ['payout', '-4', 'by transfer, a'],
      ['commission', '10', ''],
    ]);
    const own = (await ask('GET', 'agents/own/statement', undefined, bearer(token))).data;
    expect(told(own.items)).toEqual(told(items));
    const url = '/api/agents/own/statement/export';
    const file = await shop.app.http.inject({ method: 'GET', url, headers: bearer(token) });
    expect(file.headers['content-disposition']).toMatch(/filename="commission-[\d-]{10}\.csv"/);
    const lines: Record<string, string>[] = parse(file.body, { bom: true, columns: true });
    expect(lines.map(({ kind, amount, note }) => [kind, amount, note])).toEqual(told(items));
    const { token: noAgent } = await shop.register();
    expect((await shop.call('GET', url, undefined, bearer(noAgent))).code).toBe(508);
    expect(
      (await ask('GET', 'agents')).data.items.find((one: any) => one.id === agent.id).commission_balance,
    ).toBe('0');
    expect(
      (await findLedgerMismatches(shop.ctx.db)).filter(({ userId }) => userId === BigInt(agent.id)),
    ).toEqual([]);
    shop.clock.advance(5 * 60_000 + 1);
    expect((await pay('1', 'e')).code).toBe(300_017);
  });

  test('a month shows net sales, the commission on them sale by sale at its own rate, and what was paid', async () => {
    const { username, token } = await shop.register();
    const clerk = await signInAdmin(shop.ctx, ['agent.read', 'agent.write', 'agent.payout', 'order.refund']);
    const as = (path: string, body: object, method = 'POST') =>
      ask(method, path, body, { ...clerk.headers, 'idempotency-key': randomBytes(8).toString('hex') });
    const terms = { username, platform_name: 'Quay', commission_percent: '5' };
    const agent = (await as('agents', terms)).data;
    const brought = await shop.register();
    await as(`users/${brought.id}/agent`, { agent_id: agent.id }, 'PUT');
    const goodsId = await buildGoods(shop.ctx, { price_micro: 3_000_000n });
    await stockUp(shop.ctx, goodsId, 20);
    await fund(shop.ctx, BigInt(brought.id), 60_000_000n);
    const buy = async (quantity: number) => {
      const wanted = { goods_id: goodsId.toString(), quantity };
      const headers = { ...bearer(brought.token), 'idempotency-key': randomBytes(8).toString('hex') };
      return (await ask('POST', 'orders', wanted, headers)).data.order_no as string;
    };
    const first = await buy(10);
    await as(
      `agents/${agent.id}`,
      { platform_name: 'Quay', commission_percent: '2.5', state: 'active' },
      'PUT',
    );
    await buy(1);
    const { rows: items } = await sql<{ id: string }>`
    select item.id::text from orders o join order_ranges r on r.order_id = o.id
    cross join lateral generate_series(r.first_id, r.end_id - 1) as item (id)
    where o.order_no = ${first} order by 1 limit 4`.execute(shop.ctx.db);
    await as(`admin/orders/${first}/refunds`, { item_ids: items.map(({ id }) => id), reason: 'dead' });
    await as(`agents/${agent.id}/payouts`, { amount: '0.5', note: 'by transfer' });

    const own = async (path: string) =>
      (await ask('GET', `agents/own/${path}`, undefined, bearer(token))).data;
    const month = shop.clock.now().toISOString().slice(0, 7);
    const data = await own(`month?month=${month}`);
    expect(data).toMatchObject({ month, net_sales: '21', commission: '0.975', paid: '0.5' });
    expect(data.days).toEqual([
      { day: shop.clock.now().toISOString().slice(0, 10), net_sales: '21', commission: '0.975' },
    ]);
    expect(data.buyers).toEqual([
      {
        name: `${brought.username.slice(0, 3)}•••`,
        joined_at: expect.any(String),
        orders: 2,
        net_sales: '21',
        commission: '0.975',
      },
    ]);
    expect(data.further_buyers).toBe(0);
    const lines = (await own(`statement?month=${month}`)).items;
    expect(
      lines.map(({ kind, sale, percent, amount }: Record<string, string>) => [kind, sale, percent, amount]),
    ).toEqual([
      ['payout', null, null, '-0.5'],
      ['commissionReversal', '-12', '5', '-0.6'],
      ['commission', '3', '2.5', '0.075'],
      ['commission', '30', '5', '1.5'],
    ]);
    expect(await own('month?month=2020-02')).toMatchObject({
      net_sales: '0',
      commission: '0',
      paid: '0',
      days: [],
    });
    expect((await own('statement?month=2020-02')).items).toEqual([]);
    expect((await ask('GET', `agents/own/month?month=${month}`, undefined, bearer(brought.token))).code).toBe(
      508,
    );
  });

  test('a month lists buyers by their net sales, without their names; the last payout is told with its note', async () => {
    admin = await signInAdmin(shop.ctx, ['agent.read', 'agent.write', 'agent.payout']);
    const { agent, token } = await buildAgent({ commission_percent: '10' });
    const goodsId = await buildGoods(shop.ctx, { price_micro: 1_000_000n });
    await stockUp(shop.ctx, goodsId, 20);
    const buyers = [await shop.register(), await shop.register(), await shop.register()];
    for (const [index, { id, token: as }] of buyers.entries()) {
      await ask('PUT', `users/${id}/agent`, { agent_id: agent.id });
      await fund(shop.ctx, BigInt(id), 10_000_000n);
      const wanted = { goods_id: goodsId.toString(), quantity: [2, 5, 1][index] };
      await ask('POST', 'orders', wanted, bearer(as));
    }
    const own = async (path: string) => (await ask('GET', path, undefined, bearer(token))).data;
    expect(await own('agents/own')).toMatchObject({ last_payout: null, commission_terms: '' });
    for (const [amount, note] of [
      ['0.2', 'first'],
      ['0.3', 'by transfer to T9yD'],
    ])
      await ask(
        'POST',
        `agents/${agent.id}/payouts`,
        { amount, note },
        { ...admin.headers, 'idempotency-key': randomBytes(8).toString('hex') },
      );
    const month = await own(`agents/own/month?month=${shop.clock.now().toISOString().slice(0, 7)}`);
    expect(
      month.buyers.map(({ net_sales: net, commission, orders }: Record<string, string>) => [
        net,
        commission,
        orders,
      ]),
    ).toEqual([
      ['5', '0.5', 1],
      ['2', '0.2', 1],
      ['1', '0.1', 1],
    ]);
    expect(month).toMatchObject({ net_sales: '8', paid: '0.5' });
    for (const { username } of buyers) expect(JSON.stringify(month)).not.toContain(username);
    expect((await own('agents/own')).last_payout).toMatchObject({
      amount: '0.3',
      note: 'by transfer to T9yD',
    });
  });
});
