import { CLAIM_VERDICTS, type ClaimVerdict, type Input } from '@portside/contract';
import { sql } from 'kysely';
import { beforeAll, expect, test } from 'vitest';
import { signInAdmin, type TestAdmin } from '../../../testing/people.ts';
import { createTestShop, type Answer, type TestShop } from '../../../testing/app.ts';
import { buildBuyer, buildGoods, stockUp } from '../../../testing/build.ts';
import { sell, idsAt, type Sale } from '../../../testing/sale.ts';
import { createWorld } from '../../../testing/world.ts';
import type { Live, LiveMessage } from '../../../platform/live.ts';
import { HOUR_MS } from '../../../platform/clock.ts';
import { placeOrder } from '../placing/place-order.ts';
import { listClaims } from './list-warranty-claims.ts';
import { createWarrantyClaim, refuseWarrantyClaim } from './warranty-claims.ts';

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

test('a list of orders shows which have an open claim, and finds them by any part of the number', async () => {
  const sale = await sell(shop, 2);
  const [one] = await sale.ids();
  expect((await sale.order()).has_open_claim).toBe(false);
  await sale.claim([one!]);
  const list = async (query: string) =>
    (await shop.call('GET', `/api/orders?${query}`, undefined, sale.buyer)).data.items;
  for (const part of [
    sale.orderNo.slice(-5),
    sale.orderNo.slice(4, 12),
    sale.orderNo,
    sale.orderNo.slice(0, 6),
  ])
    for (const name of ['order_no', 'q'])
      expect(await list(`${name}=${part}`)).toMatchObject([{ order_no: sale.orderNo, has_open_claim: true }]);
  for (const name of ['order_no', 'q']) expect(await list(`${name}=ZZZZZZZZ`)).toEqual([]);
  const { headers } = await signInAdmin(shop.ctx);
  const path = `/api/admin/orders/${sale.orderNo}`;
  const { data } = await shop.call('GET', `${path}/after-sales`, undefined, headers);
  expect(data.claims).toMatchObject([{ state: 'open', accounts: 1, reason: 'cannot sign in' }]);
  await shop.call('POST', `/api/admin/claims/${data.claims[0].id}/refusal`, { reason: 'It works.' }, headers);
  expect((await sale.order()).has_open_claim).toBe(false);
  expect((await shop.call('GET', `${path}/after-sales`, undefined, headers)).data.claims).toEqual([]);
});

