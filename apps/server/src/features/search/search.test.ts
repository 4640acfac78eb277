import { formatAddress } from '@portside/chain';
import { sql } from 'kysely';
import { randomBytes } from 'node:crypto';
import { beforeAll, expect, test } from 'vitest';
import type { Hex } from 'viem';
import { createTestShop, type TestShop } from '../../testing/app.ts';
import { signInAdmin, type TestAdmin } from '../../testing/people.ts';
import { writeSale } from '../../testing/sales-facts.ts';
import { sell, type Sale } from '../../testing/sale.ts';

let shop: TestShop;
let sale: Sale;
let name: string;
let email: string;

beforeAll(async () => {
  shop = await createTestShop();
  sale = await sell(shop, 1);
  const { rows } = await sql<{ username: string; email: string }>`
    select username, email from users where id = ${sale.userId}`.execute(shop.ctx.db);
  ({ username: name, email } = rows[0]!);
});

const searchAs = async ({ headers }: Pick<TestAdmin, 'headers'>, q: string): Promise<string[]> => {
  const path = `/api/admin/search?q=${encodeURIComponent(q)}`;
  const { code, data } = await shop.call('GET', path, undefined, headers);
  expect(code).toBe(200);
  return data.items.map(({ kind, id }: { kind: string; id: string }) => `${kind} ${id}`);
};
const search = (q: string) => searchAs(sale.admin, q);

test('an order is found by its number, its beginning, its end, and its address of delivery', async () => {
  const { orderNo } = sale;
  const parts = [orderNo, orderNo.slice(0, 16), orderNo.slice(-8), orderNo.slice(-6), orderNo.slice(-3)];
  for (const q of [...parts, `#${orderNo.slice(-6).toLowerCase()}`, email.toUpperCase(), email.slice(0, -4)])
    expect([q, await search(q)]).toEqual([q, expect.arrayContaining([`order ${orderNo}`])]);
  for (const q of [
    `${orderNo}0`,
    `Z${orderNo.slice(-8)}`,
    orderNo.slice(15, 20).split('').toReversed().join(''),
  ])
    expect([q, await search(q)]).toEqual([q, expect.not.arrayContaining([`order ${orderNo}`])]);
});

test('an order is found by what its buyer calls it, and by its number out of a sentence or a link', async () => {
  const { orderNo } = sale;
  const order = `order ${orderNo}`;
  const reference = `PO/${name}/7 Ünit`;
  await shop.ctx.db.updateTable('orders').set({ reference }).where('order_no', '=', orderNo).execute();
  const around = [`“${orderNo}”`, `Order ${orderNo}.`, `https://shop.test/admin/order?open=${orderNo}`];
  for (const q of [
    ...around,
    `(${orderNo.slice(-6)})`,
    `${orderNo.slice(-6, -3)}-${orderNo.slice(-3)}`,
    reference,
    reference.slice(0, -6),
  ])
    expect([q, await search(q)]).toEqual([q, expect.arrayContaining([order])]);
  for (const q of [reference.slice(1), `${reference}x`, `PO/${name}/7%`])
    expect([q, await search(q)]).toEqual([q, expect.not.arrayContaining([order])]);
  const path = `/api/admin/search?q=${encodeURIComponent(reference)}`;
  const { data } = await shop.call('GET', path, undefined, sale.admin.headers);
  expect(data.items[0].detail).toContain(reference);
});

test('an order that its buyer calls just so comes before those whose numbers begin so', async () => {
  const { db } = shop.ctx;
  const write = (year: number, day: number) => {
    const fact = { kind: 'sale', at: new Date(Date.UTC(year, 0, day)), goodsId: sale.goodsId } as const;
    const sum = { agentId: 0n, items: 1, amountMicro: 5n };
    return writeSale(db, { id: sale.userId, agentId: 0n }, { ...fact, ...sum });
  };
  for (let day = 1; day <= 7; day += 1) await write(2002, day);
  const { order_no: number } = await db
    .updateTable('orders')
    .set({ reference: '0201' })
    .where('id', '=', await write(2001, 1))
    .returning('order_no')
    .executeTakeFirstOrThrow();
  const found = (await search('0201')).filter((hit) => hit.startsWith('order'));
  expect(found).toHaveLength(6);
  expect(found[0]).toBe(`order ${number}`);
});

test('the list of orders takes the same: an end, and an address of delivery', async () => {
  const list = async (query: string) => {
    const path = `/api/admin/orders?${query}`;
    const { data } = await shop.call('GET', path, undefined, sale.admin.headers);
    return data.items.map(({ order_no: number }: { order_no: string }) => number);
  };
  const { orderNo } = sale;
  expect(await list(`order_no=${orderNo.slice(-6)}`)).toEqual([orderNo]);
  expect(await list(`order_no=${orderNo.slice(-6)}&status=refunded`)).toEqual([]);
  expect(await list(`order_no=${orderNo.slice(0, 18)}`)).toEqual([orderNo]);
  expect(await list(`order_no=ZZZZZZ`)).toEqual([]);
  expect(await list(`email=${encodeURIComponent(email)}`)).toEqual([orderNo]);
  expect(
    await list(`email=${encodeURIComponent(email.slice(0, -5))}&buyer=${name}&sort=total_amount`),
  ).toEqual([orderNo]);
  expect(await list(`email=x${encodeURIComponent(email)}`)).toEqual([]);
});

test('a whole address finds its owner alone, and nobody whose address goes on behind it', async () => {
  const other = await sell(shop, 1);
  await shop.ctx.db
    .updateTable('users')
    .set({ email: `${email}.br`, email_key: `${email}.br` })
    .where('id', '=', other.userId)
    .execute();
  const ordersOf = async (buyer: string) => {
    const path = `/api/admin/orders?buyer=${encodeURIComponent(buyer)}`;
    const { data } = await shop.call('GET', path, undefined, sale.admin.headers);
    return data.items.map(({ order_no: number }: { order_no: string }) => number);
  };
  expect(await ordersOf(email)).toContain(sale.orderNo);
  expect(await ordersOf(email)).not.toContain(other.orderNo);
  expect(await ordersOf(`${email}.br`)).toEqual([other.orderNo]);
  expect(await ordersOf(email.slice(0, -1))).toEqual(expect.arrayContaining([other.orderNo, sale.orderNo]));
});

test('a user is found by any part of name and address, whatever the case', async () => {
  const user = `user ${sale.userId}`;
  for (const q of [name, name.slice(3, 9), name.slice(2).toUpperCase(), email.slice(2), name.slice(0, 2)])
    expect([q, await search(q)]).toEqual([q, expect.arrayContaining([user])]);
  for (const q of [`${name}${name}`, `${name} ${email}`, '%', "'", 'ф', 'no such person'])
    expect([q, await search(q)]).toEqual([q, expect.not.arrayContaining([user])]);
});

test('deposits are found by the beginning and end of hash and sender, as each network writes them', async () => {
  const { db } = shop.ctx;
  for (const network of ['TRON', 'ETH'] as const) {
    const hash = randomBytes(32).toString('hex');
    const sender: Hex = `0x${randomBytes(20).toString('hex')}`;
    const { rows } = await sql<{ id: bigint }>`
      insert into deposits (network, chain_id, tx_hash, ordinal, block_number, block_hash, block_time,
        contract_address, from_address, to_address, amount_units, amount_micro, state, recorded_at)
      values (${network}, 1, ${`0x${hash}`}, 0, 1, ${`0x${hash}`}, now(), ${sender}, ${sender},
        ${`0x${'1'.repeat(40)}`}, 1234004553, 1234004553, 'unmatched', now()) returning id`.execute(db);
    const deposit = `deposit ${rows[0]!.id}`;
    const written = formatAddress(network, sender);
    const shortened = (text: string) => `${text.slice(0, 6)}…${text.slice(-6)}`;
    const finds = [
      hash,
      `0x${hash}`,
      hash.slice(0, 7).toUpperCase(),
      hash.slice(-7),
      shortened(hash),
      `${hash.slice(0, 9)}...`,
      written,
      written.slice(0, 9),
      written.slice(-6),
      written.slice(-12),
      shortened(written),
      '1234.004553',
      '1,234.004553',
      '1 234,004553 USDT',
      '1234,004553',
    ];
    for (const q of finds)
      expect([network, q, await search(q)]).toEqual([network, q, expect.arrayContaining([deposit])]);
    for (const q of [
      hash.slice(20, 40),
      `${written.slice(0, 6)}…${written.slice(3, 9)}`,
      'abc',
      '1234.00455',
      '1234',
    ])
      expect([network, q, await search(q)]).toEqual([network, q, expect.not.arrayContaining([deposit])]);

    const list = async (query: string) =>
      (await shop.call('GET', `/api/admin/deposits?${query}`, undefined, sale.admin.headers)).data.items.map(
        ({ id }: { id: string }) => `deposit ${id}`,
      );
    expect(await list(`tx_hash=${hash.slice(-9)}`)).toEqual([deposit]);
    expect(await list(`tx_hash=${hash.slice(0, 9)}&sender=${written.slice(-9)}`)).toEqual([deposit]);
    expect(await list(`sender=${written}`)).toEqual([deposit]);
    expect(await list(`tx_hash=nonsense`)).toEqual([]);
    expect(await list(`tx_hash=${hash.slice(-9)}&sender=none`)).toEqual([]);
  }
});