test('own orders are found by the login of one of their accounts in any spelling, and nobody else’s are', async () => {
  const [sale, other] = [await sell(shop, 2), await sell(shop, 1)];
  const list = async (text: string, buyer = sale.buyer): Promise<string[]> =>
    (await shop.call('GET', `/api/orders?q=${encodeURIComponent(text)}`, undefined, buyer)).data.items.map(
      (order: { order_no: string }) => order.order_no,
    );
  const login = sale.lines[0]!.split('----')[0]!;
  for (const text of [login, ` ${login.toUpperCase()}\u200b `, `«${login}»`])
    expect(await list(text), text).toEqual([sale.orderNo]);
  for (const text of [login.slice(0, -1), sale.lines[0]!.split('----')[1]!, sale.lines[2]!.split('----')[0]!])
    expect(await list(text), text).toEqual([]);
  expect(await list(login, other.buyer)).toEqual([]);
  await sale.replace({ item_ids: [(await sale.ids())[0]] });
  const logins = (await sale.texts()).good.map((line) => line.split('----')[0]!);
  for (const text of [login, ...logins]) expect(await list(text), text).toEqual([sale.orderNo]);
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
  const heard = await Array.fromAsync([buyer, stranger, reader.user, clerk.user, owner.user], ({ id }) =>
    listen(live, id),
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

async function claimed(quantity: number, price = 1): Promise<{ sale: Sale; id: string }> {
  const sale = await sell(shop, quantity, { price });
  const [one] = await sale.ids();
  return { sale, id: (await sale.claim([one!])).data.id };
}

const decide = async (ids: string[], decision: string, who: TestAdmin) => {
  const body = { ids, decision, reason: 'dead indeed' };
  const answer = await shop.call('POST', '/api/admin/claims/decisions', body, who.headers);
  return { ...answer, outcomes: answer.data?.items?.map((one: any) => [one.outcome, one.code]) };
};

test('each is refunded by itself; one that cannot be holds up no other, and repeated nothing is paid twice', async () => {
  const ann = await signInAdmin(shop.ctx);
  const [one, two, settled, dear] = [
    await claimed(3),
    await claimed(2),
    await claimed(1),
    await claimed(1, 500),
  ];
  await decide([settled.id], 'refuse', ann);
  const ids = [one.id, two.id, settled.id, dear.id, '999999'];
  const { data } = await shop.call('POST', '/api/admin/claims/decisions/previews', { ids }, ann.headers);
  expect(data).toEqual({ open: 3, accounts: 3, amount: '502', second_person: 1 });
  const expected = [
    ['refunded', null],
    ['refunded', null],
    ['failed', 300_038],
    ['proposed', null],
    ['failed', 506],
  ];
  expect((await decide(ids, 'refund', ann)).outcomes).toEqual(expected);
  expect((await decide(ids, 'refund', ann)).outcomes).toEqual(expected);
  expect([await one.sale.balance(), await two.sale.balance(), await dear.sale.balance()]).toEqual([
    '11',
    '11',
    '10',
  ]);
  expect(await one.sale.claims()).toMatchObject([{ state: 'refunded', answer: 'dead indeed' }]);
});

test('what the preview counts is what is done: orders in their order, and one proposal of an order', async () => {
  const bob = await signInAdmin(shop.ctx);
  const preview = async (ids: string[]) =>
    (await shop.call('POST', '/api/admin/claims/decisions/previews', { ids }, bob.headers)).data;
  const both = async (price: number): Promise<string[]> => {
    const sale = await sell(shop, 2, { price });
    const ids: string[] = [];
    for (const item of await sale.ids()) ids.push((await sale.claim([item])).data.id);
    return ids;
  };
  // Each above what one may refund alone.
  const dear = await both(300);
  expect(await preview(dear)).toMatchObject({ open: 2, second_person: 1 });
  expect((await decide(dear, 'refund', bob)).outcomes.map(([outcome]: string[]) => outcome)).toEqual([
    'proposed',
    'failed',
  ]);
  // The later claim first: it leaves too little for the other.
  const three = [await claimed(1, 60), await claimed(1, 50), await claimed(1, 50)];
  const turned = three.map(({ id }) => id).toReversed();
  expect(await preview(turned)).toMatchObject({ second_person: 1 });
  expect((await decide(turned, 'refund', bob)).outcomes.map(([outcome]: string[]) => outcome)).toEqual([
    'refunded',
    'refunded',
    'proposed',
  ]);
});

test('what others refunded of an order is not added to what one decided elsewhere', async () => {
  const carol = await signInAdmin(shop.ctx);
  const [elsewhere, { sale, id }] = [await claimed(1, 50), await claimed(3, 30)];
  const [, , last] = await sale.ids();
  await sale.refund({ item_ids: [last] });
  const ids = [elsewhere.id, id];
  const { data } = await shop.call('POST', '/api/admin/claims/decisions/previews', { ids }, carol.headers);
  expect(data).toMatchObject({ open: 2, second_person: 0 });
  expect((await decide(ids, 'refund', carol)).outcomes).toEqual([
    ['refunded', null],
    ['refunded', null],
  ]);
});

test('several are rejected with one answer, which a repeated call finds as its own', async () => {
  const [one, two] = [await claimed(2), await claimed(1)];
  const clerk = await signInAdmin(shop.ctx, ['claim.read', 'claim.settle']);
  const outcomes = [
    ['refused', null],
    ['refused', null],
  ];
  expect((await decide([one.id, two.id], 'refuse', clerk)).outcomes).toEqual(outcomes);
  expect((await decide([one.id, two.id], 'refuse', clerk)).outcomes).toEqual(outcomes);
  expect(await two.sale.claims()).toMatchObject([{ state: 'refused', answer: 'dead indeed' }]);
  const entries = await shop.ctx.db
    .selectFrom('audit_entries')
    .select('subject')
    .where('user_id', '=', clerk.user.id)
    .where('action', '=', 'claim.refuse')
    .execute();
  expect(entries).toHaveLength(2);
});

test('accounts are replaced from stock; without it, or without the permission to refund, nothing is', async () => {
  const [one, two] = [await claimed(1), await claimed(1)];
  await shop.ctx.db.deleteFrom('stock_ranges').where('goods_id', '=', two.sale.goodsId).execute();
  const clerk = await signInAdmin(shop.ctx, ['claim.read', 'claim.settle']);
  expect((await decide([one.id, two.id], 'refund', clerk)).code).toBe(400_003);
  expect((await decide([one.id, two.id], 'replace', clerk)).outcomes).toEqual([
    ['replaced', null],
    ['failed', 300_002],
  ]);
  expect((await one.sale.items()).filter(({ state }) => state === 'replaced')).toHaveLength(1);
  expect(await two.sale.claims()).toMatchObject([{ state: 'open' }]);
});

test('claims are found by product, supplier, verdict and buyer, however far they are looked for', async () => {
  const { ctx } = shop;
  const { db, clock } = ctx;
  const sales = [await sell(shop, 10), await sell(shop, 10)];
  const { rows } = await sql<{ id: bigint }>`
    insert into suppliers (name, name_key, created_at) values ('Q', 'q', now()) returning id`.execute(db);
  const supplier_id = rows[0]!.id;
  await sql`
    update stock_batches set supplier_id = ${supplier_id} where goods_id = ${sales[1]!.goodsId}`.execute(db);
  // Of two accounts each; of the last ones only one was asked for.
  const results = [[], ['good', 'dead'], ['good', 'good'], ['unknown', null], ['good']];
  type Made = Record<'id' | 'goods' | 'supplier' | 'user', string> & {
    readonly isOpen: boolean;
    readonly verdict: ClaimVerdict;
  };
  const claims: Made[] = [];
  for (const [index, sale] of sales.entries())
    for (const [n, found] of results.entries()) {
      const items = (await sale.ids()).slice(2 * n, 2 * n + 2);
      const { id } = (await sale.claim(items)).data;
      const refusal = `/api/admin/claims/${id}/refusal`;
      if (n % 2 === 1) await shop.call('POST', refusal, { reason: 'it works' }, sale.admin.headers);
      const verdict = CLAIM_VERDICTS[[3, 0, 1, 2, 2][n]!]!;
      const supplier = index === 1 ? String(supplier_id) : '0';
      const [goods, user] = [String(sale.goodsId), String(sale.userId)];
      claims.push({ id, isOpen: n % 2 === 0, goods, supplier, user, verdict });
      if (n === 0) continue;
      const run = await sql<{ id: bigint }>`
        insert into check_runs (kind, subject_id, created_at, ends_at)
        values ('claim', ${id}, ${clock.now()}, ${clock.now()}) returning id`.execute(db);
      const runId = run.rows[0]!.id;
      for (const [place, result] of found.entries())
        await sql`insert into account_checks (run_id, item_id, goods_id, result, next_at)
          values (${runId}, ${items[place]}, ${sale.goodsId}, ${result}, ${clock.now()})`.execute(db);
    }
  // An import of the same number says nothing of a claim.
  await sql`
    with run as (
      insert into check_runs (kind, subject_id, created_at, ends_at)
      values ('import', ${claims[0]!.id}, ${clock.now()}, ${clock.now()}) returning id)
    insert into account_checks (run_id, item_id, goods_id, result, next_at)
    select id, 1, 1, 'dead', ${clock.now()} from run`.execute(db);
  const known = new Set(claims.map(({ id }) => id));
  const read = async (filter: object, bounds: object) => {
    const found: string[] = [];
    let cursor: string | null | undefined;
    do {
      const page = await listClaims(ctx, { limit: 2, ...filter, ...(cursor && { cursor }) }, bounds);
      found.push(...page.items.map(({ id }) => id));
      cursor = page.next_cursor;
    } while (cursor !== null);
    return found.filter((id) => known.has(id));
  };
  const [first, last] = [claims[0]!, claims.at(-1)!];
  type Filter = Omit<Input<'listAllWarrantyClaims'>['query'], 'limit'>;
  const filters: Filter[] = [
    ...[first, last].map(({ goods: goods_id }) => ({ goods_id })),
    ...[first, last].map(({ supplier: supplier_id }) => ({ supplier_id })),
    ...CLAIM_VERDICTS.map((verdict) => ({ verdict })),
    { goods_id: last.goods, supplier_id: last.supplier, verdict: 'dead' as const },
    { goods_id: last.goods, supplier_id: first.supplier },
  ];
  const asked = filters.flatMap((one) => [
    one,
    { ...one, state: 'open' as const },
    { ...one, state: 'refused' as const },
  ]);
  const isOpen = (one: Made) => one.isOpen;
  for (const filter of asked) {
    const { goods_id: goods, supplier_id: supplier, verdict, state } = filter;
    const wanted = claims.filter(
      (one) =>
        [one.goods, undefined].includes(goods) &&
        [one.supplier, undefined].includes(supplier) &&
        [one.verdict, undefined].includes(verdict) &&
        [isOpen(one) ? 'open' : 'refused', undefined].includes(state),
    );
    const inOrder = [...wanted.filter(isOpen), ...wanted.filter((one) => !isOpen(one)).toReversed()];
    for (const way of [{}, { most: 0 }, { most: 0, window: 3n }])
      expect(await read(filter, way), JSON.stringify(filter)).toEqual(inOrder.map(({ id }) => id));
    expect(await read({ ...filter, sort: 'created_at' }, {})).toEqual(wanted.map(({ id }) => id));
  }
  expect(await read({ user_id: last.user }, {})).toHaveLength(5);
});