test('top-ups are found by the end of their number; the list refuses no part of a hash', async () => {
  const { db } = shop.ctx;
  const wallet = `0x${randomBytes(20).toString('hex')}`;
  const ref = `0x${randomBytes(32).toString('hex')}`;
  const number = `RECH2${String(Date.now())}123`.slice(0, 21);
  const submitted = `0x${randomBytes(32).toString('hex')}`;
  await sql`
    insert into recharges (order_id, user_id, network, chain_id, contract_address, wallet_address, order_ref,
      amount_micro, pay_amount_micro, idempotency_key, created_at, head_at_creation, expires_at, is_reserved,
      reserved_until, submitted_tx_hash)
    values (${number}, ${sale.userId}, 'ETH', 1, ${wallet}, ${wallet}, ${ref}, 5000000, 5004553, 'one', now(), 1,
      now(), false, now(), ${submitted})`.execute(db);
  for (const q of [
    number,
    number.slice(-6),
    number.slice(4),
    number.slice(0, 14),
    submitted,
    submitted.slice(0, 9),
    submitted.slice(-8),
    '5.004553',
  ])
    expect([q, await search(q)]).toEqual([q, expect.arrayContaining([`recharge ${number}`])]);
  const list = async (query: string) => {
    const { code, data } = await shop.call(
      'GET',
      `/api/admin/recharges?${query}`,
      undefined,
      sale.admin.headers,
    );
    expect(code).toBe(200);
    return data.items.map(({ order_id: id }: { order_id: string }) => id);
  };
  expect(await list(`order_id=${number.slice(-6)}`)).toEqual([number]);
  expect(await list(`tx_hash=${submitted.slice(0, 10)}`)).toEqual([number]);
  expect(await list(`tx_hash=${submitted.slice(-10)}&buyer=${name}`)).toEqual([number]);
  expect(await list('tx_hash=nonsense')).toEqual([]);
  expect(await list('address=nonsense')).toEqual([]);
});

test('products, batches and suppliers are found by name, and conversations by their user', async () => {
  const { db } = shop.ctx;
  await sql`update goods set name = ${{ en: 'Quay lanterns', ru: 'Фонари' }}, on_sale = false where id = ${sale.goodsId}`.execute(
    db,
  );
  expect(await search('LANTERN')).toContain(`goods ${sale.goodsId}`);
  expect(await search('фонар')).toContain(`goods ${sale.goodsId}`);
  const { rows } = await sql<{ id: bigint }>`
    update stock_batches set note = 'from the old pier' where goods_id = ${sale.goodsId} returning id`.execute(
    db,
  );
  expect(await search('Old Pier')).toContain(`batch ${rows[0]!.id}`);
  const supplier = await db
    .insertInto('suppliers')
    .values({ name: 'Éva’s Quay', name_key: 'éva’s quay', contact: '@EvaQuay', created_at: shop.clock.now() })
    .returning('id')
    .executeTakeFirstOrThrow();
  for (const q of ['ÉVA', 'quay', '@evaq']) expect(await search(q)).toContain(`supplier ${supplier.id}`);
  expect(await search(name)).not.toContain(`conversation ${sale.userId}`);
  await shop.call('POST', '/api/support/messages', { text: 'hello' }, sale.buyer);
  expect(await search(name.slice(2))).toContain(`conversation ${sale.userId}`);
});

test('each kind only for who may read it', async () => {
  const [orders, users] = [
    await signInAdmin(shop.ctx, ['order.read']),
    await signInAdmin(shop.ctx, ['user.read']),
  ];
  expect(await searchAs(orders, email)).toEqual([`order ${sale.orderNo}`]);
  expect(await searchAs(users, email)).toEqual([`user ${sale.userId}`]);
  const { code } = await shop.call('GET', '/api/admin/search?q=abc', undefined, sale.buyer);
  expect(code).not.toBe(200);
});
